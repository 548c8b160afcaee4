/// Every capacity of the routing engine. All of it is allocated when a configuration is loaded; nothing grows later.
///
/// Each line says the unit, why the number, what happens when full, and which counter tells. The least that each must
/// carry stands in docs/reference/CONFIGURATION.md, "Limits".
public enum Limits {
    /// MIDI ports in, and as many out. A configuration with more is refused.
    public static let ports = 32
    /// Sources of messages: the ports, then clock, motion and footswitches.
    public static let sources = ports + 3
    /// Presets of a box. A configuration with more is refused.
    public static let presets = 128
    /// Routings of a preset, inserted ones counted. A configuration with more is refused.
    public static let routings = 64
    /// Sources and destinations one routing may name. A configuration with more is refused.
    public static let routingEnds = 8
    /// Controller remaps of one routing. A configuration with more is refused.
    public static let remapsOfRouting = 64
    /// Controller remaps of one preset. A configuration with more is refused.
    public static let remapsOfPreset = 512
    /// What they are at most when compiled: one with `decrement` is two.
    public static let compiledRemaps = 2 * remapsOfPreset
    /// Values of one preset that can be learnt on the box, those of inserted presets counted. A configuration with more is
    /// refused.
    public static let learnables = 32
    /// Conditions of one routing, sub-conditions counted. A configuration with more is refused.
    public static let conditionsOfRouting = 32
    /// Conditions of one preset. A configuration with more is refused.
    public static let conditionsOfPreset = 256
    /// Conditions of one assignment, sub-conditions counted. A configuration with more is refused.
    public static let conditionsOfAssignment = 32
    /// Conditions one within the other, the outermost counted. A configuration with more is refused.
    public static let conditionDepth = 4
    /// Assignments of a box. A configuration with more is refused.
    public static let assignments = 64
    /// Actions `send` of a box. A configuration with more is refused.
    public static let sendings = 256
    /// Footswitches of a box; `PanelLimits.switches` says why. A configuration with more is refused.
    public static let footswitches = 16
    /// Value lists of a box. A configuration with more is refused.
    public static let lists = 64
    /// On-load messages of one routing. A configuration with more is refused.
    public static let onLoadOfRouting = 32
    /// Inputs that are no controller by themselves, in a whole configuration: 14-bit pairs, RPN, NRPN, free messages. A
    /// configuration with more is refused.
    public static let derivedInputs = 1024
    /// Halves that wait for the message which makes them whole, of all sources and channels together (R15, R16). When full
    /// the one that has waited longest waits no longer.
    public static let waitingInputs = 1024
    /// Moves of controllers by one message, and by what its action lets count: every derived input and few more.
    public static let moves = derivedInputs + 8
    /// Bytes of one free message pattern. A configuration with more is refused.
    public static let patternBytes = 256
    /// Notes held at all destinations together. When full the oldest is released and counted in `Counters.dropped` (H11).
    public static let heldNotes = 2048
    /// Pedals, bends and pressures away from rest that are remembered for their release (H4, H5, H6, H7): every source
    /// could hold five on one channel at eight destinations. When full the oldest is brought to rest and counted.
    public static let heldControllers = 1024
    /// Messages waiting for a port: behind a SysEx (S8) or a slow wire (S9), all ports together. A 64 KiB SysEx is
    /// 10,923 of them. When full whole messages are dropped, never note-offs, and counted.
    public static let waiting = 32768
    /// Of `waiting`, places that SysEx may not take, so that a dump never crowds out what is played.
    public static let waitingReserve = 4096
    /// SysEx streams under way at once, one for each source, routing and destination. When full the new SysEx is
    /// dropped whole and counted.
    public static let sysExPaths = 256
    /// Messages sent that are remembered in case they come back (R19), a power of two. A newer one takes the place of an
    /// older; a ring is then found a turn later.
    public static let echoes = 512
    /// Unicode scalars of a name that are kept for the display; longer ones are cut there only.
    public static let nameLength = 20
    /// Programs that talk to a running box at once, through its socket. One more is told so and sent away.
    public static let controlClients = 8
    /// Bytes of one line of such a program. A longer one ends the connection.
    public static let controlLine = 8192
    /// Bytes of one SysEx such a program may send. A longer one is refused.
    public static let controlSysEx = 65536
    /// Messages such programs have given the loop and it has not taken yet: the longest SysEx, and some. When full the
    /// program waits.
    public static let injections = 16384
    /// What the loop has shown to whoever watches and nobody has taken yet: a tenth of a second of everything a wire's worth
    /// of notes becomes in 64 routings. When full it is counted, and told as `messages not shown`.
    public static let watched = 16384
    /// What came in that the flight recorder remembers, 16 bytes each: a message, six bytes of a SysEx, half a sample of the
    /// tilt. Busy hands, pedals and pressure are 100 a second, a clock that comes in 48, tilt at its usual rate 200: so
    /// eleven minutes of playing, three of everything at once; an evening of songs with pauses has half an hour. When full
    /// the oldest is overwritten. A power of two.
    public static let recordedInputs = 65536
    /// What went out that it remembers, 16 bytes each: what two hands and a clock become at three instruments in some
    /// minutes. When full the oldest is overwritten. A power of two.
    public static let recordedOutputs = 65536
    /// Moments that it can begin with, spread over what it remembers. When full the oldest is forgotten.
    public static let recordedMoments = 4
    /// Bytes of answers that such a program has not read yet. When full what it watches is counted and not shown.
    public static let controlBacklog = 262_144
}

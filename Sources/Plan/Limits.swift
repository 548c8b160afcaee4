/// All capacities of the routing engine. Their memory is allocated when a configuration is loaded, and never grows.
///
/// Each comment states the unit, the reason for the number, what happens when full, and the counter that shows that.
/// docs/reference/CONFIGURATION.md, "Limits", states the minimum of each limit.
package enum Limits {
    /// Routing places: MIDI ports, and the groups beyond the first of ports that have several (U6). A configuration
    /// with more is refused.
    package static let ports = 32
    /// Sources of messages: the ports, then clock, motion, footswitches, pedals, knobs and variables.
    package static let sources = ports + 6
    /// Ports with several groups: each of them has at least two places (U6).
    package static let groupedPorts = ports / 2
    /// Rows of last values: one for each source, then one common to all groups of each port with several groups.
    package static let valueRows = sources + groupedPorts
    /// Presets of a box. A configuration with more is refused.
    package static let presets = 256
    /// Routings of a preset, including inserted routings. A configuration with more is refused.
    package static let routings = 64
    /// Routings of all presets together, including inserted routings: as many as 128 full presets have, so that the
    /// largest box stays within its memory (docs/design/PERFORMANCE.md). A configuration with more is refused.
    package static let routingsOfBox = 128 * routings
    /// Sources, and destinations, of one routing. A configuration with more is refused.
    package static let routingEnds = 8
    /// Controller remaps of one routing. A configuration with more is refused.
    package static let remapsOfRouting = 64
    /// Controller remaps of one preset. A configuration with more is refused.
    package static let remapsOfPreset = 512
    /// Controller remaps of all presets together, as `routingsOfBox`. A configuration with more is refused.
    package static let remapsOfBox = 128 * remapsOfPreset
    /// Compiled remaps of one preset: a remap with `decrement` becomes two, and a routing
    /// with `pick-up` has one more (R27).
    package static let compiledRemaps = 2 * remapsOfPreset + routings
    /// Values of one preset that can be learnt on the box, including those of inserted presets. A configuration with
    /// more is refused.
    package static let learnables = 32
    /// Parts of a preset. A configuration with more is refused.
    package static let parts = 16
    /// Conditions of one routing, including sub-conditions. A configuration with more is refused.
    package static let conditionsOfRouting = 32
    /// Conditions of one preset. A configuration with more is refused.
    package static let conditionsOfPreset = 256
    /// Conditions of all presets together, as `routingsOfBox`. A configuration with more is refused.
    package static let conditionsOfBox = 128 * conditionsOfPreset
    /// Conditions of one assignment, including sub-conditions. A configuration with more is refused.
    package static let conditionsOfAssignment = 32
    /// Conditions of all assignments together, as many as 64 assignments may have. A configuration with more is
    /// refused.
    package static let conditionsOfAssignments = 2048
    /// Levels of nested conditions, including the outermost. A configuration with more is refused.
    package static let conditionDepth = 4
    /// Conditions of one `hold`, including sub-conditions. A configuration with more is refused.
    package static let conditionsOfHold = 32
    /// Remaps of one preset with a `hold` (R21), and routings that hold notes by conditions (R28): one bit each in a
    /// word, whose lowest bit means "none". A configuration with more is refused.
    package static let holds = 63
    /// Values held back until the end of a `hold` (R21), of all remaps, sources and channels together. When full, a
    /// value is sent at once and counted.
    package static let heldValues = 256
    /// Triggers with `rearm` (R27) of a whole configuration: remaps, conditions and assignments. A configuration with
    /// more is refused.
    package static let rearms = 128
    /// Destinations of remaps and routings with `pick-up` or `repeats: false` (R27). A configuration with more is
    /// refused.
    package static let trackedPorts = 8
    /// Controllers that have been picked up since the last load (R27). When full, a further one has to be picked up
    /// at each move, until the next load; nothing is lost but what a player would hear as a fader without effect.
    package static let pickedUp = 512
    /// Variables of a box (V1): one bit each in a word. A configuration with more is refused.
    package static let variables = 32
    /// Assignments of a box. A configuration with more is refused.
    package static let assignments = 256
    /// Assignments of a preset, including those of inserted presets (A5). A configuration with more is refused.
    package static let assignmentsOfPreset = 64
    /// Switches that are held while another preset replaces their assignment (A5). When full, the oldest one ends
    /// without its action and is counted.
    package static let heldAssignments = 32
    /// Actions of assignments that one message triggers, and others that these let count. When full, an action is
    /// performed at once, before the other assignments of the message are asked.
    package static let triggeredActions = 2 * (assignments + assignmentsOfPreset)
    /// Semitones of a transposition, of the box or of a preset, up and down (R29). Actions stop there.
    package static let transposition = 48
    /// Set lists of a box. A configuration with more is refused.
    package static let setLists = 16
    /// Places of a set list. A configuration with more is refused.
    package static let setListPlaces = 256
    /// `send` actions of a box. A configuration with more is refused.
    package static let sendings = 256
    /// Lists of several actions of a box (A4). A configuration with more is refused.
    package static let actionLists = 1024
    /// Actions and waits of one list (A4). A configuration with more is refused.
    package static let actionsOfList = 16
    /// Lists of actions that wait at the same time (A4). When full, a list goes on without its wait and is counted.
    package static let waitingLists = 64
    /// Footswitches of a box; `PanelLimits.switches` has the reason. A configuration with more is refused.
    package static let footswitches = 16
    /// Value lists of a box. A configuration with more is refused.
    package static let lists = 64
    /// Entries of `positions` of one routing (P11). A configuration with more is refused.
    package static let positions = 32
    /// On-load messages of one routing. A configuration with more is refused.
    package static let onLoadOfRouting = 32
    /// On-load messages of a preset itself (P7). A configuration with more is refused.
    package static let onLoadOfPreset = 64
    /// Messages of one routing, and of a preset itself, that are sent when the preset is left (P10). A configuration
    /// with more is refused.
    package static let onLeaveOfRouting = 32
    package static let onLeaveOfPreset = 64
    /// Messages of one part (P12). A configuration with more is refused.
    package static let messagesOfPart = 32
    /// Derived inputs of a whole configuration: 14-bit pairs, RPN, NRPN, free messages, and Control Changes with
    /// `settle`. A configuration with more is refused.
    package static let derivedInputs = 1024
    /// First halves that wait for their second, of all sources and channels together (R15, R16). When full, the oldest
    /// stops waiting.
    package static let waitingInputs = 1024
    /// Controllers with `settle` that have moved within their time (R27), of all sources and channels together. When
    /// full, a move of a further one is counted, and its moves back are not ignored.
    package static let settlingInputs = 64
    /// Controller moves caused by one message and by the actions it triggers: one for every derived input and a few
    /// more.
    package static let moves = derivedInputs + 8
    /// Bytes of one free message pattern. A configuration with more is refused.
    package static let patternBytes = 256
    /// Held notes of all destinations together. When full, the oldest is released and counted in `Counters.dropped`
    /// (H11).
    package static let heldNotes = 2048
    /// Notes of a limited length (H14): one timer for each held note, so that there is always a timer.
    package static let timedNotes = heldNotes
    /// Retained controllers: pedals, bends and pressures away from rest, of all destinations together (H4, H5, H6, H7).
    /// Each source could hold five on one channel at eight destinations. When full, the oldest is brought to rest and
    /// counted.
    package static let heldControllers = 1024
    /// Messages that wait for a port behind a SysEx (S8) or for a slow wire (S9), of all ports together. A SysEx of 64
    /// KiB takes 10,923. When full, whole messages are dropped and counted, but never note-offs.
    package static let waiting = 32768
    /// The part of `waiting` that SysEx may not use, so that a dump never displaces notes and controllers.
    package static let waitingReserve = 4096
    /// UMPs among `waiting` that exceed a MIDI 1.0 message: MIDI 2.0 values, 8-bit SysEx, Flex Data (U3, U7). When
    /// full, channel messages are sent at the resolution of MIDI 1.0, and other messages are dropped and counted.
    package static let waitingUMPs = 4096
    /// Unfinished 8-bit SysEx and mixed data sets, one for each source and stream (U7). When full, a new one is dropped
    /// whole and counted.
    package static let longStreams = 32
    /// Unfinished SysEx, one for each source, routing and destination. When full, a new SysEx is dropped whole and
    /// counted.
    package static let sysExPaths = 256
    /// Pieces of MIDI-CI messages, six data bytes each, that the responder has not read yet: the longest message, and
    /// some short ones from other ports. A power of two. When full, a message is dropped and counted in
    /// `Router.droppedInquiries`.
    package static let inquiryPieces = 1024
    /// Data bytes of one MIDI-CI message (U9): eight chunks of Property Exchange. A longer one is dropped and counted.
    package static let inquiryBytes = 4096
    /// Sent messages stored to detect feedback (R19), a power of two: what full-speed USB receives in 20 ms. When full,
    /// a newer message replaces the oldest one, whose return then counts as a player's message.
    package static let echoes = 1024
    /// Messages of sources that repeat themselves, which start no feedback test for some seconds (R19). When full, a
    /// newer message replaces the oldest one, which may then be held back once more.
    package static let loopExemptions = 32
}

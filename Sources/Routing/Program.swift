import MIDI

/// A source of messages by number: a port 0..<32, or one of the box's own (R20).
public enum Source {
    public static let clock: UInt8 = 32
    public static let motion: UInt8 = 33
    public static let footswitches: UInt8 = 34
}

/// A name as the display needs it: Unicode scalars, cut to what any display could show.
public struct Name: Sendable {
    public var scalars = InlineArray<20, UInt32>(repeating: 0)
    public var count: UInt8 = 0
    public init() {}
}

/// A whole configuration, compiled: what the loop reads and never writes.
///
/// It is made outside the loop, handed over as one pointer, and freed outside the loop when it comes back. All
/// pointers in it point into memory that lives exactly as long as it does.
public struct Program {
    public var presets: UnsafePointer<Preset>
    public var presetCount: Int32
    /// Indices of the presets: those that have a number, in order of number (P2), then the others.
    public var numbered: UnsafePointer<UInt16>
    public var numberedCount: Int32
    public var assignments: UnsafePointer<Assignment>
    public var assignmentCount: Int32
    /// Of the assignments, by their index; nil: there are none.
    public var conditions: UnsafePointer<Conditions>?
    /// What actions send; nil: none does.
    public var sendings: UnsafePointer<Sending>?
    /// What it names that is no message by itself; nil: there is nothing.
    public var derived: UnsafePointer<DerivedInputs>?
    /// Free messages that something listens for, in any preset; nil: there are none (R17).
    public var patterns: UnsafePointer<MessagePatterns>?
    /// Sources that some assignment listens to, a bit each, and those where it hears notes as controllers (R9).
    public var assignedSources: UInt64 = 0
    public var noteEars: UInt64 = 0
    /// Ports to which some routing or action sends, a bit each.
    public var destinations: UInt32 = 0
    /// What is known of each port, by port number.
    public var ports: InlineArray<32, PortTraits>
    /// Index of the preset the box starts with; `last` is decided outside (P6).
    public var startPreset: Int32
    /// BPM in hundredths, 2000...30000.
    public var tempo: UInt32
    /// `send-when-stopped` (K1).
    public var ticksWhenStopped = true
    /// Taps needed before the tempo changes, 2...8, and the longest time between two, in nanoseconds (K3).
    public var taps: UInt8 = 2
    public var tapTimeout: UInt64 = 2_000_000_000
    /// The port whose clock is followed (K5), or `Source.clock` for the box's own.
    public var clockSource: UInt8 = Source.clock

    public init(
        presets: UnsafePointer<Preset>, presetCount: Int32, numbered: UnsafePointer<UInt16>, numberedCount: Int32,
        assignments: UnsafePointer<Assignment>, assignmentCount: Int32, startPreset: Int32, tempo: UInt32
    ) {
        self.presets = presets
        self.presetCount = presetCount
        self.numbered = numbered
        self.numberedCount = numberedCount
        self.assignments = assignments
        self.assignmentCount = assignmentCount
        for index in 0..<Int(assignmentCount) {
            let source: UInt64 = 1 << UInt64(assignments[index].source)
            assignedSources |= source
            if ControlInput.isNote(assignments[index].slot) || ControlInput.isNote(assignments[index].backSlot) {
                noteEars |= source
            }
        }
        self.ports = InlineArray(repeating: PortTraits())
        self.startPreset = startPreset
        self.tempo = tempo
        for preset in 0..<Int(presetCount) {
            for routing in 0..<Int(presets[preset].routingCount) { add(presets[preset].routings + routing) }
        }
    }

    /// A routing sends to its destinations, or an action to its own.
    public mutating func add(_ routing: UnsafePointer<Routing>) {
        for end in 0..<Int(routing.pointee.destinationCount) {
            destinations |= 1 << UInt32(routing.pointee.destinations[end])
        }
    }
}

extension Program {
    /// With which tempo the box begins where it begins with this preset, in hundredths of BPM (K6).
    public func tempo(of preset: Int32) -> UInt32 {
        let own = preset < 0 ? 0 : presets[Int(preset)].tempo
        return own > 0 ? own : tempo
    }
}

/// What the loop must know of a port.
public struct PortTraits: Sendable {
    public var receives = false
    public var sends = false
    /// `active-sensing: pass` (S7).
    public var passesActiveSensing = false
    /// `clock-in: false`: clock and transport are dropped at the input (K5).
    public var clockIn = true
    /// `notes-off-on-unplug` (H9).
    public var releasesOnUnplug = true
    /// `running-status` on the wire (S6).
    public var runningStatus = false
    public var name = Name()
    public init() {}
}

/// One preset, compiled. Inserted routings stand after its own (P4).
public struct Preset {
    /// 0...127, or -1 for a preset without a number.
    public var number: Int16
    /// BPM in hundredths, or 0 where loading leaves the tempo alone (K6).
    public var tempo: UInt32
    public var name: Name
    public var routings: UnsafePointer<Routing>
    public var routingCount: Int32
    public var remaps: UnsafePointer<Remap>
    public var remapCount: Int32
    /// Of the routings, by their index; nil: there are none.
    public var conditions: UnsafePointer<Conditions>?
    /// What the light of each footswitch follows (F3).
    public var lights = InlineArray<16, LightRule>(repeating: .contact)
    /// Names of the values that can be learnt on the box, of the preset's own and of those that it inserts (M7).
    public var learnables: UnsafePointer<Name>?
    public var learnableCount: Int32 = 0
    /// Which routings hold back a SysEx that a remap of theirs could still match, a bit each, by the node of
    /// `MessagePatterns` that it has come to; nil: none ever does (R17).
    public var holds: UnsafePointer<UInt64>?
    /// `Concerns.rowLength` spans for each source that some routing names; `rows` says which row is a source's.
    public var concerns: Concerns
    /// Sources of which some remap hears notes as controllers, a bit each (R9).
    public let noteEars: UInt64
    /// In the order they are sent: by delay, then routing order, then listed order (P1).
    public var onLoad: UnsafePointer<OnLoad>
    public var onLoadCount: Int32
    /// Those of its messages that are no short ones; nil: all are.
    public var longMessages: UnsafePointer<Message>?

    public init(
        number: Int16, tempo: UInt32, name: Name, routings: UnsafePointer<Routing>, routingCount: Int32,
        remaps: UnsafePointer<Remap>, remapCount: Int32, concerns: Concerns, onLoad: UnsafePointer<OnLoad>,
        onLoadCount: Int32
    ) {
        self.number = number
        self.tempo = tempo
        self.name = name
        self.routings = routings
        self.routingCount = routingCount
        self.remaps = remaps
        self.remapCount = remapCount
        self.concerns = concerns
        self.onLoad = onLoad
        self.onLoadCount = onLoadCount
        var ears: UInt64 = 0
        for source in 0..<UInt8(Limits.sources) {
            for concern in concerns.routings(source: source, slot: Concerns.everything)
            where routings[Int(concern.routing)].remapHeads?.hasNotes ?? false {
                ears |= 1 << UInt64(source)
            }
        }
        noteEars = ears
    }
}

/// A message that loading a preset sends (P1), already on its channel and in packets.
///
/// Eight bytes, as there may be a quarter of a million of them.
public struct OnLoad {
    /// Whole microseconds after the load, an hour at most.
    private var microseconds: UInt32
    /// From the lowest: status and data of a short message in 24 bits, or where it stands among the long ones; six of the
    /// routing; whether it replaces, whether it is a long one.
    private var bits: UInt32

    private static let replaceBit: UInt32 = 1 << 30
    private static let longBit: UInt32 = 1 << 31

    /// - Parameter long: where the message stands among the preset's long ones, if it is no short one.
    public init(message: Message, delay: UInt64, routing: UInt16, replaces: Bool = false, long: Int) {
        microseconds = UInt32((delay + 999) / 1000)
        bits = OnLoad.isShort(message) ? message.word0 & 0xFF_FFFF : OnLoad.longBit | UInt32(long)
        bits |= UInt32(routing) << 24
        if replaces { bits |= OnLoad.replaceBit }
    }

    /// It is nothing but a status and at most two data bytes.
    public static func isShort(_ message: Message) -> Bool {
        Message(status: message.status, message.data1, message.data2) == message
    }

    /// - Parameter long: the preset's messages that are no short ones.
    @inline(__always)
    public func message(_ long: UnsafePointer<Message>?) -> Message {
        if bits & OnLoad.longBit != 0, let long { return long[Int(bits & 0xFF_FFFF)] }
        return Message(
            status: UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8) & 0x7F,
            UInt8(truncatingIfNeeded: bits) & 0x7F)
    }

    /// Nanoseconds after the load.
    public var delay: UInt64 { UInt64(microseconds) * 1000 }
    /// The routing whose destinations it goes to; none of its messages are sent while it is muted at the load.
    public var routing: UInt16 { UInt16(truncatingIfNeeded: bits >> 24) & 63 }
    /// It is a `note-value`, which ends the one before.
    public var replaces: Bool { bits & OnLoad.replaceBit != 0 }
}

/// What an action `send` sends: messages already on their channel and in packets.
public struct Sending {
    public var messages: UnsafePointer<Message>
    public var count: Int32
    /// A routing of nothing, for where it goes.
    public var way: UnsafePointer<Routing>
    /// It is a `note-value`, which ends the one before.
    public var replaces: Bool

    public init(messages: UnsafePointer<Message>, count: Int32, way: UnsafePointer<Routing>, replaces: Bool) {
        self.messages = messages
        self.count = count
        self.way = way
        self.replaces = replaces
    }
}

import MIDI

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

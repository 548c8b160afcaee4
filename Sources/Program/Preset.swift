import MIDI

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

import MIDI

/// A compiled preset. Inserted routings come after its own (P4).
public struct Preset {
    /// 0...127, or -1 for a preset without a number.
    public var number: Int16
    /// Hundredths of BPM, or 0 if loading does not change the tempo (K6).
    public var tempo: UInt32
    public var name: Name
    public var routings: Table<RoutingIndex, Routing>
    /// Routings that the configuration lists. The others follow them: one for each port to which the preset itself sends on
    /// load (P7).
    public var listedCount: Int32
    public var remaps: UnsafePointer<Remap>
    public var remapCount: Int32
    /// The conditions of the routings; nil if there are none.
    public var conditions: UnsafePointer<Conditions>?
    /// Its parts in playing order; nil if there are none (P9).
    public var parts: UnsafePointer<Part>?
    public var partCount: Int32 = 0
    /// What the LED of each footswitch follows (F3).
    public var leds = InlineArray<16, LEDRule>(repeating: .contact)
    /// The colours of the LEDs; nil if the box has no chain of LEDs (I10).
    public var colours: UnsafePointer<LEDColours>?
    /// The names of the values that can be learnt on the box, of this preset and of the presets that it inserts (M7).
    public var learnables: UnsafePointer<Name>?
    public var learnableCount: Int32 = 0
    /// For each node of `MessagePatterns`, the routings that hold back a SysEx at this node because one of their remaps
    /// could still match, one bit each; nil if no routing holds back SysEx (R17).
    public var holds: UnsafePointer<UInt64>?
    /// The routings that a message concerns.
    public var concerns: Concerns
    /// The sources whose notes do more than pass: a remap listens to them as controllers (R9), or they have a length (H14). One
    /// bit each.
    public let noteListeners: UInt64
    /// The on-load messages in the order in which they are sent: by delay, then routing order, then listed order (P1).
    public var onLoad: UnsafePointer<OnLoad>
    public var onLoadCount: Int32
    /// The on-load messages that are not short (`OnLoad.isShort`); nil if all are short.
    public var longMessages: UnsafePointer<Message>?

    public init(
        number: Int16, tempo: UInt32, name: Name, routings: Table<RoutingIndex, Routing>,
        remaps: UnsafePointer<Remap>, remapCount: Int32, concerns: Concerns, onLoad: UnsafePointer<OnLoad>,
        onLoadCount: Int32
    ) {
        self.number = number
        self.tempo = tempo
        self.name = name
        self.routings = routings
        listedCount = Int32(routings.count)
        self.remaps = remaps
        self.remapCount = remapCount
        self.concerns = concerns
        self.onLoad = onLoad
        self.onLoadCount = onLoadCount
        var listeners: UInt64 = 0
        for source in 0..<UInt8(Limits.sources) {
            for concern in concerns.routings(source: source, slot: Concerns.everything)
            where routings[concern.routing].remapHeads?.hasNotes ?? false || routings[concern.routing].noteLength > 0 {
                listeners |= 1 << UInt64(source)
            }
        }
        noteListeners = listeners
    }
}

extension Preset {
    /// The routings that the configuration lists.
    public var listed: Range<RoutingIndex> { RoutingIndex(0)..<RoutingIndex(Int(listedCount)) }
}

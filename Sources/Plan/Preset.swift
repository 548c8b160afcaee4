import MIDI

/// A compiled preset. Inserted routings follow its own (P4).
package struct Preset {
    /// The user's number of the preset, 0...127, or -1 if it has none.
    package var number: Int16
    /// The tempo in hundredths of BPM, or 0 if loading does not change the tempo (K6).
    package var tempo: UInt32
    package var name: Name
    package var routings: Table<RoutingIndex, Routing>
    /// The number of routings listed in the configuration. Others follow: one for each port to which the preset itself
    /// sends messages on load (P7).
    package var listedCount: Int32
    package var remaps: UnsafePointer<Remap>
    package var remapCount: Int32
    /// The transposition of the preset in semitones, -48...48, added to that of the box (R29).
    package var transposition: Int8 = 0
    /// The routings that are transposed, i.e. those without `transpose: false`; one bit each (R29).
    package var transposes: UInt64 = 0
    /// The gates of the remaps, one for each; nil if no remap of the preset has one (R27).
    package var gates: UnsafePointer<RemapGate>?
    /// The conditions of the routings; nil if there are none.
    package var conditions: UnsafePointer<Conditions>?
    /// The parts in playing order; nil if there are none (P9).
    package var parts: UnsafePointer<Part>?
    package var partCount: Int32 = 0
    /// The rule that the LED of each footswitch follows (F3).
    package var leds = InlineArray<16, LEDRule>(repeating: .contact)
    /// The colours of the LEDs; nil if the box has no chain of LEDs (I10).
    package var colours: UnsafePointer<LEDColours>?
    /// The names of the values that can be learnt on the box, in this preset and in the presets that it inserts (M7).
    package var learnables: UnsafePointer<Name>?
    package var learnableCount: Int32 = 0
    /// For each node of `MessagePatterns`, the routings that hold back a SysEx which has reached this node, because one
    /// of their remaps could still match; one bit each. Nil if no routing holds back SysEx (R17).
    package var holds: UnsafePointer<UInt64>?
    /// Finds the routings that a message concerns.
    package var concerns: Concerns
    /// The holds whose conditions hold notes, one bit each by number (R28).
    package var noteHolds: UInt64 = 0
    /// The sources whose notes do more than pass, one bit each: a remap listens to the notes as controllers (R9), or
    /// they have a limited length or are held (H14, R28).
    package let noteListeners: UInt64
    /// The on-load messages in sending order: by delay, then routing order, then listed order (P1).
    package var onLoad: UnsafePointer<OnLoad>
    package var onLoadCount: Int32
    /// The assignments that hold while the preset runs: those of the box in listed order, then its own (A5).
    package var assigned: UnsafePointer<Assigned>?
    package var assignedCount: Int32 = 0
    /// The number of them that are of the preset or of inserted presets.
    package var ownAssignedCount: Int32 = 0
    /// What the footswitches do, for a display of four rows: each with its name before it, such as `A Bridge` (D2). Nil
    /// without such a display.
    package var switchLabels: UnsafePointer<Name>?
    package var switchLabelCount: Int32 = 0
    /// The messages that are sent when the preset is left (P10).
    package var onLeave = TimedMessages()
    /// Those of them that are also sent when the box ends.
    package var atEnd = TimedMessages()
    /// The on-load messages that are not short (`OnLoad.isShort`); nil if all are short.
    package var longMessages: UnsafePointer<Message>?

    package init(
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
            where routings[concern.routing].remapHeads?.hasNotes ?? false
                || !routings[concern.routing].noteRules.isEmpty
            {
                listeners |= 1 << UInt64(source)
            }
        }
        noteListeners = listeners
    }
}

extension Preset {
    /// The routings that are listed in the configuration.
    package var listed: Range<RoutingIndex> { RoutingIndex(0)..<RoutingIndex(Int(listedCount)) }
}

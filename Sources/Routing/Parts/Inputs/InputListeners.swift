import Plan

/// The inputs that have listeners as controllers; other messages take the short paths.
struct InputListeners {
    /// Sources whose notes have a listener as controllers (R9), one bit each.
    private var notes: UInt64 = 0
    /// Sources whose free messages have a listener (R17), one bit each.
    private var messages: UInt64 = 0
    /// Control Changes that do more than pass through routings: one bit each, in two words per source.
    private let controllers: UnsafeMutablePointer<UInt64>

    /// Words per source, with one bit for each of 128 Control Changes.
    private static let words = 2
    /// Bits of the second word: sustain (64), sostenuto (66) and hold 2 (69), which must be brought to rest (H4), and
    /// the channel mode messages that end what is held (H13).
    private static let ledgered: UInt64 = 0b10_0101 | 0b1111_1011 << 56

    static let byteCount = Limits.ports * words * 8 + 16

    init(_ memory: inout Memory) {
        controllers = memory.take(Limits.ports * InputListeners.words, repeating: UInt64.max)
    }

    @inline(__always)
    func listensToNotes(of source: UInt8) -> Bool { notes & (1 &<< UInt64(source)) != 0 }

    @inline(__always)
    func listensToMessages(of source: UInt8) -> Bool { messages & (1 &<< UInt64(source)) != 0 }

    /// Whether a Control Change of a port does more than pass through routings.
    @inline(__always)
    func listens(to controller: UInt8, of source: UInt8) -> Bool {
        let bits = controllers[Int(source) * InputListeners.words + Int(controller >> 6)]
        return bits & (1 &<< UInt64(controller)) != 0
    }

    /// Lets all notes take the long path until the next preset, because some are held (R28).
    mutating func listenToAllNotes() { notes = UInt64.max }

    /// Computes the listeners of a preset and its plan.
    mutating func find(_ preset: UnsafePointer<Preset>, _ plan: UnsafePointer<Plan>) {
        messages = plan.pointee.patterns?.pointee.sources ?? 0
        notes = messages | preset.pointee.noteListeners | plan.pointee.noteListeners
        if let conditions = preset.pointee.conditions { notes |= conditions.pointee.noteListeners }
        if let conditions = plan.pointee.conditions { notes |= conditions.pointee.noteListeners }
        // Values of a group also count as values of the whole port.
        let heardWhole = messages | plan.pointee.assignedSources | plan.pointee.groupedSources
        for source in 0..<UInt8(Limits.ports) {
            let isDerived = plan.pointee.derived?.pointee.isFollowed(at: source) ?? false
            let all = isDerived || heardWhole & (1 &<< UInt64(source)) != 0 ? UInt64.max : 0
            for word in 0..<InputListeners.words {
                controllers[Int(source) * InputListeners.words + word] =
                    all | controllerBits(word, of: source, preset, plan)
            }
        }
    }

    private func controllerBits(
        _ word: Int, of source: UInt8, _ preset: UnsafePointer<Preset>, _ plan: UnsafePointer<Plan>
    ) -> UInt64 {
        var bits = word == 1 ? InputListeners.ledgered : 0
        if let conditions = preset.pointee.conditions { bits |= conditions.pointee.controllerBits(word, of: source) }
        if let conditions = plan.pointee.conditions { bits |= conditions.pointee.controllerBits(word, of: source) }
        for concern in preset.pointee.concerns.routings(source: source, slot: Concerns.everything) {
            bits |= preset.pointee.routings[concern.routing].remapHeads?.bits(word) ?? 0
        }
        return bits
    }
}

extension Conditions {
    /// The Control Changes of a source that any condition listens to, as the bits of one of two words.
    fileprivate func controllerBits(_ word: Int, of source: UInt8) -> UInt64 {
        let row = rows[Int(source)]
        return row == Concerns.none ? 0 : tables[Int(row)].bits(word)
    }
}

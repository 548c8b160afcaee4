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

    /// Adds the Control Changes to which conditions of an earlier preset listen (R28).
    func listen(_ conditions: UnsafePointer<Conditions>) { conditions.pointee.addControllers(to: controllers) }

    /// Computes the listeners of a preset and its plan.
    mutating func find(_ preset: UnsafePointer<Preset>, _ plan: UnsafePointer<Plan>) {
        messages = plan.pointee.patterns?.pointee.sources ?? 0
        notes = messages | preset.pointee.noteListeners | plan.pointee.noteListeners
        if let conditions = preset.pointee.conditions { notes |= conditions.pointee.noteListeners }
        if let conditions = plan.pointee.conditions { notes |= conditions.pointee.noteListeners }
        // Values of a group also count as values of the whole port.
        var whole = messages | plan.pointee.assignedSources | plan.pointee.groupedSources
        if let derived = plan.pointee.derived {
            for source in 0..<UInt8(Limits.ports) where derived.pointee.isFollowed(at: source) {
                whole |= 1 &<< UInt64(source)
            }
        }
        for source in 0..<Limits.ports {
            let all: UInt64 = whole & (1 &<< UInt64(source)) != 0 ? UInt64.max : 0
            controllers[source * InputListeners.words] = all
            controllers[source * InputListeners.words + 1] = all | InputListeners.ledgered
        }
        if let conditions = preset.pointee.conditions { conditions.pointee.addControllers(to: controllers) }
        if let conditions = plan.pointee.conditions { conditions.pointee.addControllers(to: controllers) }
        addRemaps(of: preset)
    }

    private func addRemaps(of preset: UnsafePointer<Preset>) {
        for source in 0..<UInt8(Limits.ports) {
            for concern in preset.pointee.concerns.routings(source: source, slot: Concerns.everything) {
                guard let heads = preset.pointee.routings[concern.routing].remapHeads else { continue }
                controllers[Int(source) * InputListeners.words] |= heads.bits(0)
                controllers[Int(source) * InputListeners.words + 1] |= heads.bits(1)
            }
        }
    }
}

extension Conditions {
    /// Adds the Control Changes to which any condition listens, one bit each in two words for each port.
    fileprivate func addControllers(to controllers: UnsafeMutablePointer<UInt64>) {
        for source in 0..<Limits.ports {
            let row = rows[source]
            if row == Concerns.none { continue }
            controllers[2 * source] |= tables[Int(row)].bits(0)
            controllers[2 * source + 1] |= tables[Int(row)].bits(1)
        }
    }
}

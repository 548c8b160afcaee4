import Program

/// What waits for the message that makes it whole: the MSBs of pairs and of parameters' data (R15), and first
/// halves of selections (R16). All wait equally long, so that the order in
/// which they came is the order in which they are due.
struct WaitingInputs {
    struct Entry {
        var source: UInt8 = 0
        var channel: UInt8 = 0
        var slot: UInt16 = 0
        /// The last value of the input (`DerivedInputs.State`).
        var value: UInt16 = 0
        /// When it has waited long enough, in nanoseconds.
        var due: UInt64 = 0
        var older = WaitingInputs.none
        var newer = WaitingInputs.none
    }

    static let none: UInt16 = 0xFFFF
    /// The slot of what is no input: a half of a selection.
    static let half = 0xFFFF
    /// How long an MSB waits for its LSB, in nanoseconds.
    static let patience: UInt64 = 5_000_000

    let entries: UnsafeMutablePointer<Entry>
    private(set) var oldest = WaitingInputs.none
    private var newest = WaitingInputs.none
    private var free: UInt16 = 0
    private(set) var freeCount = Limits.waitingInputs

    init(_ memory: inout Memory) {
        entries = memory.take(Limits.waitingInputs, repeating: Entry())
        for index in 0..<Limits.waitingInputs {
            entries[index].newer = index + 1 < Limits.waitingInputs ? UInt16(index + 1) : WaitingInputs.none
        }
    }

    static let byteCount = Limits.waitingInputs * MemoryLayout<Entry>.stride + 16

    /// A new entry, behind all others. There must be room.
    mutating func add(_ source: UInt8, _ channel: UInt8, _ slot: Int, value: UInt16 = 0, at now: UInt64) -> UInt16 {
        let index = free
        free = entries[Int(index)].newer
        freeCount -= 1
        entries[Int(index)] = Entry(
            source: source, channel: channel, slot: UInt16(slot), value: value, due: now + WaitingInputs.patience,
            older: newest)
        if newest == WaitingInputs.none { oldest = index } else { entries[Int(newest)].newer = index }
        newest = index
        return index
    }

    /// What of some has waited longest.
    func oldest(where belongs: (Entry) -> Bool) -> UInt16? {
        var index = oldest
        while index != WaitingInputs.none && !belongs(entries[Int(index)]) { index = entries[Int(index)].newer }
        return index == WaitingInputs.none ? nil : index
    }

    mutating func remove(_ index: UInt16) {
        let entry = entries[Int(index)]
        let (older, newer) = (entry.older, entry.newer)
        if older == WaitingInputs.none { oldest = newer } else { entries[Int(older)].newer = newer }
        if newer == WaitingInputs.none { newest = older } else { entries[Int(newer)].older = older }
        entries[Int(index)].newer = free
        free = index
        freeCount += 1
    }
}

import Program

/// First halves that wait for their second: MSBs of pairs and of the data of parameters (R15), and MSBs of selections (R16).
/// All wait equally long, so the oldest entry is due first.
struct WaitingInputs {
    struct Entry {
        var source: UInt8 = 0
        var channel: UInt8 = 0
        var slot: UInt16 = 0
        /// The last value of the input, while its `DerivedInputs.State` holds the index of this entry.
        var value: UInt16 = 0
        /// When the wait ends, in nanoseconds.
        var due: UInt64 = 0
        var older = WaitingInputs.none
        var newer = WaitingInputs.none
    }

    static let none: UInt16 = 0xFFFF
    /// The slot of an entry that is no input: a half of a selection.
    static let half = 0xFFFF
    /// How long an MSB waits for its LSB, in nanoseconds.
    static let patience: UInt64 = 5_000_000

    private let entries: UnsafeMutablePointer<Entry>
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

    subscript(index: UInt16) -> Entry {
        @inline(__always) unsafeAddress { UnsafePointer(entries + Int(index)) }
    }

    func setValue(_ value: UInt16, of index: UInt16) { entries[Int(index)].value = value }

    /// Adds an entry behind all others. There must be room.
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

    /// The oldest entry that matches `belongs`.
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

import Plan

/// First halves that wait for their second: of pairs and parameter data (R15), and MSBs of selections (R16). All wait
/// equally long, so the oldest entry is due first.
struct WaitingInputs {
    struct Entry {
        var source: UInt8 = 0
        var channel: UInt8 = 0
        var slot: UInt16 = 0
        /// The last value of the input. Its `DerivedInputs.State` contains the slot of this entry instead of the value.
        var value: UInt16 = 0
        /// When the wait ends, in nanoseconds.
        var due: UInt64 = 0
    }

    /// The `slot` of an entry that is not an input but a half of a selection.
    static let half = 0xFFFF
    /// How long a first half waits for the second, in nanoseconds.
    static let patience: UInt64 = 5_000_000

    private var entries: SlotPool<Entry>
    /// All entries by age, the oldest first.
    private var all = SlotList()

    static let byteCount = SlotPool<Entry>.byteCount(Limits.waitingInputs)

    init(_ memory: inout Memory) {
        entries = SlotPool(&memory, capacity: Limits.waitingInputs, repeating: Entry())
    }

    subscript(entry: Slot) -> Entry { entries[entry] }

    func setValue(_ value: UInt16, of entry: Slot) { entries[entry].value = value }

    /// The oldest entry, or `none`.
    var oldest: Slot { all.first }

    /// The next younger entry, or `none`.
    func newer(than entry: Slot) -> Slot { entries.next(after: entry) }

    var freeCount: Int { entries.freeCount }

    /// Adds an entry as the newest. There must be room.
    mutating func add(_ source: UInt8, _ channel: UInt8, _ slot: Int, value: UInt16 = 0, at now: UInt64) -> Slot {
        let entry = entries.take(toEndOf: &all)
        entries[entry] = Entry(
            source: source, channel: channel, slot: UInt16(slot), value: value, due: now + WaitingInputs.patience)
        return entry
    }

    /// The oldest entry that matches `belongs`, or `none`.
    func oldest(where belongs: (Entry) -> Bool) -> Slot {
        var entry = all.first
        while !entry.isNone && !belongs(entries[entry]) { entry = entries.next(after: entry) }
        return entry
    }

    mutating func remove(_ entry: Slot) {
        entries.remove(entry, from: &all)
        entries.giveBack(entry)
    }
}

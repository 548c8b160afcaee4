/// The sizes of a `SlotChains`. They are static constants, so that no instruction has to load them.
protocol ChainTable {
    static var keys: Int { get }
    /// The capacity of the pool that contains the slots.
    static var slots: Int { get }
}

/// Links slots of a `SlotPool` into many short chains, one for each key of a table.
///
/// Each key stores only its first slot, and each slot only the next one, so that tens of thousands of keys cost two
/// bytes each. `append` and `remove` walk the chain.
struct SlotChains<Table: ChainTable> {
    /// The first slot of each key, followed by the next slot of each slot.
    private let firsts: UnsafeMutablePointer<Slot>

    @inline(__always)
    private var nexts: UnsafeMutablePointer<Slot> { firsts + Table.keys }

    static var byteCount: Int { Memory.byteCount(of: Slot.self, Table.keys + Table.slots) }

    init(_ memory: inout Memory) { firsts = memory.take(Table.keys + Table.slots, repeating: Slot.none) }

    /// The first slot of a key, or `none`.
    @inline(__always)
    func first(of key: Int) -> Slot { firsts[key] }

    /// The next slot in the same chain, or `none`.
    @inline(__always)
    func next(after slot: Slot) -> Slot { nexts[slot.index] }

    /// Starts an empty chain with a free slot.
    @inline(__always)
    func begin(_ slot: Slot, of key: Int) {
        nexts[slot.index] = .none
        firsts[key] = slot
    }

    /// Inserts a slot that is in no chain after `previous`, or at the start if `previous` is `none`.
    @inline(__always)
    func insert(_ slot: Slot, after previous: Slot, of key: Int) {
        if previous.isNone {
            nexts[slot.index] = firsts[key]
            firsts[key] = slot
        } else {
            nexts[slot.index] = nexts[previous.index]
            nexts[previous.index] = slot
        }
    }

    /// Appends a slot that is in no chain to a chain.
    func append(_ slot: Slot, of key: Int) {
        var last = Slot.none
        var next = firsts[key]
        while !next.isNone { (last, next) = (next, nexts[next.index]) }
        insert(slot, after: last, of: key)
    }

    /// Removes a slot from its chain. Fast if it is the first slot, as usual.
    @inline(__always)
    func remove(_ slot: Slot, of key: Int) {
        if firsts[key] == slot { firsts[key] = nexts[slot.index] } else { unlink(slot, of: key) }
    }

    @inline(never)
    private func unlink(_ slot: Slot, of key: Int) {
        var previous = firsts[key]
        while nexts[previous.index] != slot { previous = nexts[previous.index] }
        nexts[previous.index] = nexts[slot.index]
    }

    /// Empties a chain; its slots are then in no chain.
    func removeAll(of key: Int) { firsts[key] = .none }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(firsts, Table.keys + Table.slots))
    }

    /// Checks restored bytes: the chains must contain `count` slots in total, and each slot must belong to its key.
    @inline(__always)
    func isWhole(count: Int, where belongs: (Slot, Int) -> Bool) -> Bool {
        var left = count
        for key in 0..<Table.keys {
            var slot = firsts[key]
            while !slot.isNone {
                // A cyclic chain is refused too, because `left` reaches 0.
                guard left > 0, slot.index < Table.slots, belongs(slot, key) else { return false }
                (slot, left) = (nexts[slot.index], left - 1)
            }
        }
        return left == 0
    }
}

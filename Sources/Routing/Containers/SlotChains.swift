/// What `SlotChains` tie together. Constants of a type and not of a value, so that no instruction has to load them.
protocol ChainTable {
    static var keys: Int { get }
    /// The capacity of the pool of the slots.
    static var slots: Int { get }
}

/// Ties slots of a `SlotPool` together in many short chains, one for each key of a table.
///
/// A chain has one end and one link for each slot, so that tens of thousands of keys cost two bytes each. `append` and
/// `remove` walk the chain.
struct SlotChains<Table: ChainTable> {
    /// The first slot of each key, and behind them the next slot of each slot.
    private let firsts: UnsafeMutablePointer<Slot>

    @inline(__always)
    private var nexts: UnsafeMutablePointer<Slot> { firsts + Table.keys }

    static var byteCount: Int { Memory.byteCount(of: Slot.self, Table.keys + Table.slots) }

    init(_ memory: inout Memory) { firsts = memory.take(Table.keys + Table.slots, repeating: Slot.none) }

    /// The first slot of a key, or `none`.
    @inline(__always)
    func first(of key: Int) -> Slot { firsts[key] }

    /// The slot behind a slot of a chain, or `none`.
    @inline(__always)
    func next(after slot: Slot) -> Slot { nexts[slot.index] }

    /// Puts a slot that is in no chain first in an empty one.
    @inline(__always)
    func begin(_ slot: Slot, of key: Int) {
        nexts[slot.index] = .none
        firsts[key] = slot
    }

    /// Puts a slot that is in no chain behind another one, or first where that is `none`.
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

    /// Puts a slot that is in no chain at the end of one.
    func append(_ slot: Slot, of key: Int) {
        var last = Slot.none
        var next = firsts[key]
        while !next.isNone { (last, next) = (next, nexts[next.index]) }
        insert(slot, after: last, of: key)
    }

    /// Takes a slot out of its chain. Mostly it is the first.
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

    /// Empties a chain; its slots are in no chain then.
    func removeAll(of key: Int) { firsts[key] = .none }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(firsts, Table.keys + Table.slots))
    }

    /// Whether restored bytes are chains of `count` slots in all, each of which belongs to its key.
    @inline(__always)
    func isWhole(count: Int, where belongs: (Slot, Int) -> Bool) -> Bool {
        var left = count
        for key in 0..<Table.keys {
            var slot = firsts[key]
            while !slot.isNone {
                // A chain that comes to its end has no slot twice.
                guard left > 0, slot.index < Table.slots, belongs(slot, key) else { return false }
                (slot, left) = (nexts[slot.index], left - 1)
            }
        }
        return left == 0
    }
}

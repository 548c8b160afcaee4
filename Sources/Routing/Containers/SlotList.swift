/// The position of an element in a `SlotPool`, or `none`.
struct Slot: Equatable {
    private let number: UInt16

    @inline(__always)
    init(_ index: Int) { number = UInt16(truncatingIfNeeded: index) }

    @inline(__always)
    static var none: Slot { Slot(0xFFFF) }

    /// Used in place of the previous slot: marks a slot that is in no list and not taken.
    @inline(__always)
    fileprivate static var unused: Slot { Slot(0xFFFE) }

    /// The maximum number of slots in a pool.
    static let most = 0xFFFE

    @inline(__always)
    var isNone: Bool { number == 0xFFFF }

    /// The index in the pool. Must not be used on `none`.
    @inline(__always)
    var index: Int { Int(number) }
}

/// The first and last slot of a list, whose links are in `SlotLinks`.
struct SlotList {
    fileprivate(set) var first = Slot.none
    fileprivate(set) var last = Slot.none

    @inline(__always)
    var isEmpty: Bool { first.isNone }
}

/// Doubly linked lists of slots: two links for each slot. A slot is in at most one list at a time.
///
/// `append`, `insert` and `remove` take constant time.
struct SlotLinks {
    private struct Links {
        var next = Slot.none
        var previous = Slot.none
    }

    private let links: UnsafeMutablePointer<Links>

    init(_ memory: inout Memory, count: Int) { links = memory.take(count, repeating: Links()) }

    static func byteCount(_ count: Int) -> Int { count * MemoryLayout<Links>.stride }

    /// The next slot in the same list, or `none`.
    @inline(__always)
    func next(after slot: Slot) -> Slot { links[slot.index].next }

    /// The previous slot in the same list, or `none`.
    @inline(__always)
    func previous(before slot: Slot) -> Slot { links[slot.index].previous }

    /// Appends a slot that is in no list to a list.
    @inline(__always)
    func append(_ slot: Slot, to list: inout SlotList) {
        let last = list.last
        links[slot.index] = Links(next: .none, previous: last)
        if last.isNone { list.first = slot } else { links[last.index].next = slot }
        list.last = slot
    }

    /// Inserts a slot that is in no list after `previous`, or at the start if `previous` is `none`.
    @inline(__always)
    func insert(_ slot: Slot, after previous: Slot, in list: inout SlotList) {
        let next = previous.isNone ? list.first : links[previous.index].next
        links[slot.index] = Links(next: next, previous: previous)
        if previous.isNone { list.first = slot } else { links[previous.index].next = slot }
        if next.isNone { list.last = slot } else { links[next.index].previous = slot }
    }

    /// Removes a slot from its list.
    @inline(__always)
    func remove(_ slot: Slot, from list: inout SlotList) {
        let (next, previous) = (links[slot.index].next, links[slot.index].previous)
        if previous.isNone { list.first = next } else { links[previous.index].next = next }
        if next.isNone { list.last = previous } else { links[next.index].previous = previous }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void, count: Int) { visit(.of(links, count)) }

    /// Checks restored bytes: a list must have `count` slots below `capacity`, consistently linked in both directions.
    func isWhole(_ list: SlotList, count: Int, capacity: Int) -> Bool {
        var (slot, previous, left) = (list.first, Slot.none, count)
        while !slot.isNone {
            guard left > 0, slot.index < capacity, links[slot.index].previous == previous else { return false }
            (previous, slot, left) = (slot, links[slot.index].next, left - 1)
        }
        return left == 0 && previous == list.last
    }
}

// The unused slots of a pool form a stack, linked by `next`.
extension SlotLinks {
    @inline(__always)
    func push(_ slot: Slot, onto unused: inout Slot) {
        links[slot.index] = Links(next: unused, previous: .unused)
        unused = slot
    }

    /// Removes and returns the top unused slot. There must be one.
    @inline(__always)
    func pop(from unused: inout Slot) -> Slot {
        let slot = unused
        unused = links[slot.index].next
        links[slot.index] = Links()
        return slot
    }

    /// Moves the top unused slot to the end of a list. There must be one.
    @inline(__always)
    func move(from unused: inout Slot, toEndOf list: inout SlotList) -> Slot {
        let slot = unused
        unused = links[slot.index].next
        append(slot, to: &list)
        return slot
    }

    func isUnused(_ slot: Slot) -> Bool { links[slot.index].previous == .unused }

    /// Checks restored bytes: the stack must have `count` unused slots below `capacity`.
    func isWhole(unused first: Slot, count: Int, capacity: Int) -> Bool {
        var (slot, left) = (first, count)
        while !slot.isNone {
            guard left > 0, slot.index < capacity, isUnused(slot) else { return false }
            (slot, left) = (links[slot.index].next, left - 1)
        }
        return left == 0
    }
}

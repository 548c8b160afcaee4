/// The place of an element in a `SlotPool`, or `none`.
struct Slot: Equatable {
    private let number: UInt16

    @inline(__always)
    init(_ index: Int) { number = UInt16(truncatingIfNeeded: index) }

    @inline(__always)
    static var none: Slot { Slot(0xFFFF) }

    /// Stands where the previous slot of a list does: this slot is in no list, and nobody has taken it.
    @inline(__always)
    fileprivate static var unused: Slot { Slot(0xFFFE) }

    /// The largest number of slots of a pool.
    static let most = 0xFFFE

    @inline(__always)
    var isNone: Bool { number == 0xFFFF }

    /// Its index in the pool. Not to be asked of `none`.
    @inline(__always)
    var index: Int { Int(number) }
}

/// The two ends of a list of slots, which `SlotLinks` ties together.
struct SlotList {
    fileprivate(set) var first = Slot.none
    fileprivate(set) var last = Slot.none

    @inline(__always)
    var isEmpty: Bool { first.isNone }
}

/// Ties slots together in lists: two links for each slot. A slot is in at most one list at a time.
///
/// `append`, `insert` and `remove` cost the same however long the list is.
struct SlotLinks {
    private struct Links {
        var next = Slot.none
        var previous = Slot.none
    }

    private let links: UnsafeMutablePointer<Links>

    init(_ memory: inout Memory, count: Int) { links = memory.take(count, repeating: Links()) }

    static func byteCount(_ count: Int) -> Int { count * MemoryLayout<Links>.stride }

    /// The slot behind a slot of a list, or `none`.
    @inline(__always)
    func next(after slot: Slot) -> Slot { links[slot.index].next }

    /// The slot before a slot of a list, or `none`.
    @inline(__always)
    func previous(before slot: Slot) -> Slot { links[slot.index].previous }

    /// Puts a slot that is in no list at the end of one.
    @inline(__always)
    func append(_ slot: Slot, to list: inout SlotList) {
        let last = list.last
        links[slot.index] = Links(next: .none, previous: last)
        if last.isNone { list.first = slot } else { links[last.index].next = slot }
        list.last = slot
    }

    /// Puts a slot that is in no list behind another one of a list, or first where that is `none`.
    @inline(__always)
    func insert(_ slot: Slot, after previous: Slot, in list: inout SlotList) {
        let next = previous.isNone ? list.first : links[previous.index].next
        links[slot.index] = Links(next: next, previous: previous)
        if previous.isNone { list.first = slot } else { links[previous.index].next = slot }
        if next.isNone { list.last = slot } else { links[next.index].previous = slot }
    }

    /// Takes a slot out of the list that it is in.
    @inline(__always)
    func remove(_ slot: Slot, from list: inout SlotList) {
        let (next, previous) = (links[slot.index].next, links[slot.index].previous)
        if previous.isNone { list.first = next } else { links[previous.index].next = next }
        if next.isNone { list.last = previous } else { links[next.index].previous = previous }
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void, count: Int) { visit(.of(links, count)) }

    /// Whether restored bytes are a list of so many slots below `capacity`, tied both ways.
    func isWhole(_ list: SlotList, count: Int, capacity: Int) -> Bool {
        var (slot, previous, left) = (list.first, Slot.none, count)
        while !slot.isNone {
            guard left > 0, slot.index < capacity, links[slot.index].previous == previous else { return false }
            (previous, slot, left) = (slot, links[slot.index].next, left - 1)
        }
        return left == 0 && previous == list.last
    }
}

// The unused slots of a pool: a stack, tied by the links to what is next.
extension SlotLinks {
    @inline(__always)
    func push(_ slot: Slot, onto unused: inout Slot) {
        links[slot.index] = Links(next: unused, previous: .unused)
        unused = slot
    }

    /// There must be one.
    @inline(__always)
    func pop(from unused: inout Slot) -> Slot {
        let slot = unused
        unused = links[slot.index].next
        links[slot.index] = Links()
        return slot
    }

    /// Moves a slot from the unused ones to the end of a list. There must be one.
    @inline(__always)
    func move(from unused: inout Slot, toEndOf list: inout SlotList) -> Slot {
        let slot = unused
        unused = links[slot.index].next
        append(slot, to: &list)
        return slot
    }

    func isUnused(_ slot: Slot) -> Bool { links[slot.index].previous == .unused }

    /// Whether restored bytes are a stack of so many unused slots below `capacity`.
    func isWhole(unused first: Slot, count: Int, capacity: Int) -> Bool {
        var (slot, left) = (first, count)
        while !slot.isNone {
            guard left > 0, slot.index < capacity, isUnused(slot) else { return false }
            (slot, left) = (links[slot.index].next, left - 1)
        }
        return left == 0
    }
}

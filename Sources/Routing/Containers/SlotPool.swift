/// A fixed number of elements, each in a slot that can be taken and given back. A taken slot may be in one of several
/// lists.
///
/// When the pool is full, `take` returns `none`, and the owner decides what to drop. Every operation takes constant
/// time. An owner whose slots are in a second list at the same time uses its own `SlotLinks` for that list.
struct SlotPool<Element> {
    private let elements: UnsafeMutablePointer<Element>
    private let links: SlotLinks
    private let capacity: Int
    private var unused = Slot.none
    /// The number of slots that can still be taken.
    private(set) var freeCount: Int

    /// Creates a pool of `capacity` slots, at most `Slot.most`, each containing `element`.
    init(_ memory: inout Memory, capacity: Int, repeating element: Element) {
        precondition(capacity <= Slot.most)
        elements = memory.take(capacity, repeating: element)
        links = SlotLinks(&memory, count: capacity)
        self.capacity = capacity
        freeCount = capacity
        for index in (0..<capacity).reversed() { links.push(Slot(index), onto: &unused) }
    }

    static func byteCount(_ capacity: Int) -> Int {
        capacity * MemoryLayout<Element>.stride + SlotLinks.byteCount(capacity) + 2 * 16
    }

    /// Takes a slot, which is in no list and still contains its last element; returns `none` if all slots are taken.
    @inline(__always)
    mutating func take() -> Slot {
        if unused.isNone { return .none }
        freeCount &-= 1
        return links.pop(from: &unused)
    }

    /// Takes a slot and appends it to a list, faster than `take` and `append`. There must be one: see `isFull`.
    @inline(__always)
    mutating func take(toEndOf list: inout SlotList) -> Slot {
        freeCount &-= 1
        return links.move(from: &unused, toEndOf: &list)
    }

    /// Gives back a taken slot, which must be in no list.
    @inline(__always)
    mutating func giveBack(_ slot: Slot) {
        assert(isTaken(slot))
        links.push(slot, onto: &unused)
        freeCount &+= 1
    }

    @inline(__always)
    var isFull: Bool { unused.isNone }

    func isTaken(_ slot: Slot) -> Bool { !links.isUnused(slot) }

    /// The element in a slot, which must not be `none`.
    subscript(slot: Slot) -> Element {
        // Safe as long as a slot comes from this pool: all its indices are below the capacity.
        @inline(__always)
        unsafeAddress { UnsafePointer(elements + slot.index) }
        @inline(__always)
        nonmutating unsafeMutableAddress { elements + slot.index }
    }
}

// MARK: - Lists

extension SlotPool {
    @inline(__always)
    func next(after slot: Slot) -> Slot { links.next(after: slot) }

    @inline(__always)
    func previous(before slot: Slot) -> Slot { links.previous(before: slot) }

    @inline(__always)
    func append(_ slot: Slot, to list: inout SlotList) { links.append(slot, to: &list) }

    @inline(__always)
    func insert(_ slot: Slot, after previous: Slot, in list: inout SlotList) {
        links.insert(slot, after: previous, in: &list)
    }

    @inline(__always)
    func remove(_ slot: Slot, from list: inout SlotList) { links.remove(slot, from: &list) }
}

// MARK: - Recording

extension SlotPool {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(elements, capacity))
        links.forEachTable(visit, count: capacity)
        withUnsafeMutableBytes(of: &unused, visit)
        withUnsafeMutableBytes(of: &freeCount, visit)
    }

    /// Checks restored bytes: exactly `freeCount` slots must be unused. The owner checks elements and lists.
    func hasValidState() -> Bool {
        0...capacity ~= freeCount && links.isWhole(unused: unused, count: freeCount, capacity: capacity)
    }

    /// Checks restored bytes: a list must have `count` slots, all of them taken.
    func isWhole(_ list: SlotList, count: Int) -> Bool {
        links.isWhole(list, count: count, capacity: capacity)
    }
}

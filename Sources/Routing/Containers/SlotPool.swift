/// A fixed number of elements, each in a slot that is taken, given back, and meanwhile may be in one of several lists.
///
/// A full pool takes no more: `take` returns `none`, and its owner decides what gives way. Every operation costs the same
/// however many slots are taken. An owner whose slots are in a second list at the same time has `SlotLinks` of its own.
struct SlotPool<Element> {
    private let elements: UnsafeMutablePointer<Element>
    private let links: SlotLinks
    private let capacity: Int
    private var unused = Slot.none
    /// How many slots can still be taken.
    private(set) var freeCount: Int

    /// A pool of `capacity` slots, at most `Slot.most`. `element` stands in each until its owner sets another.
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

    /// Takes a slot that is in no list and whose element is what was there last; `none` when all are taken.
    @inline(__always)
    mutating func take() -> Slot {
        if unused.isNone { return .none }
        freeCount &-= 1
        return links.pop(from: &unused)
    }

    /// Takes a slot to the end of a list, for less than `take` and `append`. There must be one: see `isFull`.
    @inline(__always)
    mutating func take(toEndOf list: inout SlotList) -> Slot {
        freeCount &-= 1
        return links.move(from: &unused, toEndOf: &list)
    }

    /// Gives back a slot that was taken and is in no list any more.
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

    /// Whether restored bytes are a pool: exactly `freeCount` slots are unused. Its owner checks elements and lists.
    func hasValidState() -> Bool {
        0...capacity ~= freeCount && links.isWhole(unused: unused, count: freeCount, capacity: capacity)
    }

    /// Whether a restored list has so many slots, all of them taken.
    func isWhole(_ list: SlotList, count: Int) -> Bool {
        links.isWhole(list, count: count, capacity: capacity)
    }
}

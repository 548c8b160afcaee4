/// A stack with the values of open lists or mappings; the values of the innermost one are on top.
///
/// Stores plain values only. The owner must call `free()`.
struct Open<Element: BitwiseCopyable> {
    private var start: UnsafeMutablePointer<Element>?
    private(set) var count = 0
    private var capacity = 0

    @inline(__always)
    subscript(index: Int) -> Element {
        _read { yield start.unsafelyUnwrapped[index] }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (start.unsafelyUnwrapped + count).initialize(to: element)
        count &+= 1
    }

    /// Moves the values from index `first` to the top into an arena.
    @inline(__always)
    mutating func take(from first: Int, into memory: Arena) -> UnsafeBufferPointer<Element> {
        let taken = count - first
        if taken == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
        let block = memory.room(taken, of: Element.self)
        block.initialize(from: start.unsafelyUnwrapped + first, count: taken)
        count = first
        return UnsafeBufferPointer(start: block, count: taken)
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(32, 2 * capacity))
        if let start {
            larger.initialize(from: start, count: count)
            start.deallocate()
        }
        capacity = max(32, 2 * capacity)
        start = larger
    }

    mutating func free() {
        start?.deallocate()
        (start, count, capacity) = (nil, 0, 0)
    }
}

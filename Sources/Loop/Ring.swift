import Synchronization

/// A queue from exactly one writing thread to one reading thread. Neither waits for the other.
///
/// The capacity is fixed, a power of two. A full ring refuses elements (`push` returns false) and overwrites nothing.
/// Elements are trivial values; ownership of what they point to passes to the reader. The ring points to memory that is
/// never freed, so that the loop uses it without reference counting.
package struct Ring<Element: BitwiseCopyable>: @unchecked Sendable {
    // @unchecked: the two indices are atomic, and an element belongs to the writer before and to the reader after the
    // store that publishes it.
    let elements: UnsafeMutablePointer<Element>
    let mask: Int
    package let written: UnsafeMutablePointer<Atomic<Int>>
    package let read: UnsafeMutablePointer<Atomic<Int>>

    /// Appends an element. Returns false if the ring is full. For the writing thread only.
    package func push(_ element: Element) -> Bool {
        let at = written.pointee.load(ordering: .relaxed)
        if at &- read.pointee.load(ordering: .acquiring) > mask { return false }
        (elements + (at & mask)).initialize(to: element)
        written.pointee.store(at &+ 1, ordering: .releasing)
        return true
    }

    /// Appends all elements, or none if there is no room for all. The reader never sees a part. For the writing thread
    /// only.
    package func push(all new: [Element]) -> Bool {
        let at = written.pointee.load(ordering: .relaxed)
        if at &- read.pointee.load(ordering: .acquiring) + new.count > mask + 1 { return false }
        for index in new.indices { (elements + ((at &+ index) & mask)).initialize(to: new[index]) }
        written.pointee.store(at &+ new.count, ordering: .releasing)
        return true
    }

    /// Whether the ring is empty. For the reading thread only.
    package var isEmpty: Bool {
        @inline(__always)
        get { read.pointee.load(ordering: .relaxed) == written.pointee.load(ordering: .acquiring) }
    }

    /// Removes and returns the oldest element; nil if the ring is empty. For the reading thread only.
    package func pop() -> Element? {
        let at = read.pointee.load(ordering: .relaxed)
        if at == written.pointee.load(ordering: .acquiring) { return nil }
        let element = elements[at & mask]
        read.pointee.store(at &+ 1, ordering: .releasing)
        return element
    }
}

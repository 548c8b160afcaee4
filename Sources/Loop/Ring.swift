import Synchronization

/// A ring between exactly one writing and one reading thread; neither ever waits for the other.
///
/// Fixed capacity, a power of two. A full ring refuses (`push` returns false) and the writer says so; nothing is
/// overwritten. The elements are trivial values: what they point to is handed over with them. The ring itself is a
/// value that points to memory which is never freed, so that the loop touches it without counting references.
package struct Ring<Element: BitwiseCopyable>: @unchecked Sendable {
    // @unchecked: the two indices are atomic, and an element belongs to the writer before and to the reader after the
    // store that publishes it.
    let elements: UnsafeMutablePointer<Element>
    let mask: Int
    package let written: UnsafeMutablePointer<Atomic<Int>>
    package let read: UnsafeMutablePointer<Atomic<Int>>

    /// False when the ring is full. For the writing thread only.
    package func push(_ element: Element) -> Bool {
        let at = written.pointee.load(ordering: .relaxed)
        if at &- read.pointee.load(ordering: .acquiring) > mask { return false }
        (elements + (at & mask)).initialize(to: element)
        written.pointee.store(at &+ 1, ordering: .releasing)
        return true
    }

    /// All of them or, without room for all, none: the reader never sees a part. For the writing thread only.
    package func push(all new: [Element]) -> Bool {
        let at = written.pointee.load(ordering: .relaxed)
        if at &- read.pointee.load(ordering: .acquiring) + new.count > mask + 1 { return false }
        for index in new.indices { (elements + ((at &+ index) & mask)).initialize(to: new[index]) }
        written.pointee.store(at &+ new.count, ordering: .releasing)
        return true
    }

    /// Whether there is nothing to take. For the reading thread only.
    package var isEmpty: Bool {
        @inline(__always)
        get { read.pointee.load(ordering: .relaxed) == written.pointee.load(ordering: .acquiring) }
    }

    /// The oldest element, or nil. For the reading thread only.
    func pop() -> Element? {
        let at = read.pointee.load(ordering: .relaxed)
        if at == written.pointee.load(ordering: .acquiring) { return nil }
        let element = elements[at & mask]
        read.pointee.store(at &+ 1, ordering: .releasing)
        return element
    }
}

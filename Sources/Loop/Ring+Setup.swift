import CPlatform
import Synchronization

extension Ring {
    /// - Parameter isTouched: all of its memory is there from the start. Else a page comes when the writing thread, which may
    ///   be held up by that, first needs it; the reading thread never sees one that has not come.
    package init(capacity: Int, isTouched: Bool = true) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0)
        let bytes = capacity * MemoryLayout<Element>.stride
        if !isTouched, let memory = treadle_map(bytes) {
            elements = memory.bindMemory(to: Element.self, capacity: capacity)
        } else {
            elements = .allocate(capacity: capacity)
        }
        mask = capacity - 1
        written = .allocate(capacity: 1)
        read = .allocate(capacity: 1)
        written.initialize(to: Atomic(0))
        read.initialize(to: Atomic(0))
    }
}

import CPlatform
import Synchronization

extension Ring {
    /// Allocates a ring.
    ///
    /// - Parameter isTouched: all pages are resident from the start. Otherwise the writing thread, which must then be
    ///   allowed to wait, faults in each page; the reading thread only reads pages that were written.
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

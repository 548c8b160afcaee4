import Synchronization

extension Snapshot {
    package init(_ initial: Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
        sequence = .allocate(capacity: 1)
        sequence.initialize(to: Atomic(0))
    }

    /// Gives the memory back, once neither the writing thread nor a reader uses it.
    package func free() {
        value.deallocate()
        sequence.deallocate()
    }
}

import Synchronization

extension Snapshot {
    package init(_ initial: Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
        sequence = .allocate(capacity: 1)
        sequence.initialize(to: Atomic(0))
    }

    /// Frees the memory. Neither the writing thread nor a reader may use the snapshot afterwards.
    package func free() {
        value.deallocate()
        sequence.deallocate()
    }
}

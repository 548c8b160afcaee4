import Synchronization

/// The newest value of one writing thread, for any readers: a sequence lock. The writer never waits; a reader that
/// meets a write in progress reads again. Its memory is never freed, so that the loop touches it without counting
/// references.
struct Snapshot<Value: BitwiseCopyable>: @unchecked Sendable {
    // @unchecked: a torn value is read at worst, and the sequence number then says so before anybody sees it.
    private let value: UnsafeMutablePointer<Value>
    private let sequence: UnsafeMutablePointer<Atomic<UInt>>

    init(_ initial: Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
        sequence = .allocate(capacity: 1)
        sequence.initialize(to: Atomic(0))
    }

    /// For the one writing thread.
    func publish(_ new: Value) { change { $0 = new } }

    /// Changes a part of it, which costs no copy of the rest. For the one writing thread.
    @inline(__always)
    func change(_ body: (inout Value) -> Void) {
        let at = sequence.pointee.load(ordering: .relaxed)
        sequence.pointee.store(at &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        body(&value.pointee)
        sequence.pointee.store(at &+ 2, ordering: .releasing)
    }

    func read() -> Value {
        while true {
            let before = sequence.pointee.load(ordering: .acquiring)
            let copy = value.pointee
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0 && sequence.pointee.load(ordering: .relaxed) == before { return copy }
        }
    }
}

import Synchronization

/// The newest value of one writing thread, for any readers: a sequence lock. The writer never waits; a reader that
/// meets a write in progress reads again. It is a value that points to memory, so that the loop touches it without
/// counting references; only `free` gives that back.
package struct Snapshot<Value: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
    // @unchecked: a torn value is read at worst, and the sequence number then says so before anybody sees it.
    package let value: UnsafeMutablePointer<Value>
    package let sequence: UnsafeMutablePointer<Atomic<UInt>>

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

    package func read() -> Value { readNumbered().value }

    /// Differs after each publication.
    fileprivate var number: UInt { sequence.pointee.load(ordering: .acquiring) }

    fileprivate func readNumbered() -> (value: Value, number: UInt) {
        while true {
            let before = number
            let copy = value.pointee
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0 && sequence.pointee.load(ordering: .relaxed) == before { return (copy, before) }
        }
    }
}

/// What one reader has not seen yet of a snapshot: the newest value, whatever was published before it.
package struct News<Value: BitwiseCopyable> {
    let snapshot: Snapshot<Value>
    private var seen: UInt = 0

    package init(_ snapshot: Snapshot<Value>) { self.snapshot = snapshot }

    /// The newest value if there is one since the last call.
    package mutating func take() -> Value? {
        if snapshot.number == seen { return nil }
        let (value, number) = snapshot.readNumbered()
        seen = number
        return value
    }
}

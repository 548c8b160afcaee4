import Synchronization

/// The newest value of one writing thread, for any number of readers: a sequence lock. The writer never waits; a reader
/// that meets a write reads again. Only `free` releases the memory, so that the loop uses it without reference
/// counting.
package struct Snapshot<Value: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
    // @unchecked: a reader may copy a torn value, but the sequence number shows that before the value is returned.
    package let value: UnsafeMutablePointer<Value>
    package let sequence: UnsafeMutablePointer<Atomic<UInt>>

    /// Replaces the value. For the one writing thread.
    package func publish(_ new: Value) { change { $0 = new } }

    /// Changes a part of the value without copying the rest. For the one writing thread.
    @inline(__always)
    func change(_ body: (inout Value) -> Void) {
        let at = sequence.pointee.load(ordering: .relaxed)
        sequence.pointee.store(at &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        body(&value.pointee)
        sequence.pointee.store(at &+ 2, ordering: .releasing)
    }

    package func read() -> Value { readNumbered { $0 }.part }

    /// Reads a part of the value, or of memory that it points to, without copying the rest.
    package func read<Part: BitwiseCopyable>(_ part: (Value) -> Part) -> Part { readNumbered(part).part }

    /// The sequence number; differs after each publication.
    fileprivate var number: UInt { sequence.pointee.load(ordering: .acquiring) }

    @inline(__always)
    fileprivate func readNumbered<Part: BitwiseCopyable>(_ part: (Value) -> Part) -> (part: Part, number: UInt) {
        while true {
            let before = number
            let copy = part(value.pointee)
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0 && sequence.pointee.load(ordering: .relaxed) == before { return (copy, before) }
        }
    }
}

/// One reader's view of a snapshot: returns each newest value once. Older unread values are skipped.
package struct News<Value: BitwiseCopyable> {
    let snapshot: Snapshot<Value>
    private var seen: UInt = 0

    package init(_ snapshot: Snapshot<Value>) { self.snapshot = snapshot }

    /// Returns the newest value if one was published since the last call.
    package mutating func take() -> Value? {
        if snapshot.number == seen { return nil }
        let (value, number) = snapshot.readNumbered { $0 }
        seen = number
        return value
    }
}

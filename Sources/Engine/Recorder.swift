import MIDI
import Program
import Synchronization

/// The flight recorder: the last minutes of what came in and went out, for the loop to fill at two stores a message.
///
/// What comes in is remembered as the engine was given it, so that it can be given it again: the same bytes, edges,
/// samples and commands in the same order at the same times. Why something was dropped is not remembered, as it follows
/// from that.
package struct Recorder: @unchecked Sendable {
    // @unchecked: what is shared is atomic, or belongs to the loop.

    package let inputs: RecordRing
    package let outputs: RecordRing
    /// Even while the loop sleeps, odd while it works; it wraps.
    private let activity: UnsafeMutablePointer<Atomic<UInt>>
    /// When the loop woke last. For the loop only.
    private let wokeAt: UnsafeMutablePointer<UInt64>
    /// The place of the last input that no script can say: another configuration, or what its files say now.
    private let brokenAt: UnsafeMutablePointer<Atomic<Int>>

    /// - Parameters:
    ///   - memory: `byteCount(inputs:outputs:)` zero bytes, resident. Never freed.
    ///   - inputs: entries of that ring, a power of two above 512.
    ///   - outputs: likewise.
    package init(in memory: UnsafeMutableRawPointer, inputs: Int, outputs: Int) {
        activity = memory.bindMemory(to: Atomic<UInt>.self, capacity: 1)
        activity.initialize(to: Atomic(0))
        wokeAt = (memory + 16).bindMemory(to: UInt64.self, capacity: 1)
        brokenAt = (memory + 32).bindMemory(to: Atomic<Int>.self, capacity: 1)
        brokenAt.initialize(to: Atomic(-1))
        let rings = memory + Recorder.headerBytes
        self.inputs = RecordRing(in: rings, capacity: inputs)
        self.outputs = RecordRing(in: rings + RecordRing.byteCount(capacity: inputs), capacity: outputs)
    }

    private static let headerBytes = 64

    package static func byteCount(inputs: Int, outputs: Int) -> Int {
        headerBytes + RecordRing.byteCount(capacity: inputs) + RecordRing.byteCount(capacity: outputs)
    }
}

// MARK: - For the loop

extension Recorder {
    package func wake(at now: UInt64) {
        activity.pointee.store(activity.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        wokeAt.pointee = now
    }

    /// Time has passed since it woke.
    package func goOn(at now: UInt64) { wokeAt.pointee = now }

    package func sleep() {
        activity.pointee.store(activity.pointee.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Bytes of a port's input, as they arrived.
    @inline(__always)
    package func hear(_ bytes: UnsafeRawBufferPointer, from port: UInt8, at time: UInt64) {
        var start = 0
        while bytes.count &- start > RecordRing.Entry.capacity {
            hear(bytes, start, RecordRing.Entry.capacity, RecordRing.Entry.goesOn, from: port, at: time)
            start &+= RecordRing.Entry.capacity
        }
        hear(bytes, start, bytes.count &- start, 0, from: port, at: time)
    }

    /// Up to six of them.
    @inline(__always)
    private func hear(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ count: Int, _ flag: UInt8, from port: UInt8, at time: UInt64
    ) {
        var payload: UInt64 = 0
        if count == 3 {
            // Mostly so.
            payload = UInt64(bytes[start]) | UInt64(bytes[start &+ 1]) &<< 8 | UInt64(bytes[start &+ 2]) &<< 16
        } else if count > 3 {
            // The first four and the last four; where they overlap they are the same.
            let first = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
            let last = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start &+ count &- 4, as: UInt32.self))
            payload = UInt64(first) | UInt64(last) &<< UInt64(truncatingIfNeeded: 8 &* count &- 32)
        } else if count > 0 {
            // The first and the last.
            let last = count &- 1
            payload = UInt64(bytes[start]) | UInt64(bytes[start &+ last]) &<< UInt64(truncatingIfNeeded: 8 &* last)
        }
        let detail = UInt8(truncatingIfNeeded: count) | flag
        inputs.put(RecordRing.Entry(RecordRing.Kind.bytes.rawValue, port: port, detail: detail, payload, at: time))
    }

    /// A message that leaves.
    @inline(__always)
    package func say(_ message: Message, to port: UInt8, at time: UInt64) {
        outputs.put(RecordRing.Entry(message, .message, port: port, at: time))
    }

    /// A sample of the tilt, in millionths of g.
    func move(_ x: Int32, _ y: Int32, _ z: Int32, at time: UInt64) {
        let (x, y, z) = (UInt64(UInt32(bitPattern: x)), UInt64(UInt32(bitPattern: y)), UInt64(UInt32(bitPattern: z)))
        note(.motion, port: 0, x | (y & 0xFFFF) << 32, at: time)
        note(.motion, port: 0, y >> 16 | z << 16, at: time)
    }

    /// Anything else that comes in.
    package func note(_ kind: RecordRing.Kind, port: UInt8, detail: UInt8 = 0, _ payload: UInt64 = 0, at time: UInt64) {
        inputs.put(RecordRing.Entry(kind.rawValue, port: port, detail: detail, payload, at: time))
    }

    package func note(_ message: Message, _ kind: RecordRing.Kind, port: UInt8, at time: UInt64) {
        inputs.put(RecordRing.Entry(message, kind, port: port, at: time))
    }

    /// The driver of a port takes nothing now.
    package func stall(_ port: UInt8) { note(.stall, port: port, at: wokeAt.pointee) }

    package func perform(_ action: Action, at time: UInt64) {
        if action == .none { return }
        guard let code = RecordedAction.code(of: action) else { return breakOff(at: time) }
        note(.perform, port: 0, detail: code.code, code.value, at: time)
    }

    /// What happens now can be said by no script: it cannot be replayed over this.
    package func breakOff(at time: UInt64) {
        brokenAt.pointee.store(inputs.written, ordering: .relaxed)
        note(.breakOff, port: 0, at: time)
    }
}

// MARK: - For the others

extension Recorder {
    /// Changes whenever the loop has done anything; nil while it does.
    package var quietSign: UInt? {
        let sign = activity.pointee.load(ordering: .acquiring)
        return sign & 1 == 0 ? sign : nil
    }

    /// Whether the loop has done nothing since that sign.
    package func isQuiet(since sign: UInt) -> Bool {
        atomicMemoryFence(ordering: .acquiring)
        return activity.pointee.load(ordering: .relaxed) == sign
    }

    /// The first place that a replay may begin with.
    package var replayable: Int { max(inputs.oldest, brokenAt.pointee.load(ordering: .relaxed) + 1) }
}

import MIDI
import Plan
import Routing
import Synchronization

/// The flight recorder: the input and output of the last minutes. The loop fills it at the cost of two stores a
/// message.
///
/// Input is recorded as the engine received it, so that it can be replayed: the same bytes, edges, samples and commands
/// in the same order at the same times. Reasons for dropped messages are not recorded, because a replay finds them
/// again.
package struct Recorder: @unchecked Sendable {
    // @unchecked: shared values are atomic; the others belong to the loop.

    package let inputs: RecordRing
    package let outputs: RecordRing
    /// Counts the loop's wakes and sleeps: even while the loop sleeps, odd while it works; wraps.
    private let activity: UnsafeMutablePointer<Atomic<UInt>>
    /// When the loop woke last. For the loop only.
    private let wokeAt: UnsafeMutablePointer<UInt64>
    /// The place of the last input that a script cannot repeat, such as another configuration.
    private let brokenAt: UnsafeMutablePointer<Atomic<Int>>

    /// - Parameters:
    ///   - memory: `byteCount(inputs:outputs:)` zero bytes, resident. Never freed.
    ///   - inputs: entries of the input ring, a power of two above 512.
    ///   - outputs: entries of the output ring, a power of two above 512.
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

    /// Sets the wake time of a loop that continues without sleeping.
    package func goOn(at now: UInt64) { wokeAt.pointee = now }

    package func sleep() {
        activity.pointee.store(activity.pointee.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Records input bytes of a port.
    @inline(__always)
    package func received(_ bytes: UnsafeRawBufferPointer, from port: UInt8, at time: UInt64) {
        var start = 0
        while bytes.count &- start > RecordRing.Entry.capacity {
            received(bytes, start, RecordRing.Entry.capacity, RecordRing.Entry.goesOn, from: port, at: time)
            start &+= RecordRing.Entry.capacity
        }
        received(bytes, start, bytes.count &- start, 0, from: port, at: time)
    }

    /// Records up to six bytes as one entry.
    @inline(__always)
    private func received(
        _ bytes: UnsafeRawBufferPointer, _ start: Int, _ count: Int, _ flag: UInt8, from port: UInt8, at time: UInt64
    ) {
        var payload: UInt64 = 0
        if count == 3 {
            // Fast path: a message of three bytes.
            payload = UInt64(bytes[start]) | UInt64(bytes[start &+ 1]) &<< 8 | UInt64(bytes[start &+ 2]) &<< 16
        } else if count > 3 {
            // Two loads, of the first and the last four bytes; where they overlap they are equal.
            let first = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
            let last = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start &+ count &- 4, as: UInt32.self))
            payload = UInt64(first) | UInt64(last) &<< UInt64(truncatingIfNeeded: 8 &* count &- 32)
        } else if count > 0 {
            // The first and the last of one or two bytes.
            let last = count &- 1
            payload = UInt64(bytes[start]) | UInt64(bytes[start &+ last]) &<< UInt64(truncatingIfNeeded: 8 &* last)
        }
        let detail = UInt8(truncatingIfNeeded: count) | flag
        inputs.put(RecordRing.Entry(RecordRing.Kind.bytes.rawValue, port: port, detail: detail, payload, at: time))
    }

    /// Records a sent message.
    @inline(__always)
    package func sent(_ message: Message, to port: UInt8, at time: UInt64) {
        outputs.put(RecordRing.Entry(message, .message, port: port, at: time))
    }

    /// Records words that a UMP port received.
    func received(umps words: UnsafeBufferPointer<UInt32>, from port: UInt8, at time: UInt64) {
        for index in 0..<words.count {
            let detail = index < words.count - 1 ? RecordRing.Entry.goesOn : 0
            note(.words, port: port, detail: detail, UInt64(words[index]), at: time)
        }
    }

    /// Records a UMP that was sent to a place.
    package func sent(ump: UnsafePointer<UInt32>, to place: UInt8, at time: UInt64) {
        let ump = Message(ump[0], ump[1], ump[2], ump[3])
        put(ump, .ump, port: place, in: outputs, at: time)
    }

    /// Records a UMP, word by word.
    private func put(_ ump: Message, _ kind: RecordRing.Kind, port: UInt8, in ring: RecordRing, at time: UInt64) {
        for index in 0..<ump.wordCount {
            let detail = index < ump.wordCount - 1 ? RecordRing.Entry.goesOn : 0
            ring.put(
                RecordRing.Entry(kind.rawValue, port: port, detail: detail, UInt64(ump.word(index)), at: time))
        }
    }

    /// Records a sample of the tilt, in millionths of g.
    func sampled(_ x: Int32, _ y: Int32, _ z: Int32, at time: UInt64) {
        let (x, y, z) = (UInt64(UInt32(bitPattern: x)), UInt64(UInt32(bitPattern: y)), UInt64(UInt32(bitPattern: z)))
        note(.motion, port: 0, x | (y & 0xFFFF) << 32, at: time)
        note(.motion, port: 0, y >> 16 | z << 16, at: time)
    }

    /// Records any other input.
    package func note(_ kind: RecordRing.Kind, port: UInt8, detail: UInt8 = 0, _ payload: UInt64 = 0, at time: UInt64) {
        inputs.put(RecordRing.Entry(kind.rawValue, port: port, detail: detail, payload, at: time))
    }

    /// Records an event of a port.
    package func note(_ kind: RecordRing.Kind, port: PortIndex, detail: UInt8 = 0, at time: UInt64) {
        note(kind, port: port.rawValue, detail: detail, at: time)
    }

    package func note(_ message: Message, _ kind: RecordRing.Kind, port: PortIndex, at time: UInt64) {
        if message.isUMPOnly {
            let kind = kind == .play ? RecordRing.Kind.playUMP : .sendUMP
            return put(message, kind, port: port.rawValue, in: inputs, at: time)
        }
        inputs.put(RecordRing.Entry(message, kind, port: port.rawValue, at: time))
    }

    /// Records that a port accepts no output from now on.
    ///
    /// - Parameter time: when the refused message was due, maybe before the loop woke. Nil: all output that was due
    ///   until the loop woke was accepted.
    package func stall(_ port: PortIndex, at time: UInt64? = nil) {
        note(.stall, port: port, at: min(time ?? UInt64.max, wokeAt.pointee))
    }

    package func perform(_ action: Action, at time: UInt64) {
        if action == .none { return }
        guard let code = RecordedAction.code(of: action) else { return breakOff(at: time) }
        note(.perform, port: 0, detail: code.code, code.value, at: time)
    }

    /// Records an event that a script cannot repeat. A replay must begin after it.
    package func breakOff(at time: UInt64) {
        brokenAt.pointee.store(inputs.written, ordering: .relaxed)
        note(.breakOff, port: 0, at: time)
    }
}

// MARK: - For other threads

extension Recorder {
    /// A value that changes whenever the loop has worked; nil while the loop works.
    package var quietSign: UInt? {
        let sign = activity.pointee.load(ordering: .acquiring)
        return sign & 1 == 0 ? sign : nil
    }

    /// Whether the loop has not worked since `quietSign` returned this value.
    package func isQuiet(since sign: UInt) -> Bool {
        atomicMemoryFence(ordering: .acquiring)
        return activity.pointee.load(ordering: .relaxed) == sign
    }

    /// The first place at which a replay can begin.
    package var replayable: Int { max(inputs.oldest, brokenAt.pointee.load(ordering: .relaxed) + 1) }
}

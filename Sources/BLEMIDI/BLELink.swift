import MIDI

/// The Bluetooth link to one peer: its input and its output, in memory of a fixed size.
///
/// Both may be used at once: a message that the receiver delivers may go back to the same peer.
package struct BLELink: BitwiseCopyable {
    private let input: UnsafeMutablePointer<BLEReceiver>
    private let output: UnsafeMutablePointer<BLESender>

    /// Bytes of memory that a link needs.
    package static var byteCount: Int {
        aligned(MemoryLayout<BLEReceiver>.stride) + aligned(MemoryLayout<BLESender>.stride)
            + aligned(MemoryLayout<MessageBuffer.Waiting>.stride * (BLELimits.buffered + BLELimits.realTime))
            + aligned(BLELimits.packet)
    }

    private static func aligned(_ count: Int) -> Int { (count + 15) & ~15 }

    /// - Parameters:
    ///   - memory: `byteCount` bytes, aligned to 16, that live as long as the link and that only it uses.
    ///   - buffer: nanoseconds from the time stamp of a message to its routing, 0...100 ms (B12).
    package init(in memory: UnsafeMutableRawPointer, buffer: UInt64) {
        var next = memory
        input = next.bindMemory(to: BLEReceiver.self, capacity: 1)
        next += BLELink.aligned(MemoryLayout<BLEReceiver>.stride)
        output = next.bindMemory(to: BLESender.self, capacity: 1)
        next += BLELink.aligned(MemoryLayout<BLESender>.stride)
        let slots = UnsafeMutableBufferPointer(
            start: next.bindMemory(to: MessageBuffer.Waiting.self, capacity: BLELimits.buffered + BLELimits.realTime),
            count: BLELimits.buffered + BLELimits.realTime)
        slots.initialize(repeating: MessageBuffer.Waiting())
        next += BLELink.aligned(MemoryLayout<MessageBuffer.Waiting>.stride * slots.count)
        let packet = UnsafeMutableRawBufferPointer(start: next, count: BLELimits.packet)
        packet.initializeMemory(as: UInt8.self, repeating: 0)
        input.initialize(
            to: BLEReceiver(buffer: buffer, UnsafeMutableBufferPointer(rebasing: slots[..<BLELimits.buffered])))
        output.initialize(
            to: BLESender(packet, UnsafeMutableBufferPointer(rebasing: slots[BLELimits.buffered...])))
    }

    package var receiver: BLEReceiver {
        @inline(__always) unsafeAddress { UnsafePointer(input) }
        @inline(__always) nonmutating unsafeMutableAddress { input }
    }

    package var sender: BLESender {
        @inline(__always) unsafeAddress { UnsafePointer(output) }
        @inline(__always) nonmutating unsafeMutableAddress { output }
    }

    /// When the link next has a message to deliver or to send, in nanoseconds; `UInt64.max`: nothing waits.
    package var deadline: UInt64 { min(receiver.deadline, sender.deadline) }
}

import BLEMIDI
import MIDI

/// Packets of a link that the kernel has not taken yet, with their ATT heads, oldest first. Mostly empty.
struct LinkFrames {
    /// Bytes of memory that the frames of a link need.
    static let byteCount = LoopLimits.linkFrames * size
    /// Bytes of the longest frame, rounded up.
    private static let size = 256

    private let memory: UnsafeMutableRawPointer
    private var lengths = InlineArray<16, UInt16>(repeating: 0)
    private var first = 0
    private(set) var count = 0

    /// - Parameter memory: `byteCount` bytes, which only these frames use.
    init(in memory: UnsafeMutableRawPointer) { self.memory = memory }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    mutating func clear() { (first, count) = (0, 0) }

    /// Appends a packet behind the head that a link needs. Returns false if it has no room.
    mutating func append(_ packet: UnsafeRawBufferPointer, by playing: ATTPlaying) -> Bool {
        let length = BLELimits.overhead + packet.count
        guard count < LoopLimits.linkFrames, length <= LinkFrames.size, let bytes = packet.baseAddress else {
            return false
        }
        let place = (first + count) % LoopLimits.linkFrames
        let frame = memory + place * LinkFrames.size
        playing.writeHead(to: UnsafeMutableRawBufferPointer(start: frame, count: BLELimits.overhead))
        (frame + BLELimits.overhead).copyMemory(from: bytes, byteCount: packet.count)
        lengths[place] = UInt16(truncatingIfNeeded: length)
        count += 1
        return true
    }

    /// The oldest frame. There must be one.
    var oldest: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory + first * LinkFrames.size, count: Int(lengths[first]))
    }

    mutating func removeOldest() {
        first = (first + 1) % LoopLimits.linkFrames
        count -= 1
    }
}

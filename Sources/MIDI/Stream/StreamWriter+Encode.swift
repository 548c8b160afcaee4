extension StreamWriter {
    /// Encodes one message as MIDI 1.0 bytes without running status.
    ///
    /// - Parameter bytes: receives the bytes of the message from index 0 on.
    /// - Returns: the number of bytes, 0...8. See `PackedBytes`.
    package static func encode(_ message: Message, into bytes: inout InlineArray<8, UInt8>) -> Int {
        let packed = PackedBytes(message)
        for index in 0..<packed.count { bytes[index] = packed[index] }
        return packed.count
    }
}

/// The MIDI 1.0 bytes of one message, without running status, in one word. A SysEx Start begins with F0, an End ends
/// with F7.
///
/// The top bits of data bytes are cleared, so that the bytes are always well formed.
struct PackedBytes {
    /// The bytes, the first one in the lowest eight bits. Bytes from `count` on are meaningless.
    private(set) var bytes: UInt64
    /// The number of bytes, 0...8. It is 0 for message types other than 1, 2 and 3, undefined statuses and malformed
    /// UMPs.
    private(set) var count: Int

    @inline(__always)
    init(_ message: Message) {
        if message.type == MessageType.sysEx {
            self.init(sysEx: message)
            return
        }
        let type = Status.isSystem(message.status) ? MessageType.system : MessageType.midi1Channel
        self.init(
            bytes: UInt64((message.word0 << 8).byteSwapped) & 0x7F_7FFF,
            count: message.type == type ? MessageLength.bytes(status: message.status) : 0)
    }

    private init(bytes: UInt64, count: Int) {
        self.bytes = bytes
        self.count = count
    }

    private init(sysEx message: Message) {
        guard message.isSysEx, let piece = message.sysExStatus else {
            (bytes, count) = (0, 0)
            return
        }
        let data = UInt64(message.word0) << 48 | UInt64(message.word1) << 16
        bytes = data.byteSwapped & 0x7F7F_7F7F_7F7F
        count = message.sysExCount
        if piece == .complete || piece == .start {
            bytes = bytes << 8 | UInt64(Status.sysEx)
            count += 1
        }
        if piece == .complete || piece == .end {
            let end = UInt64(8 * count)
            bytes = bytes & ~(0xFF << end) | UInt64(Status.sysExEnd) << end
            count += 1
        }
    }

    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> UInt64(8 * index)) }

    @inline(__always)
    mutating func dropFirst() {
        bytes >>= 8
        count -= 1
    }
}

extension StreamWriter {
    /// The MIDI 1.0 bytes of one message, without running status, as `PackedBytes` has them.
    ///
    /// - Parameter bytes: filled from its beginning.
    /// - Returns: how many bytes it is, 0...8.
    public static func encode(_ message: Message, into bytes: inout InlineArray<8, UInt8>) -> Int {
        let packed = PackedBytes(message)
        for index in 0..<packed.count { bytes[index] = packed[index] }
        return packed.count
    }
}

/// The MIDI 1.0 bytes of one message, without running status, in one word. A SysEx Start begins with F0, an End closes with
/// F7.
///
/// Data bytes lose their top bit, so what comes out is well formed whatever went in.
struct PackedBytes {
    /// The first byte stands lowest; what is beyond `count` means nothing.
    private(set) var bytes: UInt64
    /// 0...8; 0 for message types other than 1, 2 and 3, undefined statuses and malformed packets.
    private(set) var count: Int

    @inline(__always)
    init(_ message: Message) {
        if message.type == 3 {
            self.init(sysEx: message)
            return
        }
        // Type 1 is for statuses from F0 on, type 2 for those below.
        let isKnown = message.type == (message.status < 0xF0 ? 2 : 1)
        self.init(
            bytes: UInt64((message.word0 << 8).byteSwapped) & 0x7F_7FFF,
            count: isKnown ? MessageLength.bytes(status: message.status) : 0)
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
            bytes = bytes << 8 | 0xF0
            count += 1
        }
        if piece == .complete || piece == .end {
            let end = UInt64(8 * count)
            bytes = bytes & ~(0xFF << end) | 0xF7 << end
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

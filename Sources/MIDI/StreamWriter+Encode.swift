extension StreamWriter {
    /// The MIDI 1.0 bytes of one message, without running status. A SysEx Start begins with F0, an End closes with F7.
    ///
    /// Data bytes lose their top bit, so what comes out is well formed whatever went in.
    ///
    /// - Parameter bytes: filled from its beginning.
    /// - Returns: how many bytes it is, 0...8; 0 for message types other than 1, 2 and 3, undefined statuses and
    ///   malformed packets.
    public static func encode(_ message: Message, into bytes: inout InlineArray<8, UInt8>) -> Int {
        switch message.type {
        case 1 where message.status >= 0xF0, 2 where message.status < 0xF0:
            bytes[0] = message.status
            bytes[1] = message.data1
            bytes[2] = message.data2
            return MessageLength.bytes(status: message.status)
        case 3:
            return encodeSysEx(message, into: &bytes)
        default:
            return 0
        }
    }

    private static func encodeSysEx(_ message: Message, into bytes: inout InlineArray<8, UInt8>) -> Int {
        guard message.isSysEx, let piece = message.sysExStatus else { return 0 }
        var count = 0
        if piece == .complete || piece == .start {
            bytes[0] = 0xF0
            count = 1
        }
        for index in 0..<message.sysExCount {
            bytes[count] = message.sysExByte(index)
            count += 1
        }
        if piece == .complete || piece == .end {
            bytes[count] = 0xF7
            count += 1
        }
        return count
    }
}

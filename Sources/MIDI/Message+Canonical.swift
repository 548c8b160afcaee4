extension Message {
    /// The one way to write this message in the MIDI 1.0 protocol: data bytes without their top bit, unused bytes 0.
    ///
    /// Nil for what that protocol does not have: undefined statuses, MIDI 2.0 channel messages, malformed SysEx packets,
    /// reserved types. Utility, 128-bit data, flex data and stream messages are the same in both protocols and stay as
    /// they are: what their fields may hold is for those who read them.
    public var canonical: Message? {
        switch type {
        case 0x0, 0x5, 0xD, 0xF: self
        case 0x1 where status >= 0xF0: canonicalData
        case 0x2 where status < 0xF0: canonicalData
        case 0x3: canonicalSysEx
        default: nil
        }
    }

    private var canonicalData: Message? {
        switch MessageLength.bytes(status: status) {
        case 1: Message(word0 & 0xFFFF_0000)
        case 2: Message(word0 & 0xFFFF_7F00)
        case 3: Message(word0 & 0xFFFF_7F7F)
        default: nil
        }
    }

    private var canonicalSysEx: Message? {
        guard isSysEx, let piece = sysExStatus else { return nil }
        var bytes = InlineArray<6, UInt8>(repeating: 0)
        for index in 0..<sysExCount { bytes[index] = sysExByte(index) }
        return Message(sysEx: piece, bytes, count: sysExCount, group: group)
    }
}

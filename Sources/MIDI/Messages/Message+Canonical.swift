extension Message {
    /// The canonical form of this message in the MIDI 1.0 protocol: data bytes without their top bit, unused bytes 0.
    ///
    /// Nil for messages that this protocol lacks: undefined statuses, MIDI 2.0 channel messages, malformed SysEx
    /// UMPs, reserved types. Utility, 128-bit data, flex data and stream messages are the same in both protocols.
    /// They pass unchanged, and their fields are not checked.
    package var canonical: Message? {
        switch type {
        case MessageType.utility, MessageType.longData, MessageType.flexData, MessageType.stream: self
        case MessageType.system where Status.isSystem(status): canonicalData
        case MessageType.midi1Channel where !Status.isSystem(status): canonicalData
        case MessageType.sysEx: canonicalSysEx
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

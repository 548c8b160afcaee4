import MIDI

// Channel messages. Those of MIDI 2.0 have velocities of 16 bits, and other values in percent (M2-104-UM 7.4).
//
//     NoteOn  1 C4   40000
//     CC      1 74   50.0%
//     NoteCC  1 C4 3 25.0%
extension DisplayText<20> {
    /// Appends the columns of a channel message of either protocol.
    mutating func appendChannelMessage(
        _ message: Message, _ names: NoteLanguage, _ middleC: Int, _ characters: CharacterSet
    ) {
        let status = Status.withoutChannel(message.status)
        append(message.kind == .noteOff ? "NoteOff" : ChannelName.name(of: status))
        pad(to: 7)
        append(Int(message.channel) + 1, width: 2)
        pad(to: 10)
        let (index1, index2) = (DisplayText<20>(Int(message.data1)), DisplayText<20>(Int(message.data2)))
        switch status {
        case 0x20...0x50:
            append(index1)
            append("/")
            append(index2)
        case Status.controlChange: append(index1)
        case 0x70, Status.programChange, Status.channelPressure, Status.pitchBend: break
        default:
            append(NoteNames.name(tone: Int(message.data1) % 12, language: names), in: characters)
            append(DisplayText<20>(NoteNames.octave(of: message.data1, middleC: middleC)))
        }
        if message.isMIDI2ChannelMessage { return appendFineValue(message, status) }
        switch status {
        case Status.programChange, Status.channelPressure: append(value: UInt16(message.data1))
        case Status.pitchBend: append(value: message.bend)
        default: append(value: UInt16(message.data2))
        }
    }

    /// Appends the value of a MIDI 2.0 message; nothing for relative controllers and per-note management.
    private mutating func appendFineValue(_ message: Message, _ status: UInt8) {
        switch status {
        case 0x00, 0x10:
            append(blank)
            append(DisplayText<20>(Int(message.data2)))
            append(percent: message.word1)
        case 0x40, 0x50, 0xF0: break
        case Status.noteOff, Status.noteOn: append(value: UInt16(message.word1 >> 16))
        case Status.programChange: append(value: UInt16(message.word1 >> 24 & 0x7F))
        default: append(percent: message.word1)
        }
    }

    /// Appends a 32-bit value as a percentage, right-aligned; scaled in two halves, so that the centre is 50.0%.
    private mutating func append(percent value: UInt32) {
        let (value, center) = (UInt64(value), UInt64(1) << 31)
        let tenths =
            value <= center
            ? (value * 500 + center / 2) / center
            : 500 + ((value - center) * 500 + (center - 1) / 2) / (center - 1)
        pad(to: 19 - (tenths == 1000 ? 5 : tenths < 100 ? 3 : 4))
        append(DisplayText<20>(Int(tenths / 10)))
        append(".")
        append(DisplayText<20>(Int(tenths % 10)))
        append("%")
    }
}

/// The names of channel messages, at most seven letters each.
private enum ChannelName {
    static func name(of status: UInt8) -> StaticString {
        switch status {
        case 0x00, 0x10: "NoteCC"
        case 0x20: "RPN"
        case 0x30: "NRPN"
        case 0x40: "RPN+-"
        case 0x50: "NRPN+-"
        case 0x60: "NoteBnd"
        case Status.noteOff: "NoteOff"
        case Status.noteOn: "NoteOn"
        case Status.polyPressure: "PolyAT"
        case Status.controlChange: "CC"
        case Status.programChange: "Program"
        case Status.channelPressure: "ChanAT"
        case Status.pitchBend: "Bend"
        case 0xF0: "NoteMgt"
        default: "MIDI2"
        }
    }
}

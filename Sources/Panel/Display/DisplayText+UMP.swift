import MIDI

// MIDI 2.0 messages use the columns of MIDI 1.0 messages, with 16-bit velocities and other values in percent.
//
//     NoteOn  1 C4   40000
//     CC      1 74   50.0%
//     NoteCC  1 C4 3 25.0%
//     Tempo         120.50
extension DisplayText<20> {
    /// Appends a MIDI 2.0 channel message (M2-104-UM 7.4).
    mutating func appendMIDI2(
        _ message: Message, _ names: NoteLanguage, _ middleC: Int, _ characters: CharacterSet
    ) {
        append(MIDI2Name.name(of: message))
        pad(to: 7)
        append(Int(message.channel) + 1, width: 2)
        pad(to: 10)
        let value = message.word1
        switch Status.withoutChannel(message.status) {
        case Status.noteOff, Status.noteOn:
            appendKey(message, names, middleC, characters)
            append(Int(value >> 16), width: 20 - count)
        case 0x00, 0x10:
            appendKey(message, names, middleC, characters)
            append(blank)
            append(DisplayText<20>(Int(message.data2)))
            append(percent: value)
        case 0x20, 0x30:
            appendParameter(message)
            append(percent: value)
        case 0x40, 0x50: appendParameter(message)
        case 0x60, Status.polyPressure:
            appendKey(message, names, middleC, characters)
            append(percent: value)
        case Status.controlChange:
            append(DisplayText<20>(Int(message.data1)))
            append(percent: value)
        case Status.programChange: append(Int(value >> 24 & 0x7F), width: 20 - count)
        case 0xF0: appendKey(message, names, middleC, characters)
        default: append(percent: value)
        }
    }

    /// Appends a Flex Data message: a tempo in BPM, or the kind of message.
    mutating func appendFlex(_ message: Message) {
        switch message.word0 & 0xFFFF {
        case 0x0000 where message.word1 > 0:
            append("Tempo")
            let hundredths = 600_000_000_000 / UInt64(message.word1)
            appendFraction(hundredths / 100, hundredths % 100, digits: 2)
        case 0x0001: append("Time signature")
        case 0x0002: append("Metronome")
        case 0x0005: append("Key signature")
        case 0x0006: append("Chord")
        case 0x0201: append("Lyrics")
        default: append("Flex data")
        }
    }

    private mutating func appendKey(
        _ message: Message, _ names: NoteLanguage, _ middleC: Int, _ characters: CharacterSet
    ) {
        append(NoteNames.name(tone: Int(message.data1) % 12, language: names), in: characters)
        append(DisplayText<20>(NoteNames.octave(of: message.data1, middleC: middleC)))
    }

    /// Appends the bank and the number of a registered or assignable controller: `0/1`.
    private mutating func appendParameter(_ message: Message) {
        append(DisplayText<20>(Int(message.data1)))
        append("/")
        append(DisplayText<20>(Int(message.data2)))
    }

    /// Appends a 32-bit value as a percentage, right-aligned; scaled in two halves, so that the centre is 50.0%.
    private mutating func append(percent value: UInt32) {
        let tenths = Scaling.tenthsOfPercent(value)
        pad(to: 19 - (tenths == 1000 ? 5 : tenths < 100 ? 3 : 4))
        append(DisplayText<20>(Int(tenths / 10)))
        append(".")
        append(DisplayText<20>(Int(tenths % 10)))
        append("%")
    }

    /// Appends a number with two decimals, right-aligned.
    private mutating func appendFraction(_ whole: UInt64, _ fraction: UInt64, digits: Int) {
        let number = DisplayText<20>(Int(min(whole, 9_999_999)))
        pad(to: 20 - number.count - 1 - digits)
        append(number)
        append(".")
        if fraction < 10 { append("0") }
        append(DisplayText<20>(Int(fraction)))
    }
}

/// The names of MIDI 2.0 channel messages, at most seven letters each.
private enum MIDI2Name {
    static func name(of message: Message) -> StaticString {
        switch Status.withoutChannel(message.status) {
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

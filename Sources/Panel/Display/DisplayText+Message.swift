import MIDI

extension DisplayText<20> {
    /// Creates a row that describes a message to a musician: the kind in columns 1 to 7, the channel in 8 and 9, the
    /// key or controller from column 11, the value right-aligned to column 20.
    ///
    ///     NoteOn  1 C4     100
    ///     Bend   16       8192
    ///     Tempo         120.50
    ///
    /// - Parameters:
    ///   - names: the language of note names.
    ///   - middleC: the octave of note 60, 3...5.
    init(_ message: Message, names: NoteLanguage, middleC: Int, characters: CharacterSet) {
        self.init()
        if message.isChannelMessage || message.isMIDI2ChannelMessage {
            appendChannelMessage(message, names, middleC, characters)
        } else {
            appendSystem(message)
        }
    }

    /// Creates the row with the note names of a display state.
    init(_ message: Message, _ state: DisplayState, _ characters: CharacterSet) {
        self.init(message, names: state.noteNames, middleC: state.middleC, characters: characters)
    }

    private mutating func appendSystem(_ message: Message) {
        switch message.kind {
        case .sysEx: append("SysEx")
        case .timeCode: append("Time code")
        case .songPosition:
            append("Song position")
            append(value: message.bend)  // 14 bits, the lower seven first, like Pitch Bend
        case .songSelect:
            append("Song select")
            append(value: UInt16(message.data1))
        case .tuneRequest: append("Tune request")
        case .timingClock: append("Clock")
        case .start: append("Start")
        case .continue: append("Continue")
        case .stop: append("Stop")
        case .activeSensing: append("Active sensing")
        case .reset: append("System reset")
        default: appendUMP(message)
        }
    }

    /// Appends the name of any other UMP, or its first word in hex if it has no name: `UMP 40903C00`.
    private mutating func appendUMP(_ message: Message) {
        switch message.type {
        case MessageType.utility: return append("Utility")
        case MessageType.longData: return append(message.word0 >> 23 & 1 == 0 ? "SysEx 8" : "Mixed data")
        case MessageType.flexData: return appendFlex(message)
        case MessageType.stream: return append("UMP stream")
        default: append("UMP ")
        }
        for index in 0..<8 {
            let digit = UInt8(message.word0 >> UInt32(28 - 4 * index) & 0xF)
            append(UInt32(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit))
        }
    }

    /// Appends a Flex Data message: a tempo in BPM, or the kind of message.
    private mutating func appendFlex(_ message: Message) {
        switch message.word0 & 0xFFFF {
        case 0x0000 where message.word1 > 0:
            append("Tempo")
            let hundredths = 600_000_000_000 / UInt64(message.word1)
            let whole = DisplayText<20>(Int(min(hundredths / 100, 9_999_999)))
            pad(to: 17 - whole.count)
            append(whole)
            append(hundredths % 100 < 10 ? ".0" : ".")
            append(DisplayText<20>(Int(hundredths % 100)))
        case 0x0001: append("Time signature")
        case 0x0002: append("Metronome")
        case 0x0005: append("Key signature")
        case 0x0006: append("Chord")
        case 0x0201: append("Lyrics")
        default: append("Flex data")
        }
    }

    mutating func append(value: UInt16) {
        append(Int(value), width: 20 - count)
    }
}

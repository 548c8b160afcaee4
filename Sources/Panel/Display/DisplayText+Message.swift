import MIDI

extension DisplayText<20> {
    /// Creates a row that describes a message to a musician: the kind in columns 1 to 7, the channel in 8 and 9, the
    /// key or controller from column 11, the value right-aligned to column 20.
    ///
    ///     NoteOn  1 C4     100
    ///     Bend   16       8192
    ///
    /// - Parameters:
    ///   - names: the language of note names.
    ///   - middleC: the octave of note 60, 3...5.
    init(_ message: Message, names: NoteLanguage, middleC: Int, characters: CharacterSet) {
        self.init()
        // Checked by type, because `kind` does not distinguish MIDI 2.0 messages.
        if message.isMIDI2ChannelMessage {
            appendMIDI2(message, names, middleC, characters)
            return
        }
        switch message.kind {
        case .noteOff: append("NoteOff", message, names, middleC, characters)
        case .noteOn: append("NoteOn", message, names, middleC, characters)
        case .polyPressure: append("PolyAT", message, names, middleC, characters)
        case .controlChange:
            append("CC", message)
            append(DisplayText<20>(Int(message.data1)))
            append(value: UInt16(message.data2))
        case .programChange: append("Program", message, value: UInt16(message.data1))
        case .channelPressure: append("ChanAT", message, value: UInt16(message.data1))
        case .pitchBend: append("Bend", message, value: message.bend)
        default: appendSystem(message)
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

    /// Appends the kind and the channel of a message.
    private mutating func append(_ word: StaticString, _ message: Message) {
        append(word)
        pad(to: 7)
        append(Int(message.channel) + 1, width: 2)
        pad(to: 10)
    }

    private mutating func append(_ word: StaticString, _ message: Message, value: UInt16) {
        append(word, message)
        append(value: value)
    }

    private mutating func append(
        _ word: StaticString, _ message: Message, _ names: NoteLanguage, _ middleC: Int, _ characters: CharacterSet
    ) {
        append(word, message)
        append(NoteNames.name(tone: Int(message.data1) % 12, language: names), in: characters)
        append(DisplayText<20>(NoteNames.octave(of: message.data1, middleC: middleC)))
        append(value: UInt16(message.data2))
    }

    private mutating func append(value: UInt16) {
        append(Int(value), width: 20 - count)
    }
}

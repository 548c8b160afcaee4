import MIDI

/// Messages as people write them in a configuration: `cc 7 = 100`, `program 12`, `message "F0 7E 7F 09 01 F7"`.
public enum MessageText {
    public enum Reading {
        case good([Message])
        /// What was written and what would be right.
        case bad(String)
    }

    /// Reads one, as `on-load` has them.
    ///
    /// - Parameters:
    ///   - channel: 0...15, for what has a channel and does not say which.
    ///   - middleC: the octave of note 60, 3...5.
    public static func read(_ text: String, channel: UInt8, middleC: Int) -> Reading {
        let reader = Reader(files: .memory([:]))
        reader.box.middleC = middleC
        let messages = text.asText { text in
            let node = YAMLNode(place: .nowhere, content: .scalar(text, quoted: false))
            return reader.messages(YAMLNode.Entry(key: "message", place: .nowhere, value: node), text, channel)
        }
        if let fault = reader.log.list.first { return .bad(fault.message) }
        return .good(messages ?? [])
    }

    /// A note by name or number, 0..127; nil where it is none.
    public static func note(_ text: String, middleC: Int) -> UInt8? {
        let reader = Reader(files: .memory([:]))
        reader.box.middleC = middleC
        return text.asText { reader.note($0) }
    }
}

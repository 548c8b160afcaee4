import Settings
import MIDI
import Plan

/// Parses messages as written in a configuration: `cc 7 = 100`, `program 12`, `message "F0 7E 7F 09 01 F7"`.
package struct MessageText {
    package enum Reading<Value> {
        case good(Value)
        /// The text is not a valid value. The string describes the text and what is expected instead.
        case bad(String)
    }

    private let middleC: Int
    private let language: NoteLanguage
    /// The alias of the port that receives programs sent by name, and the known programs (U10).
    private let port: String
    private let programs: KnownPrograms

    /// - Parameters:
    ///   - middleC: the octave of note 60, 3...5.
    ///   - language: the language of note names, in addition to English.
    ///   - port: the alias of the port that programs by name go to.
    ///   - programs: the programs of the devices at the ports.
    package init(
        middleC: Int, language: NoteLanguage, port: String = "", programs: KnownPrograms = KnownPrograms()
    ) {
        (self.middleC, self.language) = (middleC, language)
        (self.port, self.programs) = (port, programs)
    }

    /// Parses one entry as written in `on-load`.
    ///
    /// - Parameter channel: the channel, 0...15, of a channel message that names none.
    package func messages(_ text: String, channel: UInt8) -> Reading<[Message]> {
        let reader = reader
        let messages = text.asText { text in
            let node = YAMLNode(place: .nowhere, content: .scalar(text, quoted: false))
            let entry = YAMLNode.Entry(key: "message", place: .nowhere, value: node)
            return reader.messages(entry, text, channel, to: [PortIndex(0)])
        }
        if let fault = reader.log.list.first { return .bad(fault.message) }
        // Messages sent by hand are sent as MIDI 1.0 bytes, so 14-bit pairs are split.
        return .good((messages ?? []).flatMap { $0.isPair ? [$0.upperHalf, $0.lowerHalf] : [$0] })
    }

    /// Parses a note name or number, 0..127.
    package func note(_ text: String) -> Reading<UInt8> {
        let reader = reader
        return text.asText { text in
            reader.note(text).map { .good($0) } ?? .bad("it must be " + (reader.ambiguity(text) ?? reader.noteMust))
        }
    }

    private var reader: Reader {
        let reader = Reader(files: .memory([:]))
        (reader.box.middleC, reader.box.noteNames) = (middleC, language)
        reader.box.ports = [PortConfiguration(alias: port, place: .nowhere)]
        reader.knownPrograms = programs
        return reader
    }
}

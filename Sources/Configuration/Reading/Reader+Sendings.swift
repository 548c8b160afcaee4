import MIDI
import Plan

/// The messages and the destination of a `send` action.
struct SendingModel {
    var port: Int
    var messages: [Message]
    /// Whether the message is a `note-value`, which ends the previous note.
    var replaces: Bool
}

extension Reader {
    /// Reads `send "synth" cc 7 = 100 channel 3`: the alias of a port, a message, and a channel; the default channel
    /// is 1.
    func sending(_ entry: YAMLNode.Entry, _ words: [Word]) -> ActionModel? {
        guard let alias = words.first, alias.quoted else {
            wrong(entry, "send, the alias of a port in quotes, then " + Reader.mustSend)
            return nil
        }
        guard let port = portNumbers[alias.text] else {
            log.error(
                entry.value.place, "no port is called `\(clipped(alias.text))`" + offer(alias.text, among: outputs))
            return nil
        }
        warnIfInputOnly(port, entry.value.place)
        var rest = words.dropFirst()
        var channels: [UInt8] = [0]
        if rest.count > 2, rest[rest.endIndex - 2] == Word(text: "channel", quoted: false) {
            let written = rest[rest.endIndex - 1].text
            if written == "all" {
                channels = Array(0..<16)
            } else if let number = Decimal.whole(written, signed: false), 1...16 ~= number {
                channels = [UInt8(number - 1)]
            } else {
                wrong(entry, "on a channel 1..16, or on channel all")
                return nil
            }
            rest = rest.dropLast(2)
        }
        let text = rest.map { $0.written }.joined(separator: " ")
        guard let messages = text.asText({ messages(entry, $0, on: channels, to: [PortIndex(port)]) }) else {
            return nil
        }
        if sendings.count == Limits.sendings {
            overLimit(entry.value.place, "sendings", Limits.sendings, sendings.count + 1)
            return nil
        }
        sendings.append(SendingModel(port: port, messages: messages, replaces: text.asText { Reader.isNoteValue($0) }))
        return .ready(.send(UInt16(sendings.count - 1)))
    }
}

extension Word {
    /// The word as written in the file, with its quotes.
    fileprivate var written: String { quoted ? "\"\(text)\"" : text.string }
}

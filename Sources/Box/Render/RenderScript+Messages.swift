import Configuration
import MIDI
import Plan

extension RenderScript {
    /// Reads the event of a port: bytes, messages in the words of `treadle send`, or one of a Bluetooth port. For a
    /// note in words, adds the note-off to `carried`, at the end of the note's length.
    static func bytes(
        _ who: ScriptWords.Word, _ words: inout ScriptWords, at time: UInt64, _ configuration: CompiledConfiguration,
        _ carried: inout Carried
    ) throws(ScriptWords.Problem) -> Event {
        let port = try port(who, configuration)
        let configured = configuration.box.ports[configuration.box.groups.port(of: port.position) ?? port.position]
        if let event = try bluetooth(who, port, configured, &words, &carried) { return event }
        if !configured.receives {
            throw who.problem("'\(who.text)' is no input")
        }
        if words.isAtEnd { throw who.problem("no bytes for '\(who.text)'") }
        let isOfUMPs = configuration.plan.pointee.ports[port.position].wanted == .midi2
        if isOfUMPs && words.isAtWord { return .words(port: port, try words.umpWords()) }
        guard let message = words.message() else { return .bytes(port: port, try words.bytes()) }
        let text = MessageText(middleC: configuration.box.middleC, language: configuration.box.noteNames)
        var (bytes, umps): ([UInt8], [Message]) = ([], [])
        do throws(SentMessages.Problem) {
            for part in try SentMessages(message.map { $0.text }, text).parts {
                bytes += part.midi1
                umps += part.messages
                guard let release = part.release else { continue }
                let event =
                    isOfUMPs
                    ? Event.words(port: port, RenderScript.words(of: release.messages))
                    : .bytes(port: port, release.midi1)
                carried.releases.append(Line(time: time + release.after, event: event))
            }
        } catch {
            throw message[0].problem(error.message)
        }
        if isOfUMPs { return .words(port: port, RenderScript.words(of: umps)) }
        if bytes.isEmpty { throw message[0].problem("MIDI 1.0 has no such message, and '\(who.text)' speaks no other") }
        return .bytes(port: port, bytes)
    }

    private static func words(of umps: [Message]) -> [UInt32] {
        umps.flatMap { ump in (0..<ump.wordCount).map { ump.word($0) } }
    }
}

extension ScriptWords {
    /// Returns the remaining words if they are messages in words; nil if they are bytes.
    fileprivate mutating func message() -> [Word]? {
        let rest = rest
        let first = rest[0]
        // `cc` is also a byte in hex, unless a `=` follows.
        let isWord = first.text == "cc" ? rest.contains { $0.bytes.contains(UInt8(ascii: "=")) } : !first.isByte
        guard first.isQuoted || isWord && first.bytes.first ?? 0 >= UInt8(ascii: "A") else { return nil }
        skip()
        return rest
    }
}

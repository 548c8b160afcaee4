import MIDI
import Program

/// One message that a running box received, sent or dropped, parsed from its line (see `TraceLines`), or an action.
struct MonitorLine: Equatable {
    enum Way {
        case into, out, dropped
        /// An action of the box, which a message causes.
        case action
    }

    enum Content: Equatable {
        case bytes([UInt8])
        /// The controller of a footswitch or tilt, which is not a MIDI message.
        case words(String)
        case action(Action)
    }

    var way: Way
    /// Nanoseconds of the box's clock.
    var time: UInt64
    /// The alias of the port; for an action what causes it, in words.
    var alias: String
    /// The routing of a sent message, or empty; the reason for a dropped message; the words of an action.
    var note: String
    var content: Content

    /// Parses a line; nil if it is not a message.
    init?(_ line: String) {
        guard var words = try? ScriptWords(Array(line.utf8)[...]), let verb = try? words.next("").text else {
            return nil
        }
        switch verb {
        case "in": way = .into
        case "out": way = .out
        case "why": way = .dropped
        default: return nil
        }
        guard let time = (try? words.next("").text).flatMap({ UInt64($0) }), let alias = try? words.next("").text else {
            return nil
        }
        self.time = time
        self.alias = alias
        note = ""
        if way != .into {
            guard let note = try? words.next("").text else { return nil }
            self.note = note
        }
        var rest = words
        if let word = try? rest.next(""), word.isQuoted {
            content = .words(word.text)
        } else if let bytes = try? words.bytes() {
            content = .bytes(bytes)
        } else {
            return nil
        }
    }

    init(_ way: Way, _ time: UInt64, _ alias: String, _ note: String, _ content: Content) {
        (self.way, self.time, self.alias, self.note, self.content) = (way, time, alias, note, content)
    }

    /// The status byte; nil for a footswitch, tilt or action.
    var status: UInt8? {
        if case .bytes(let bytes) = content { return bytes.first }
        return nil
    }

    /// The key of a note-on; nil for other messages.
    var pressed: UInt8? {
        guard case .bytes(let bytes) = content, bytes.count == 3, Status.withoutChannel(bytes[0]) == Status.noteOn,
            bytes[2] > 0
        else {
            return nil
        }
        return bytes[1]
    }
}

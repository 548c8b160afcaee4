import Configuration
import MIDI
import Plan

/// One message that a running box received, sent or dropped, parsed from its line (see `TraceLines`), or an action.
struct MonitorLine: Equatable {
    enum Way {
        case into, out, dropped
        /// An action of the box, caused by a message.
        case action
    }

    enum Content: Equatable {
        case bytes([UInt8])
        /// A UMP that MIDI 1.0 bytes cannot express: of MIDI 2.0, or of groups 2 to 16.
        case ump(Message)
        /// The controller of a footswitch or tilt, which is not a MIDI message.
        case words(String)
        case action(Action)
    }

    var way: Way
    /// Nanoseconds of the box's clock.
    var time: UInt64
    /// The alias of the port; for an action, its cause in words.
    var alias: String
    /// The routing of a sent message, or empty; the reason for a dropped message; the words of an action.
    var note: String
    var content: Content

    /// Parses a line; nil if the line is not about a message.
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
        var (quoted, rest) = (words, words)
        if let word = try? quoted.next(""), word.isQuoted {
            content = .words(word.text)
        } else if let umps = (try? rest.umps()) ?? nil, umps.count == 1 {
            content = .ump(umps[0])
        } else if let bytes = try? words.bytes() {
            content = .bytes(bytes)
        } else {
            return nil
        }
    }

    init(_ way: Way, _ time: UInt64, _ alias: String, _ note: String, _ content: Content) {
        (self.way, self.time, self.alias, self.note, self.content) = (way, time, alias, note, content)
    }

    /// The status of a channel or system message; nil for other UMPs, a footswitch, tilt or an action.
    var status: UInt8? {
        switch content {
        case .bytes(let bytes): bytes.first
        case .ump(let ump): ump.isVoiceOrSystem ? ump.status : nil
        case .words, .action: nil
        }
    }

    /// The key of a note-on; nil for other messages.
    var pressed: UInt8? {
        switch content {
        case .bytes(let bytes):
            let isNote = bytes.count == 3 && Status.withoutChannel(bytes[0]) == Status.noteOn && bytes[2] > 0
            return isNote ? bytes[1] : nil
        case .ump(let ump):
            return ump.beginsNote ? ump.data1 : nil
        case .words, .action: return nil
        }
    }

    /// The message as MIDI 1.0 bytes; for a UMP, the first message of its translation. Nil if there is none.
    var bytes: [UInt8]? {
        switch content {
        case .bytes(let bytes): return bytes
        case .ump(let ump):
            var first: [UInt8]?
            ump.forEachMIDI1 { message in
                if first == nil { first = message.bytes }
            }
            return first
        case .words, .action: return nil
        }
    }

    /// The group of a UMP, 0...15; 0 for other messages.
    var group: UInt8 {
        if case .ump(let ump) = content { return ump.group }
        return 0
    }
}

extension Message {
    /// Whether this is a channel or system message of either protocol, with a status byte.
    fileprivate var isVoiceOrSystem: Bool {
        type == MessageType.system || type == MessageType.midi1Channel || type == MessageType.midi2Channel
    }

    /// Whether this is a note-on of either protocol. In MIDI 2.0 the velocity may be 0.
    fileprivate var beginsNote: Bool {
        isNoteOn || isMIDI2ChannelMessage && Status.withoutChannel(status) == Status.noteOn
    }
}

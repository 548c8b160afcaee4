import Compact
import Configuration

/// The notes and marks of a recording, read line by line from its script (docs/reference/COMMANDS.md, "The flight
/// recorder"), for the page's timeline.
struct RecordingPicture {
    struct Note: Equatable {
        var lane: Int
        var note: UInt8
        var velocity: UInt8
        /// Nanoseconds since the beginning of the recording.
        var start, end: UInt64
    }

    struct Mark: Equatable {
        var time: UInt64
        /// `preset`, `panic`, `action`, `port` or `drop`.
        var kind: String
        var text: String
    }

    /// The part of the recording that is asked for, in nanoseconds.
    let range: ClosedRange<UInt64>
    /// The aliases of the ports of the box.
    private let ports: [String]
    var length: UInt64 = 0
    /// `exact`, or the milliseconds from which on the replay differs; nil if it is not known.
    var replay: String?
    private(set) var lanes: [String] = []
    private(set) var notes: [Note] = []
    private(set) var marks: [Mark] = []
    /// Whether notes or marks were left out.
    private(set) var isTruncated = false
    /// Whether the recording has a replay, which tells of every load.
    private var isReplayed = false

    /// The notes that sound, by lane, channel and key.
    private var open: [(lane: Int, event: NoteReader.Event, start: UInt64)] = []
    private var readers: [NoteReader] = []

    init(_ range: ClosedRange<UInt64>, ports: [String]) { (self.range, self.ports) = (range, ports) }

    /// Reads a line, without its line feed.
    mutating func read(_ line: ArraySlice<UInt8>) {
        if line.starts(with: "# ".utf8) { return readComment(line.dropFirst(2)) }
        guard let words = LineWords(line)?.words, words.count > 1, let time = LineWords.nanoseconds(words[0].text)
        else {
            return
        }
        readEvent(Array(words[1...]), line, at: time)
    }

    /// Ends the notes that still sound.
    mutating func finish() {
        for note in open { add(note.lane, note.event, from: note.start, to: length) }
        open = []
        notes.sort { ($0.start, $0.lane, $0.note) < ($1.start, $1.lane, $1.note) }
    }

    // MARK: - Comments

    /// Reads a line of the header, a message that was sent, a preset that was loaded, or why a message was dropped.
    private mutating func readComment(_ text: ArraySlice<UInt8>) {
        if let value = RecordingPicture.value(text, behind: "Length ") {
            length = LineWords.nanoseconds(value) ?? 0
        } else if text.starts(with: "The replay is exact.".utf8) {
            replay = "exact"
        } else if let value = RecordingPicture.value(
            text, behind: "The replay is not exact: it differs from the sent messages from ")
        {
            replay = value
        } else if let words = LineWords(text)?.words, words.count > 2, let time = LineWords.nanoseconds(words[0].text) {
            switch words[1].text {
            case "why": readReason(text, at: time)
            case "preset" where words[2].isQuoted: mark("preset", RecordingPicture.name(in: text), at: time)
            default: readSent(words, at: time)
            }
        }
    }

    /// The word behind a beginning.
    private static func value(_ text: ArraySlice<UInt8>, behind begin: String) -> String? {
        if !text.starts(with: begin.utf8) { return nil }
        let rest = text.dropFirst(begin.utf8.count).prefix { $0 != UInt8(ascii: " ") }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Reasons that tell of something lost. The others tell how routings work.
    private static let losses = ["no room to wait", "no room for SysEx", "oldest note or controller released", "loop"]

    private mutating func readReason(_ text: ArraySlice<UInt8>, at time: UInt64) {
        let reason = text.drop { $0 != UInt8(ascii: " ") }.dropFirst(" why ".utf8.count)
        guard let colon = reason.lastIndex(of: UInt8(ascii: ":")) else { return }
        let what = reason[colon...].dropFirst(2)
        if RecordingPicture.losses.contains(where: { what.starts(with: $0.utf8) }) {
            mark("drop", String(decoding: reason, as: UTF8.self), at: time)
        }
    }

    /// Reads a message that a port has sent. Aliases stand as they are, so the hex digits are found from the end.
    private mutating func readSent(_ words: [LineWords.Word], at time: UInt64) {
        let isHex = { (word: LineWords.Word) in LineWords.byte(word) != nil || LineWords.packetWord(word) != nil }
        let name = words[1...].prefix { !isHex($0) }
        let alias = name.map { $0.text }.joined(separator: " ")
        if ports.contains(alias) { play(Array(words[(1 + name.count)...]), in: alias, at: time) }
    }

    // MARK: - Events

    private mutating func readEvent(_ words: [LineWords.Word], _ line: ArraySlice<UInt8>, at time: UInt64) {
        let (first, rest) = (words[0], Array(words[1...]))
        switch first.isQuoted ? "" : first.text {
        case "@words", "@play": if rest.count > 1 { play(Array(rest[1...]), in: rest[0].text, at: time) }
        case "@came", "@went":
            let text = "\(rest.first?.text ?? "") \(first.text == "@came" ? "came" : "went")"
            if marks.last?.text != text || marks.last?.time != time { mark("port", text, at: time) }
        case "@resume":
            isReplayed = true
            mark("preset", RecordingPicture.name(in: line), at: time)
        // Without a replay nothing tells of loads but the commands.
        case "preset" where rest.first?.isQuoted == true:
            if !isReplayed { mark("preset", RecordingPicture.name(in: line), at: time) }
        case "preset", "next-preset", "previous-preset":
            if !isReplayed { mark("preset", text(of: line), at: time) }
        case "panic": mark("panic", "panic", at: time)
        default: if isPort(first) { play(rest, in: first.text, at: time) }
        }
    }

    /// Events of a script beside actions.
    private static let events = ["switch", "motion", "pedal", "knob", "plug", "unplug", "end", "quit"]

    /// Whether a word is a port. One that is called like an event or an action is always in quotes.
    private func isPort(_ word: LineWords.Word) -> Bool {
        let isEvent = RecordingPicture.events.contains(word.text) || ActionWord.find(word.text) != nil
        return ports.contains(word.text) && (word.isQuoted || !isEvent)
    }

    /// The name of a preset between the first and the last quote of a line. It may have quotes itself.
    private static func name(in line: ArraySlice<UInt8>) -> String {
        let quote = UInt8(ascii: "\"")
        let name = line.drop { $0 != quote }.dropFirst()
        return String(decoding: name[..<(name.lastIndex(of: quote) ?? name.startIndex)], as: UTF8.self)
    }

    /// The words behind the time.
    private func text(of line: ArraySlice<UInt8>) -> String {
        String(decoding: line.drop { $0 != UInt8(ascii: " ") }.dropFirst(), as: UTF8.self)
    }

    private mutating func mark(_ kind: String, _ text: String, at time: UInt64) {
        if !range.contains(time) { return }
        if marks.count == LiveLimits.recordedMarks {
            isTruncated = true
        } else {
            marks.append(Mark(time: time, kind: kind, text: text))
        }
    }

    // MARK: - Notes

    private mutating func play(_ words: [LineWords.Word], in port: String, at time: UInt64) {
        let lane = lanes.firstIndex(of: port) ?? lanes.count
        if lane == lanes.count {
            lanes.append(port)
            readers.append(NoteReader())
        }
        let packets = words.compactMap { LineWords.packetWord($0) }
        if !packets.isEmpty && packets.count == words.count {
            for event in NoteReader.events(packets) { add(event, lane, at: time) }
            return
        }
        for byte in words.compactMap({ LineWords.byte($0) }) {
            if let event = readers[lane].read(byte) { add(event, lane, at: time) }
        }
    }

    private mutating func add(_ event: NoteReader.Event, _ lane: Int, at time: UInt64) {
        let sounding = open.firstIndex {
            $0.lane == lane && $0.event.channel == event.channel && $0.event.note == event.note
        }
        if let sounding {
            let note = open.remove(at: sounding)
            add(lane, note.event, from: note.start, to: time)
        }
        if event.velocity > 0 { open.append((lane, event, time)) }
    }

    private mutating func add(_ lane: Int, _ event: NoteReader.Event, from start: UInt64, to end: UInt64) {
        if end < range.lowerBound || start > range.upperBound { return }
        if notes.count == LiveLimits.recordedNotes {
            isTruncated = true
        } else {
            notes.append(Note(lane: lane, note: event.note, velocity: event.velocity, start: start, end: end))
        }
    }
}

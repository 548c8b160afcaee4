import Configuration
import MIDI

/// Formats messages for the monitor.
struct MonitorText {
    enum Form {
        case words, hex, decimal
    }

    var form = Form.words
    var language = NoteLanguage.english
    var middleC = 4
    /// Shows a table of the fields below each message.
    var showsFields = false
    /// The session name of the peer at a network port, by alias (N12).
    var peers: [String: String] = [:]

    /// Bytes of a SysEx that are shown. The rest of a longer SysEx is left out.
    private static let mostBytes = 24

    /// Formats a group, with the milliseconds since `start`.
    func timed(_ group: MonitorQueue.Group, since start: UInt64) -> String {
        let (time, line) =
            switch group {
            case .line(let line): (line.time, self.line(line))
            case .chord(let lines): (lines[0].time, chord(lines))
            }
        var text: [UInt8] = []
        Digits.milliseconds(time - min(time, start), into: &text)
        var shown = String(decoding: text, as: UTF8.self) + " " + line
        if showsFields, case .line(let line) = group {
            for ump in line.umps { shown += "\n" + UMPTable(ump).text }
        }
        return shown
    }

    /// Formats a received message as `keys > note C4 100 channel 1`, a sent message with `<` and its routing, and a
    /// dropped message with `!` and the reason.
    func line(_ line: MonitorLine) -> String {
        "\(place(line)) \(sign(line.way)) \(content(line.content))\(behind(line))"
    }

    /// The alias of the port, and its peer: `lobby (Stage iPhone)`.
    private func place(_ line: MonitorLine) -> String {
        peers[line.alias].map { "\(line.alias) (\($0))" } ?? line.alias
    }

    /// Handles a line about the peer at a port, `peer "lobby" "Stage iPhone"`. Returns false for other lines.
    mutating func acceptPeer(_ line: String) -> Bool {
        guard var words = try? ScriptWords(Array(line.utf8)[...]), (try? words.next("").text) == "peer",
            let alias = try? words.next("").text, let name = try? words.next("").text
        else { return false }
        peers[alias] = name.isEmpty ? nil : name
        return true
    }

    /// Formats notes that began together as a chord.
    func chord(_ lines: [MonitorLine]) -> String {
        let keys = lines.compactMap { $0.pressed }.sorted()
        var names = ""
        for key in keys { names += " \(note(key))" }
        let name = ChordName.name(keys, language).map { " \($0) =" } ?? ""
        let first = lines[0]
        let channel = (first.status ?? 0) & 0x0F + 1
        let group = first.group == 0 ? "" : " group \(first.group + 1)"
        return "\(place(first)) \(sign(first.way)) chord\(name)\(names) channel \(channel)\(group)\(behind(first))"
    }

    private func sign(_ way: MonitorLine.Way) -> String {
        switch way {
        case .into: ">"
        case .out: "<"
        case .dropped: "!"
        case .action: ":"
        }
    }

    private func behind(_ line: MonitorLine) -> String {
        switch line.way {
        case .into: ""
        case .action: line.note
        case .out: line.note.isEmpty ? "" : "  (\(line.note))"
        case .dropped: "  \(line.note)"
        }
    }

    func content(_ content: MonitorLine.Content) -> String {
        switch content {
        case .words(let text): text
        case .bytes(let bytes): self.bytes(bytes)
        case .ump(let ump): self.ump(ump)
        case .action: ""
        }
    }

    private func bytes(_ bytes: [UInt8]) -> String {
        switch form {
        case .words: words(bytes) ?? MachineControl(bytes)?.text ?? "SysEx \(numbers(bytes))"
        case .hex, .decimal: numbers(bytes)
        }
    }

    private func ump(_ ump: Message) -> String {
        switch form {
        case .words: UMPText(language: language, middleC: middleC).text(ump)
        case .hex: UMPText.hex(ump)
        case .decimal: (0..<ump.wordCount).map { String(ump.word($0)) }.joined(separator: " ")
        }
    }

    private func numbers(_ bytes: [UInt8]) -> String {
        let shown = Array(bytes.prefix(MonitorText.mostBytes))
        var text = ""
        if form == .decimal {
            for byte in shown { text += text.isEmpty ? "\(byte)" : " \(byte)" }
        } else {
            text = Digits.hex(shown)
        }
        return bytes.count > shown.count ? "\(text) … \(bytes.count) bytes" : text
    }

    func note(_ key: UInt8) -> String {
        String(NoteNames.name(tone: Int(key) % 12, language: language))
            + "\(NoteNames.octave(of: key, middleC: middleC))"
    }

    /// Formats a message in the words of `treadle send`, with the names of controllers added; nil for SysEx and its
    /// pieces.
    private func words(_ bytes: [UInt8]) -> String? {
        guard let status = bytes.first, status != Status.sysEx, status != Status.sysExEnd, Status.isStatus(status)
        else { return nil }
        let first = bytes.count > 1 ? bytes[1] : 0
        let second = bytes.count > 2 ? bytes[2] : 0
        let wide = UInt16(second) << 7 | UInt16(first)
        let text: String
        switch Status.withoutChannel(status) {
        case Status.noteOff: text = "note-off \(note(first)) \(second)"
        case Status.noteOn: text = second == 0 ? "note-off \(note(first)) 0" : "note \(note(first)) \(second)"
        case Status.polyPressure: text = "key-pressure \(note(first)) \(second)"
        case Status.controlChange:
            let name = ControllerNames.name(first).map { " " + String($0) } ?? ""
            text = "cc \(first)\(name) \(second)"
        case Status.programChange: text = "program \(first)"
        case Status.channelPressure: text = "channel-pressure \(first)"
        case Status.pitchBend: text = "pitch-bend \(wide)"
        default: return UMPText().words(Message(status: status, first, second))
        }
        return "\(text) channel \(status & 0x0F + 1)"
    }
}

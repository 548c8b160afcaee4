/// The state of the box (docs/reference/COMMANDS.md, "The state") as lines for people.
struct StatusPicture {
    /// A line, and the word and name that stay when its value changes.
    struct Line: Equatable {
        var key: String
        var value: String

        var text: String { key + String(repeating: " ", count: max(1, 10 - key.utf8.count)) + value }
    }

    private(set) var lines: [Line] = []
    private let words: MonitorText

    /// - Parameters:
    ///   - words: how the box names notes.
    ///   - counts: with the counts that change with each message.
    init(_ state: JSONValue, _ words: MonitorText, counts: Bool) {
        self.words = words
        add("box", state["box"]?["name"]?.text)
        if let preset = state["preset"] { addPreset(preset) }
        if let list = state["setlist"] {
            add("setlist", [list["place"]?.digits ?? "-", "of", list["of"]?.digits, list["name"]?.text])
        }
        for line in state["display"]?["lines"]?.items ?? [] { add("display", line.text.map { "|\($0)|" }) }
        add("status", state["status"]?["text"]?.text)
        add("tempo", [state["clock"]?["tempo"]?.digits, "BPM"])
        add("clock", state["clock"]?["state"]?.text)
        add("transpose", [state["transpose"]?.digits, "semitones"])
        add("keys", state["held"]?.items?.map { key($0) }.joined(separator: ", "))
        add("held", [state["sounding"]?.digits, "notes"])
        if case .object(let variables) = state["variables"] {
            for variable in variables { add("variable \(variable.name)", variable.value.digits) }
        }
        for (word, flag) in [("muted", "mute"), ("bypassed", "bypass"), ("blocked", "blocked")] {
            add(word, names(of: state["routings"]?.items ?? [], flag))
        }
        for item in state["switches"]?.items ?? [] { addSwitch(item) }
        for pedal in state["pedals"]?.items ?? [] {
            add("pedal \(pedal["number"]?.digits ?? "")", pedal["value"]?.digits)
        }
        if let tilt = state["tilt"] { addTilt(tilt) }
        for port in state["ports"]?.items ?? [] { addPort(port, counts: counts) }
        addCounters(state["counters"], counts: counts)
    }

    /// Adds a line, unless its value is not known or empty.
    private mutating func add(_ key: String, _ value: String?) {
        if let value, !value.isEmpty { lines.append(Line(key: key, value: value)) }
    }

    /// Adds a line of several words, of which those that are not known are left out.
    private mutating func add(_ key: String, _ words: [String?]) {
        add(key, words.compactMap { $0 }.joined(separator: " "))
    }

    private mutating func addPreset(_ preset: JSONValue) {
        add("preset", [preset["number"]?.digits ?? "-", preset["name"]?.text])
        if let part = preset["part"] { add("part", [part["place"]?.digits, part["name"]?.text]) }
        add("changed", preset["changed"]?.flag == true ? "yes" : "no")
    }

    /// The port, channel, name and velocity of a key.
    private func key(_ key: JSONValue) -> String {
        let note = words.note(UInt8(clamping: key["note"]?.int ?? 0))
        return [note, key["velocity"]?.digits, "(\(key["port"]?.text ?? "") \(key["channel"]?.digits ?? ""))"]
            .compactMap { $0 }.joined(separator: " ")
    }

    /// The routings that have a flag: their names, or their places from 1.
    private func names(of routings: [JSONValue], _ flag: String) -> String {
        routings.enumerated().filter { $0.element[flag]?.flag == true }
            .map { $0.element["name"]?.text ?? "routing \($0.offset + 1)" }.joined(separator: ", ")
    }

    private mutating func addSwitch(_ item: JSONValue) {
        let led = item["led"]?.text.map { ", LED " + $0 } ?? ""
        add("switch \(item["name"]?.text ?? "")", (item["down"]?.flag == true ? "down" : "up") + led)
    }

    private mutating func addTilt(_ tilt: JSONValue) {
        if tilt["sensor"]?.text != "ok" { return add("tilt", "no sensor") }
        add("tilt", ["x", "y", "z"].map { axis in tilt[axis]?.digits.map { axis + " " + $0 } })
    }

    private mutating func addPort(_ port: JSONValue, counts: Bool) {
        let word = port["connected"]?.flag == true ? "port" : "missing"
        let count = ["in", "out"].compactMap { way in port[way]?.digits.map { ", \($0) \(way)" } }.joined()
        lines.append(
            Line(
                key: "\(word) \(port["alias"]?.text ?? "")",
                value: (port["report"]?.text ?? "") + (counts ? count : "")))
    }

    private mutating func addCounters(_ counters: JSONValue?, counts: Bool) {
        for (word, unit) in [("received", " bytes"), ("sent", " bytes"), ("dropped", ""), ("lost", "")] {
            if !counts && !unit.isEmpty { continue }
            add(word, counters?[word]?.digits.map { $0 + unit })
        }
    }

    /// The lines that are new since an earlier picture, and `-` for those that are gone.
    func changes(since before: StatusPicture) -> [Line] {
        var changes = lines.filter { !before.lines.contains($0) }
        for line in before.lines where !lines.contains(where: { $0.key == line.key }) {
            changes.append(Line(key: line.key, value: "-"))
        }
        return changes
    }
}

extension JSONValue {
    /// The digits of a number.
    fileprivate var digits: String? {
        switch self {
        case .number(let number): "\(number)"
        case .decimal(let text): text
        default: nil
        }
    }
}

import Plan

extension Hints {
    /// The number of filters from which `only` is shorter.
    private static let manyFilters = 5

    /// Finds a routing whose filters leave few kinds. `only` names these (R23).
    func read(filtersOf routing: YAMLNode, _ log: DiagnosticLog) {
        let system = routing.entry("system")?.value.entry("filter")?.value
        func drops(_ key: Text) -> Bool { routing.entry(key)?.value.entry("filter")?.value.text == "true" }
        func dropsSystem(_ key: Text) -> Bool { system?.entry(key)?.value.text == "true" }
        let kinds: [(Text, Bool)] = [
            ("notes", drops("notes")), ("pressure", drops("pressure")), ("controllers", drops("controllers")),
            ("clock", drops("clock")), ("start-stop", dropsSystem("start-stop")),
            ("song-position", dropsSystem("song-position")), ("sysex", dropsSystem("sysex")),
            ("time-code", dropsSystem("time-code")),
        ]
        guard kinds.count(where: { $0.1 }) >= Hints.manyFilters, routing.entry("restrict")?.value.entry("only") == nil
        else { return }
        // The filter of SysEx leaves MIDI-CI alone, for which `only` has no word.
        if dropsSystem("sysex") && system?.entry("midi-ci")?.value.text == "false" { return }
        var left = kinds.filter { !$0.1 }.map { $0.0.string }
        let remaps = routing.entry("controllers")?.value.entry("remap")?.value
        for remap in remaps.map({ Array($0.items.prefix(Limits.remapsOfRouting)) }) ?? [] {
            for key in ["from", "decrement"] as [Text] {
                guard let input = remap.entry(key)?.value else { continue }
                guard let word = input.wordOfOnly else { return }
                // What the filter of notes drops still comes to such a remap, and `only` would keep it out.
                if word == "notes" && drops("notes") { return }
                if word.isEmpty || word == "notes" || !drops("controllers") || left.contains(word) { continue }
                left.append(word)
            }
        }
        if left.isEmpty { return }
        log.note(
            routing.place,
            "this routing has \(kinds.count(where: { $0.1 })) filters; it is shorter to say what passes: "
                + "`restrict: { only: [\(left.joined(separator: ", "))] }`, which also keeps out what has no filter, "
                + "such as song-select and reset")
    }
}

extension YAMLNode {
    /// The word of `only` for the input of a remap; empty for controllers of the box, which `only` does not ask, and
    /// nil for those of which a part alone cannot be named.
    fileprivate var wordOfOnly: String? {
        guard let text, let words = Word.split(text), let first = words.first else { return nil }
        switch first.text {
        case "switch", "motion", "pedal", "knob", "variable": return ""
        case "key", "note-value", "note-velocity": return "notes"
        case "program", "pitch-bend", "channel-pressure": return first.text.string
        case "cc":
            if words.count == 2 { return text.string }
            return words.count > 2 && words[2].text == "14-bit" ? text.string : "cc \(words[1].text)"
        default: return nil
        }
    }
}

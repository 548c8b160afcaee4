import Plan
import MIDI

extension Reader {
    private static let maps: [Text] = ["map", "map-tones"]

    /// Reads a range of notes, `lo..hi`.
    func noteRange(_ entry: YAMLNode.Entry?) -> (low: UInt8, high: UInt8)? {
        guard let entry else { return nil }
        guard let text = entry.value.text, let ends = Reader.ends(text) else {
            wrong(entry, "a range lo..hi, each \(noteMust)")
            return nil
        }
        guard let low = note(ends.low), let high = note(ends.high) else {
            wrong(entry, ambiguity(ends.low, ends.high) ?? "a range lo..hi, each \(noteMust)")
            return nil
        }
        if low > high {
            wrong(entry, "a range lo..hi, the lower note first")
            return nil
        }
        return (low, high)
    }

    /// Reads `notes:` of a routing: the filter, the length (H14) or the hold (R28), and `map` and `shift` as one table
    /// (R6).
    func readNotes(_ node: YAMLNode, _ model: inout RoutingModel) {
        var fields = fields(node, "`notes`", such: "shift: -12")
        filter(fields.take("filter"), [.noteOn, .noteOff], &model)
        let semitones = integer(fields.take("shift"), -127...127, "semitones")
        let lengthEntry = fields.take("length")
        if let length = duration(lengthEntry, 20_000_000...10_000_000_000, "20 ms to 10 s") {
            model.routing.noteRules = NoteRules(length: UInt32(length / 1000))
        }
        readNoteHold(fields.take("hold"), besides: lengthEntry, &model)
        let maps = fields.takeAll(Reader.maps)
        fields.finish(log)
        var map: [Int]?
        // Only one map is allowed, but both are read so that all their errors are reported.
        for entry in maps { map = entry.key == "map" ? noteMap(entry) : toneMap(entry) }
        _ = onlyOne(maps)
        if map == nil && semitones == nil { return }
        let shift = semitones ?? 0
        if map == nil, let known = shifts[shift] {
            model.routing.noteMap = known
            return
        }
        let shifted = (0...127).map { key in
            let note = map?[key] ?? key
            return 0...127 ~= note && 0...127 ~= note + shift ? UInt8(note + shift) : Reader.dropped
        }
        let table = arena.share(shifted)
        if map == nil { shifts[shift] = table }
        model.routing.noteMap = table
    }

    /// The mark of a dropped note in a note map; any value above 127 drops.
    static let dropped: UInt8 = 0xFF

    /// Reads `map:`, a mapping of some notes, or a list for all 128 notes, where a number outside 0..127 drops the
    /// note.
    func noteMap(_ entry: YAMLNode.Entry) -> [Int]? {
        guard case .mapping(let entries) = entry.value.content else {
            return valueList(entry, count: 128, range: nil, or: "a mapping of notes")
        }
        return mapped(entries, Array(0...127), "note", must: noteMust) { note($0) }
    }

    /// Reads `map-tones:`, a mapping for every octave. Tones stay in their octave C..B, so `B: C` goes down.
    func toneMap(_ entry: YAMLNode.Entry) -> [Int]? {
        guard case .mapping(let entries) = entry.value.content else {
            wrong(entry, "a mapping of tones, such as { C: D, F#: none }")
            return nil
        }
        let tones = mapped(entries, Array(0...11), "tone", must: toneMust) { tone($0) }
        return (0...127).map { tones[$0 % 12] < 0 ? -1 : $0 / 12 * 12 + tones[$0 % 12] }
    }

    /// Reads the entries of a map of notes or tones, which change some numbers of `map`; −1 drops.
    private func mapped(
        _ entries: UnsafeBufferPointer<YAMLNode.Entry>, _ map: [Int], _ what: String, must: String,
        _ number: (Text) -> UInt8?
    ) -> [Int] {
        var map = map
        var places: [UInt8: Place] = [:]
        for entry in entries {
            guard let from = number(entry.key) else {
                let must = ambiguity(entry.key) ?? must
                log.error(entry.place, "`\(clipped(entry.key))` is not a \(what); it must be \(must)")
                continue
            }
            if let first = places[from] {
                log.error(entry.place, "`\(entry.key)` is already mapped in line \(first.line)")
            }
            places[from] = entry.place
            if entry.value.text == "none" {
                map[Int(from)] = -1
            } else if let text = entry.value.text, let to = number(text) {
                map[Int(from)] = Int(to)
            } else {
                wrong(entry, ambiguity(entry.value.text ?? "") ?? "\(must), or none")
            }
        }
        return map
    }
}

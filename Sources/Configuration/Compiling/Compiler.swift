import Settings
import MIDI
import Plan

/// Compiles the models into tables, and resolves names of presets and routings.
final class Compiler {
    let reader: Reader
    var arena: Arena { reader.arena }
    /// The presets, sorted by name; the position is the preset's index in the plan (P4).
    let presets: [PresetModel]
    private var indices: [String: Int] = [:]
    /// The destination tables that routings need, by number.
    var destinationKeys: [DestinationKey] = []
    /// The lists of several actions, in the order of their indices (A4).
    var actionLists: [ActionList] = []
    /// The number of lists of the box's own assignments.
    var boxActionListCount = 0
    /// The index of the first assignment of each preset that has some, by the name of the preset (A5).
    var firstAssignments: [String: Int] = [:]
    /// The group of conditions of each assignment of the box.
    var boxConditionGroups: [UInt16] = []

    init(_ reader: Reader) {
        self.reader = reader
        let names = reader.presets.map { $0.name }
        presets = names.indices.sorted { alphabetically(names[$0], names[$1]) }.map { reader.presets[$0] }
        for index in presets.indices where indices[presets[index].name] == nil { indices[presets[index].name] = index }
    }

    /// The assignments that hold in presets without assignments of their own; compiled once.
    lazy var ofBox = assignedOfBox()
    /// The tree of `message` patterns that have listeners; built once all files are read.
    lazy var patterns = PatternTree(self)
    /// For each preset, the indices of the presets that it inserts.
    lazy var insertsByPreset = presets.map { $0.inserts.compactMap { index(named: $0.name) } }

    var log: DiagnosticLog { reader.log }

    /// Checks the presets against each other after all files were read. Reports errors to the log.
    func check() {
        checkDoubles()
        for preset in reader.presets { check(preset.inserts) }
        for preset in reader.presets { checkParts(preset) }
        for preset in reader.presets { warnOfUselessAlso(preset) }
        // A set list may name a preset that could not be read, so unknown names are then not reported. For `insert`
        // they are: a preset whose insert is missing must not run (E1).
        for list in reader.setLists where !reader.lacksNames { check(list.presets) }
        // The search for circles is slow if there are more presets than allowed, which is an error already.
        if presets.count <= Limits.presets {
            for index in reader.presets.indices { markIfFaulty(index) { checkCircles(reader.presets[index]) } }
            checkTotals()
        }
        checkTrackedPorts()
        checkStart()
        if log.errorCount == 0 {
            for preset in reader.presets { warnOfDoublesAndFeedback(preset) }
        }
    }

    /// Reports a number or name that two presets share, at the second preset (P4).
    private func checkDoubles() {
        var names: [String: Place] = [:]
        var numbers: [Int: Place] = [:]
        for index in reader.presets.indices {
            let preset = reader.presets[index]
            markIfFaulty(index) {
                if let first = names[preset.name], !preset.name.isEmpty {
                    log.error(preset.place, "a preset `\(clipped(preset.name))` already exists, at \(shown(first))")
                } else {
                    names[preset.name] = preset.place
                }
                guard let number = preset.number else { return }
                if let first = numbers[number] {
                    log.error(
                        preset.numberPlace, "number \(number) is already used by another preset, at \(shown(first))")
                } else {
                    numbers[number] = preset.numberPlace
                }
            }
        }
    }

    /// Marks a preset as faulty if a check reports an error.
    func markIfFaulty(_ index: Int, _ check: () -> Void) {
        let errorsBefore = log.errorCount
        check()
        if log.errorCount > errorsBefore { reader.presets[index].isFaulty = true }
    }

    func shown(_ place: Place) -> String { "\(log.name(of: place.file)):\(place.line):\(place.column)" }

    func index(named name: String) -> Int? { indices[name] }
    func index(numbered number: Int) -> Int? { presets.firstIndex { $0.number == number } }
    var presetNames: [String] { presets.map { $0.name } }

    /// Names of the files in which the presets are written, relative to the box file.
    var presetFiles: [String] { presets.map { reader.log.readName(of: $0.place.file) } }

    private func checkStart() {
        guard let entry = reader.startPresetNode else { return }
        guard let text = reader.text(entry, "last, a number or a name") else { return }
        if text == "last" && !(entry.value.isQuoted && index(named: text.string) != nil) { return }
        if let number = Decimal.whole(text, signed: false), !entry.value.isQuoted, index(numbered: number) != nil {
            reader.box.startPreset = .number(number)
        } else if index(named: text.string) != nil {
            reader.box.startPreset = .name(text.string)
        } else if let number = Decimal.whole(text, signed: false) {
            if index(numbered: number) == nil && !reader.lacksNumbers {
                log.error(entry.value.place, "no preset has the number \(number)")
            }
            reader.box.startPreset = .number(number)
        } else {
            if !reader.lacksNames {
                log.error(entry.value.place, "no preset is called `\(clipped(text))`" + startHint(text))
            }
            reader.box.startPreset = .name(text.string)
        }
    }

    /// Suggests a preset name, or explains the word `last` if it is misspelt.
    private func startHint(_ text: Text) -> String {
        if !hint(text, among: presetNames.map { $0 }).isEmpty || hint(text, among: ["last"]).isEmpty {
            return offer(text, among: presetNames)
        }
        return "; the word `last` means the preset that ran last"
    }

    /// The index of the start preset. For `last`, or if the preset was left out (E1): the first preset of the first
    /// set list, else the preset with the lowest number (P6).
    var start: Int {
        switch reader.box.startPreset {
        case .number(let number): index(numbered: number) ?? firstPreset
        case .name(let name): index(named: name) ?? firstPreset
        case .last: firstPreset
        }
    }

    private var firstPreset: Int {
        for entry in reader.setLists.first?.presets ?? [] {
            // A set list may name presets that were left out (P8); they are skipped.
            if let index = index(named: entry.name) { return index }
        }
        return numbered.first ?? 0
    }

    /// Indices of the presets with a number, by ascending number (P2).
    var numbered: [Int] {
        presets.indices.filter { presets[$0].number != nil }.sorted(byNumber: { UInt64(presets[$0].number ?? 0) })
    }
}

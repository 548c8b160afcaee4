import Plan

extension Hints {
    /// An assignment of the box with a condition that one preset meets: the program that loads it.
    struct BoundAssignment {
        let preset: Int
        let place: Place
        let typed: String
    }

    /// Finds assignments of the box that hold while the program of one preset was the last (A5).
    func read(programsIn assignments: YAMLNode) {
        let items = assignments.items.prefix(Limits.assignments)
        var loaders: Set<Int> = []
        for item in items {
            heard.insert(item.listening)
            if item.entry("set")?.value.text == "preset", item.entry("controller")?.value.text == "program",
                let hash = item.hash(without: "set")
            {
                loaders.insert(hash)
            }
        }
        if loaders.isEmpty { return }
        let presets = items.map { $0.presetOfCondition(loaders) }
        let general = Set(zip(items, presets).filter { $0.1 == nil }.map { $0.0.listening })
        for (item, preset) in zip(items, presets) {
            guard let preset else { continue }
            // An assignment of the preset would take the place of one that holds in all presets.
            let also = general.contains(item.listening) ? "also: true" : ""
            let typed = item.inBraces(without: "conditions", adding: also)
            boundAssignments.append(BoundAssignment(preset: preset, place: item.place, typed: typed))
        }
    }

    func reportBoundAssignments(_ log: DiagnosticLog) {
        var told: Set<Int> = []
        for bound in boundAssignments where told.insert(bound.preset).inserted {
            guard let name = presetNames[bound.preset] else { continue }
            let all = boundAssignments.filter { $0.preset == bound.preset }.map { $0.typed }
            log.note(
                bound.place,
                "\(all.count == 1 ? "this assignment is" : "\(all.count) assignments are") for preset \(bound.preset) "
                    + "alone, by the program of the condition; preset \"\(clipped(name))\" says so itself, however it "
                    + "was loaded (A5): `assignments: [\(shown(all))]`")
        }
    }
}

extension YAMLNode {
    /// The number of the preset that an assignment's only condition names: one program of a source whose programs load
    /// presets.
    fileprivate func presetOfCondition(_ loaders: Set<Int>) -> Int? {
        guard entry("do") != nil, let list = entry("conditions")?.value.entry("of")?.value.items, list.count == 1,
            let hash = list[0].hash(without: "when"), loaders.contains(hash),
            let ends = list[0].entry("when")?.value.text.flatMap({ Reader.ends($0) }), ends.low == ends.high
        else { return nil }
        return Decimal.whole(ends.low, signed: false)
    }
}

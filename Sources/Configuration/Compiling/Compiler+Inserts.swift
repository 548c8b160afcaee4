import Plan

extension Compiler {
    /// Lists a preset's own routings, then those of inserted presets in order; each preset counts once (P4).
    func routings(of preset: PresetModel) -> [RoutingModel] {
        preset.inserts.isEmpty ? preset.routings : owners(of: preset).flatMap { $0.routings }
    }

    /// Lists the presets that own these routings: the preset itself, then the presets that it inserts.
    func owners(of preset: PresetModel) -> [PresetModel] {
        if preset.inserts.isEmpty { return [preset] }
        var owners = [preset]
        var seen = unseen(but: preset)
        gather(preset.inserts.compactMap { index(named: $0.name) }, &seen, &owners)
        return owners
    }

    /// Lists the values that can be learnt on the box: the preset's own, then those of inserted presets.
    func learnables(of preset: PresetModel) -> [Learnable] {
        if preset.inserts.isEmpty && preset.learnables.isEmpty { return [] }
        return owners(of: preset).flatMap { owner in
            owner.learnables.map { Learnable(name: $0.name, preset: owner.name, path: $0.path) }
        }
    }

    /// Returns which presets `gather` has visited, by index: at first only `preset`.
    func unseen(but preset: PresetModel) -> [Bool] {
        var seen = Array(repeating: false, count: presets.count)
        if let own = index(named: preset.name) { seen[own] = true }
        return seen
    }

    /// Appends presets and their inserted presets to `owners`, except those in `seen`.
    func gather(_ indices: [Int], _ seen: inout [Bool], _ owners: inout [PresetModel]) {
        for index in indices where !seen[index] {
            seen[index] = true
            owners.append(presets[index])
            gather(insertsByPreset[index], &seen, &owners)
        }
    }

    /// Reports names in `insert` or a set list for which there is no preset.
    func check(_ references: [Reference]) {
        for reference in references where index(named: reference.name) == nil {
            reportUnknown(reference.name, reference.place)
        }
    }

    /// Reports the name of a preset that does not exist.
    func reportUnknown(_ preset: String, _ place: Place) {
        reportUnknown("preset", preset, place, among: presetNames)
    }

    /// Reports the name of a preset, set list or routing that does not exist.
    func reportUnknown(_ what: String, _ name: String, _ place: Place, among names: [String]) {
        log.error(place, "no \(what) is called `\(clipped(name))`" + offer(name, among: names))
    }

    /// Reports circular inserts, and limits that the preset exceeds together with its inserted presets.
    func checkCircles(_ preset: PresetModel) {
        guard let last = preset.inserts.last else { return }
        // `seen` is kept between inserts: a preset that does not lead back is not searched again.
        var seen: Set<String> = []
        for insert in preset.inserts where leads(insert.name, to: preset.name, &seen) {
            log.error(insert.place, "`insert` goes in a circle: `\(clipped(insert.name))` leads back to this preset")
            if log.isFull { break }
            seen = []
        }
        let routings = routings(of: preset)
        let count = routings.count + portMessages(of: preset).ports.count
        if count > Limits.routings { reader.overLimit(last.place, "routings", Limits.routings, count) }
        let remaps = routings.reduce(0) { $0 + $1.remaps.count }
        if remaps > Limits.remapsOfPreset {
            reader.overLimit(last.place, "remapsOfPreset", Limits.remapsOfPreset, remaps)
        }
        let learnables = learnables(of: preset).count
        if learnables > Limits.learnables {
            reader.overLimit(last.place, "learnables", Limits.learnables, learnables)
        }
        let assignments = owners(of: preset).flatMap { $0.assignments }
        if assignments.count > Limits.assignmentsOfPreset {
            reader.overLimit(
                last.place, "assignmentsOfPreset", Limits.assignmentsOfPreset, assignments.count)
        }
        let conditions = PresetModel.conditionCount(routings, assignments)
        if conditions > Limits.conditionsOfPreset {
            reader.overLimit(last.place, "conditionsOfPreset", Limits.conditionsOfPreset, conditions)
        }
        let holds = routings.reduce(0) { $0 + $1.holdCount }
        if holds > Limits.holds { reader.overLimit(last.place, "holds", Limits.holds, holds) }
    }

    /// Whether the preset `name` inserts `goal`, directly or through others. `seen` contains the presets already
    /// searched.
    private func leads(_ name: String, to goal: String, _ seen: inout Set<String>) -> Bool {
        if name == goal { return true }
        guard seen.insert(name).inserted, let index = index(named: name) else { return false }
        for insert in presets[index].inserts where leads(insert.name, to: goal, &seen) { return true }
        return false
    }
}

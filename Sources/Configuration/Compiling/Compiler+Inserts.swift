import Program

extension Compiler {
    /// The routings of a preset: its own, then those of the presets it inserts, in their order, each preset once (P4).
    func routings(of preset: PresetModel) -> [RoutingModel] { owners(of: preset).flatMap { $0.routings } }

    /// The presets in which they stand, in that order.
    func owners(of preset: PresetModel) -> [PresetModel] {
        if preset.inserts.isEmpty { return [preset] }
        var owners: [PresetModel] = []
        var seen: Set<String> = []
        gather(preset, &seen, &owners)
        return owners
    }

    /// What of a preset can be learnt on the box: its own values, then those of what it inserts.
    func learnables(of preset: PresetModel) -> [Learnable] {
        owners(of: preset).flatMap { owner in
            owner.learnables.map { Learnable(name: $0.name, preset: owner.name, path: $0.path) }
        }
    }

    func gather(_ preset: PresetModel, _ seen: inout Set<String>, _ owners: inout [PresetModel]) {
        guard seen.insert(preset.name).inserted else { return }
        owners.append(preset)
        for insert in preset.inserts {
            if let index = index(named: insert.name) { gather(presets[index], &seen, &owners) }
        }
    }

    /// Presets that are not there.
    func checkInserts(_ preset: PresetModel) {
        for insert in preset.inserts where index(named: insert.name) == nil {
            log.error(
                insert.place, "no preset is called `\(clipped(insert.name))`" + offer(insert.name, among: presetNames))
        }
    }

    /// Circles, and what grows over a limit by inserting.
    func checkCircles(_ preset: PresetModel) {
        guard let last = preset.inserts.last else { return }
        // What was found not to lead back is not looked at again.
        var seen: Set<String> = []
        for insert in preset.inserts where leads(insert.name, to: preset.name, &seen) {
            log.error(insert.place, "`insert` goes in a circle: `\(clipped(insert.name))` leads back to this preset")
            if log.isFull { break }
            seen = []
        }
        let routings = routings(of: preset)
        if routings.count > Limits.routings {
            reader.overLimit(last.place, "routings", Limits.routings, routings.count)
        }
        let remaps = routings.reduce(0) { $0 + $1.remaps.count }
        if remaps > Limits.remapsOfPreset {
            reader.overLimit(last.place, "remapsOfPreset", Limits.remapsOfPreset, remaps)
        }
        let learnables = learnables(of: preset).count
        if learnables > Limits.learnables {
            reader.overLimit(last.place, "learnables", Limits.learnables, learnables)
        }
        let conditions = routings.reduce(0) { $0 + ($1.conditions?.total ?? 0) }
        if conditions > Limits.conditionsOfPreset {
            reader.overLimit(last.place, "conditionsOfPreset", Limits.conditionsOfPreset, conditions)
        }
    }

    /// Whether what presets send when they are loaded grows over its limit by inserting.
    func checkOnLoad() {
        var packets = 0
        for index in reader.presets.indices {
            let preset = reader.presets[index]
            for routing in routings(of: preset) {
                packets += routing.onLoad.reduce(0) { $0 + $1.messages.count }
            }
            if packets <= ReadingLimits.onLoadPackets { continue }
            // Those before it are within the limit.
            reader.presets[index].isFaulty = true
            reader.overLimit(preset.place, "onLoadPackets", ReadingLimits.onLoadPackets)
        }
    }

    /// Whether a preset inserts another, by whatever path; `seen` are those already looked at.
    private func leads(_ name: String, to goal: String, _ seen: inout Set<String>) -> Bool {
        if name == goal { return true }
        guard seen.insert(name).inserted, let index = index(named: name) else { return false }
        for insert in presets[index].inserts where leads(insert.name, to: goal, &seen) { return true }
        return false
    }
}

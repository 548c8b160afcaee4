import Loop
import Configuration
import Plan

/// A configuration that the loop was given, and the presets that the loop has saved or reverted since.
struct HandedConfiguration {
    let configuration: CompiledConfiguration
    /// Number of the reload that read the files. A learnt value makes another configuration with the same number.
    let reading: Int
    private let saves: Snapshot<SavedPresets>
    private var news: News<SavedPresets>
    /// The changes of each preset that `takeChanges` has returned.
    private var taken: [SavedPreset]

    /// - Parameter saves: in which the loop publishes the saved presets of the configuration; nil: in memory of its
    ///   own.
    init(_ configuration: CompiledConfiguration, reading: Int, saves: Snapshot<SavedPresets>? = nil) {
        self.configuration = configuration
        self.reading = reading
        self.saves = saves ?? Snapshot(SavedPresets(configuration.plan))
        news = News(self.saves)
        taken = [SavedPreset](repeating: SavedPreset(), count: configuration.plan.pointee.presets.count)
    }

    /// The configuration in the form that the loop uses.
    var plan: HandedPlan { HandedPlan(plan: configuration.plan, saves: saves) }

    var startPreset: PresetIndex { configuration.plan.pointee.startPreset }

    typealias PresetChange = (preset: PresetIndex, change: SavedPreset.Change)

    /// Returns the presets that were saved or reverted since the last call, with the newest change of each.
    mutating func takeChanges() -> [PresetChange] {
        if news.take() == nil { return [] }
        var all: [PresetChange] = []
        for index in taken.indices {
            let preset = PresetIndex(index)
            let newest = saves.read { $0[preset] }
            while let change = newest.next(after: &taken[index]) { all.append((preset, change)) }
        }
        return all
    }

    /// Frees the memory shared with the loop, which no longer uses the configuration.
    func free() {
        saves.read().free()
        saves.free()
    }
}

extension CompiledConfiguration {
    /// Translates mutes and bypasses of a preset to the preset of the same name in another configuration. Routings are
    /// matched by name; a routing without a match keeps its state in the other configuration. Returns nil if the other
    /// configuration has no preset of that name.
    func translate(
        _ states: SavedStates, of preset: PresetIndex, to other: CompiledConfiguration
    ) -> (preset: PresetIndex, states: SavedStates)? {
        guard let index = other.preset(named: name(of: preset)) else { return nil }
        var result = SavedStates(other.plan.pointee.presets[index])
        let names = namesOfRoutings(preset)
        var isTaken = names.map { _ in false }
        for (place, name) in other.namesOfRoutings(index).enumerated() {
            // Routings that share a name are matched in order.
            guard let old = names.indices.first(where: { !isTaken[$0] && names[$0] == name }) else { continue }
            isTaken[old] = true
            let (from, to) = (UInt64(1) << UInt64(old), UInt64(1) << UInt64(place))
            result.muted = states.muted & from != 0 ? result.muted | to : result.muted & ~to
            result.bypassed = states.bypassed & from != 0 ? result.bypassed | to : result.bypassed & ~to
        }
        return (index, result)
    }

    /// The names of a preset's routings; nil for a routing without a name.
    func namesOfRoutings(_ preset: PresetIndex) -> [String?] {
        let preset = plan.pointee.presets.at(preset)
        return preset.pointee.listed.map { routing in
            let number = Int(preset.pointee.routings[routing].nameNumber)
            return number < routingNames.count ? routingNames[number] : nil
        }
    }
}

import Loop
import Configuration
import Program

/// A configuration that the loop was given, and what the loop says it has saved of its presets.
struct HandedOver {
    let configuration: CompiledConfiguration
    /// Counts how often the files were read: a value that is learnt makes another configuration of the same reading.
    let reading: Int
    private let saves: Snapshot<SavedPresets>
    private var news: News<SavedPresets>
    /// What was taken of it.
    private var taken = SavedPresets()

    init(
        _ configuration: CompiledConfiguration, reading: Int, saves: Snapshot<SavedPresets> = Snapshot(SavedPresets())
    ) {
        self.configuration = configuration
        self.reading = reading
        self.saves = saves
        news = News(saves)
    }

    /// For the loop.
    var program: HandedProgram { HandedProgram(program: configuration.program, saves: saves) }

    var startPreset: PresetIndex { configuration.program.pointee.startPreset }

    typealias PresetChange = (preset: PresetIndex, change: SavedPresets.Change)

    /// What was saved and reverted and was not taken yet, the newest of each preset.
    mutating func takeChanges() -> [PresetChange] {
        guard let newest = news.take() else { return [] }
        var all: [PresetChange] = []
        while let next = newest.next(after: &taken) { all.append(next) }
        return all
    }

    /// The loop no longer uses it.
    func free() { saves.free() }
}

extension CompiledConfiguration {
    /// Mutes and bypasses of a preset of this configuration, for the preset of that name in another: routing by routing, by
    /// their names. A routing that was not there keeps what the other says. Nil where the other has no such preset.
    func translate(
        _ states: SavedStates, of preset: PresetIndex, to other: CompiledConfiguration
    ) -> (preset: PresetIndex, states: SavedStates)? {
        guard let index = other.preset(named: name(of: preset)) else { return nil }
        var result = SavedStates(other.program.pointee.presets[index])
        let names = namesOfRoutings(preset)
        var isTaken = names.map { _ in false }
        for (place, name) in other.namesOfRoutings(index).enumerated() {
            // Of several of one name, the first is the first.
            guard let old = names.indices.first(where: { !isTaken[$0] && names[$0] == name }) else { continue }
            isTaken[old] = true
            let (from, to) = (UInt64(1) << UInt64(old), UInt64(1) << UInt64(place))
            result.muted = states.muted & from != 0 ? result.muted | to : result.muted & ~to
            result.bypassed = states.bypassed & from != 0 ? result.bypassed | to : result.bypassed & ~to
        }
        return (index, result)
    }

    /// Nil for a routing without a name.
    private func namesOfRoutings(_ preset: PresetIndex) -> [String?] {
        let preset = program.pointee.presets.at(preset)
        return (0..<Int(preset.pointee.routingCount)).map { routing in
            let number = Int(preset.pointee.routings[routing].nameNumber)
            return number < routingNames.count ? routingNames[number] : nil
        }
    }
}

import Configuration
import Host
import Plan
import Upkeep

/// The parts of the state that last as long as a configuration and a preset run.
struct StateParts {
    let configuration: CompiledConfiguration
    let preset: PresetIndex
    let presets: JSONValue
    /// The presets of each set list.
    let setLists: JSONValue
    /// What each footswitch does, by its index.
    let does: [JSONValue]
    /// The name of each routing; nil for a routing without a name.
    let routingNames: [String?]

    /// - Parameter before: what lasted before. Its parts are kept where they hold, so that they are not compared again.
    init(_ configuration: CompiledConfiguration, _ preset: PresetIndex, after before: StateParts?) {
        (self.configuration, self.preset) = (configuration, preset)
        if let before, before.configuration === configuration {
            (presets, setLists) = (before.presets, before.setLists)
        } else {
            presets = StateParts.presets(configuration)
            setLists = StateParts.setLists(configuration)
        }
        let labels = SwitchLabels(configuration, preset: preset)
        does = labels.effects.map { effects in
            StateObject.list(effects) { object, effect in
                object.add("gesture", effect.gesture)
                object.add("text", effect.text)
            }
        }
        routingNames = configuration.namesOfRoutings(preset)
    }

    func belong(to other: CompiledConfiguration, _ otherPreset: PresetIndex) -> Bool {
        configuration === other && preset == otherPreset
    }

    /// What identifies the box, and how it names notes.
    static func box(_ box: BoxConfiguration, isSimulated: Bool) -> JSONValue {
        var object = StateObject()
        object.add("name", box.name)
        object.add("version", Treadle.version)
        object.add("board", ImageFacts.board)
        object.add("noteNames", box.noteNames.word)
        object.add("middleC", box.middleC)
        object.add("chordWindow", StateObject.number(thousandths: Int(box.chordWindow / 1000)))
        object.add("simulated", isSimulated)
        return object.value
    }

    private static func presets(_ configuration: CompiledConfiguration) -> JSONValue {
        let presets = configuration.plan.pointee.presets
        return StateObject.list(Array(presets.indices)) { object, index in
            let preset = presets.at(index)
            object.add("name", configuration.name(of: index))
            object.add("number", preset.pointee.number < 0 ? nil : Int(preset.pointee.number))
            object.add("colour", configuration.presetColours[index.position]?.written)
            let file = configuration.presetFiles[index.position]
            object.add("file", file.isEmpty ? nil : file)
            object.add("routings", Int(preset.pointee.listedCount))
            object.add("parts", Int(preset.pointee.partCount))
            if preset.pointee.tempo > 0 { object.add("tempo", StateObject.tempo(Int(preset.pointee.tempo))) }
        }
    }

    private static func setLists(_ configuration: CompiledConfiguration) -> JSONValue {
        var object = StateObject()
        for (index, name) in configuration.setListNames.enumerated() {
            guard let list = configuration.plan.pointee.setLists.map({ $0 + index }) else { continue }
            let names = (0..<Int(list.pointee.count)).map { configuration.name(of: list.pointee.presets[$0]) }
            object.add(name, names)
        }
        return object.value
    }
}

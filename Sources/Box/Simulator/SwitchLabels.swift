import Configuration
import Panel
import Plan

/// The effect of each footswitch while a preset runs: actions of assignments, then remaps and conditions of the preset.
struct SwitchLabels {
    /// What a gesture of a footswitch does.
    struct Effect {
        /// `press`, `long` and the like, `+B` for a pair with B, or `menu`.
        var gesture: String
        /// The action or output in the words of the configuration.
        var text: String

        fileprivate var label: String {
            switch gesture {
            case "press": text
            case "menu": "menu: " + text
            default: gesture + " " + text
            }
        }
    }

    /// What each footswitch does, by its index.
    private(set) var effects: [[Effect]]
    /// The label of each footswitch, by its index.
    private(set) var labels: [String]
    /// The configuration and preset that the labels belong to.
    private let configuration: CompiledConfiguration
    private let preset: PresetIndex
    private let words: ActionText

    init(_ configuration: CompiledConfiguration, preset: PresetIndex) {
        self.configuration = configuration
        self.preset = preset
        words = ActionText(configuration)
        (effects, labels) = ([], [])
        effects = configuration.box.footswitches.indices.map(effects(of:))
        labels = effects.map { $0.map { $0.label }.joined(separator: ", ") }
    }

    func belong(to other: CompiledConfiguration, _ otherPreset: PresetIndex) -> Bool {
        configuration === other && preset == otherPreset
    }

    private func effects(of index: Int) -> [Effect] {
        var parts: [Effect] = []
        for gesture in 0..<ControlInput.gestures {
            let slot = ControlInput.contact + ControlInput.gestures * index + gesture
            let name = BoxConfiguration.gestureName(gesture)
            parts += texts(of: slot).map { Effect(gesture: name.isEmpty ? "press" : name, text: $0) }
        }
        for (number, chord) in configuration.box.chords.enumerated() {
            if chord.first != index && chord.second != index { continue }
            let other = configuration.box.footswitches[chord.first == index ? chord.second : chord.first].name
            let slot = ControlInput.contact + ControlInput.gestures * PanelLimits.switches + number
            parts += texts(of: slot).map { Effect(gesture: "+\(other)", text: $0) }
        }
        if let menu = configuration.box.menu {
            if menu.step == index { parts.append(Effect(gesture: "menu", text: "step")) }
            if menu.choose == index { parts.append(Effect(gesture: "menu", text: "choose")) }
        }
        return parts
    }

    private func texts(of slot: Int) -> [String] { assignments(of: slot) + remaps(of: slot) + conditions(of: slot) }

    // MARK: - Assignments

    private func assignments(of slot: Int) -> [String] {
        let plan = configuration.plan.pointee
        return assigned.compactMap { index in
            let assignment = plan.assignments[index]
            guard assignment.source == Source.footswitches,
                Int(assignment.slot) == slot || Int(assignment.backSlot) == slot
            else { return nil }
            switch assignment.sets {
            case .preset: return "set preset"
            case .tempo: return "set tempo"
            case .transpose: return "set transpose"
            case .nothing: return choices(of: assignment)
            }
        }
    }

    /// The assignments that hold while the preset runs, by index (A5); before any preset runs, those of the box.
    private var assigned: [Int] {
        guard let running, let assigned = running.assigned else {
            return running == nil ? Array(0..<Int(configuration.plan.pointee.boxAssignmentCount)) : []
        }
        return (0..<Int(running.assignedCount)).map { Int(assigned[$0].index) }
    }

    /// The actions by value. 127, the value of a pressed contact, is not written.
    private func choices(of assignment: Assignment) -> String {
        let all = (0..<Int(assignment.choiceCount)).map { assignment.choices[$0] }
        if assignment.mode.kind == .direct && all.count == 1 && all[0].contains(127) {
            return words.action(all[0].action)
        }
        if assignment.mode.kind == .latch { return all.map { words.action($0.action) }.joined(separator: " / ") }
        return all.map { choice in
            let value = choice.contains(127) ? "" : choice.contains(0) ? "up: " : "\(choice.lowest): "
            return value + words.action(choice.action)
        }.joined(separator: " / ")
    }

    // MARK: - The running preset

    private var running: Preset? {
        let presets = configuration.plan.pointee.presets
        return !preset.isNone && presets.contains(preset) ? presets[preset] : nil
    }

    private func remaps(of slot: Int) -> [String] {
        guard let running else { return [] }
        var parts: [String] = []
        for routing in running.routings.indices {
            guard let heads = running.routings[routing].remapHeads else { continue }
            var next = heads[slot]
            while next != Remap.none {
                let remap = running.remaps[Int(next)]
                let text = words.output(remap.output) + (remap.mode.kind == .latch ? " latch" : "")
                if !parts.contains(text) { parts.append(text) }
                next = remap.next
            }
        }
        return parts
    }

    /// The routings whose condition uses the footswitch, and `hold` for a condition that holds remaps.
    private func conditions(of slot: Int) -> [String] {
        guard let running, let conditions = running.conditions?.pointee else { return [] }
        var parts: [String] = []
        for number in 0..<Int(conditions.count) {
            let node = conditions.nodes[number]
            if !conditions.listens(number, source: Source.footswitches, slot: slot) { continue }
            let owner = conditions.groups[Int(node.group)].owner
            if owner == ConditionGroup.ofAssignment { continue }
            let text =
                owner >= ConditionGroup.firstHold
                ? "hold" : "when: " + words.routing(running.routings[RoutingIndex(Int(owner))].nameNumber)
            if !parts.contains(text) { parts.append(text) }
        }
        return parts
    }
}

import MIDI
import Plan

extension Compiler {
    /// Finds the colours of the LEDs while a preset runs (I10). A lit LED has the colour of its footswitch, else of
    /// the preset. The LED of a footswitch that loads a preset has that preset's colour, dimmed while another preset
    /// runs.
    func colours(
        of model: PresetModel, _ rules: InlineArray<16, LEDRule>, _ own: [AssignmentModel]
    ) -> LEDColours {
        let assignments = boxAssignments(beside: own).map { reader.assignments[$0] } + own
        var colours = LEDColours()
        for (index, footswitch) in reader.box.footswitches.prefix(Limits.footswitches).enumerated() {
            if rules[index] == .contact, let loaded = presetLoaded(by: index, assignments) {
                let colour = footswitch.colour ?? loaded.colour ?? .white
                colours.lit[index] = colour
                colours.dark[index] = loaded.name == model.name ? colour : colour.dimmed
            } else {
                colours.lit[index] = footswitch.colour ?? model.colour ?? .white
            }
        }
        return colours
    }

    /// Returns the preset that a press or short press of a footswitch loads; the first such assignment counts.
    private func presetLoaded(by footswitch: Int, _ assignments: [AssignmentModel]) -> PresetModel? {
        for gesture in 0..<2 {
            let slot = ControlInput.contact + ControlInput.gestures * footswitch + gesture
            for assignment in assignments
            where assignment.slot == slot && assignment.source.source == Source.footswitches {
                for choice in assignment.choices {
                    if let preset = presetLoaded(by: choice.action) { return preset }
                }
            }
        }
        return nil
    }

    private func presetLoaded(by action: ActionModel) -> PresetModel? {
        switch action {
        case .presetName(let name): index(named: name).map { presets[$0] }
        case .presetNumber(let number): index(numbered: number).map { presets[$0] }
        case .list(let items): items.compactMap { presetLoaded(by: $0.action) }.first
        default: nil
        }
    }
}

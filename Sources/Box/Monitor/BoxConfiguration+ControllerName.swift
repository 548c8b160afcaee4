import Configuration
import MIDI
import Panel
import Plan

extension BoxConfiguration {
    /// The configuration name of one of the box's own controllers; nil for other messages.
    func controllerName(of message: Message) -> String? {
        switch message.kind {
        case .contact: contactName(Int(message.controlID))
        case .motion where message.controlID > 2: "pedal \(message.controlID - 2)"
        case .motion: "motion \(message.controlID == 0 ? "x" : message.controlID == 1 ? "y" : "z")"
        default: nil
        }
    }

    private func contactName(_ id: Int) -> String {
        let variable = id + ControlInput.contact - ControlInput.variable
        if variable >= 0 { return "variable " + (variables.indices.contains(variable) ? variables[variable].name : "") }
        if id >= ControlInput.contacts {
            let (knob, slot) = (id - ControlInput.contacts).quotientAndRemainder(dividingBy: ControlInput.knobSlots)
            return "knob \(knob + 1)" + ["", " left", " right"][slot]
        }
        let gestures = PanelLimits.gestures
        if id < gestures * footswitches.count {
            let gesture = BoxConfiguration.gestureName(id % gestures)
            return "switch \(footswitches[id / gestures].name)" + (gesture.isEmpty ? "" : " " + gesture)
        }
        let chord = id - gestures * PanelLimits.switches
        guard chords.indices.contains(chord) else { return "switch" }
        return "switch \(footswitches[chords[chord].first].name)+\(footswitches[chords[chord].second].name)"
    }
}

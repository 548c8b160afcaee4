import Configuration
import MIDI
import Panel
import Program

/// Finds the actions that the footswitches cause, from the gestures that the monitor shows (A1, A2).
///
/// It repeats the values of the assignments. It does not know their conditions (A3), so it names them.
struct ActionWatch {
    private let configuration: CompiledConfiguration
    private let words: ActionText
    /// The control input of each gesture, by its name in the configuration.
    private var slots: [String: Int] = [:]
    /// The last value of each gesture.
    private var last: [Int: Int32] = [:]
    /// The internal value of each assignment.
    private var values: [Int32]

    /// An action that was caused.
    struct Caused: Equatable {
        /// The gesture, without the word `switch`.
        var gesture: String
        var action: Action
        /// In the words of the configuration.
        var text: String
        var hasConditions: Bool
    }

    init(_ configuration: CompiledConfiguration) {
        self.configuration = configuration
        words = ActionText(configuration)
        let program = configuration.program.pointee
        values = (0..<Int(program.assignmentCount)).map { program.assignments[$0].mode.first }
        let box = configuration.box
        for (index, footswitch) in box.footswitches.enumerated() {
            for gesture in 0..<ControlInput.gestures {
                let name = BoxConfiguration.gestureName(gesture)
                slots["switch \(footswitch.name)" + (name.isEmpty ? "" : " " + name)] =
                    ControlInput.contact + ControlInput.gestures * index + gesture
            }
        }
        for (number, chord) in box.chords.enumerated() {
            let names = "\(box.footswitches[chord.first].name)+\(box.footswitches[chord.second].name)"
            slots["switch \(names)"] = ControlInput.contact + ControlInput.gestures * PanelLimits.switches + number
        }
    }

    /// Returns what a line such as `switch A long = 127` causes.
    mutating func take(_ text: String) -> [Caused] {
        guard let equals = text.range(" = "), let value = Int32(text[equals.upperBound...]) else { return [] }
        let name = String(text[..<equals.lowerBound])
        guard let slot = slots[name] else { return [] }
        let previous = last.updateValue(value, forKey: slot) ?? 0
        let program = configuration.program.pointee
        var caused: [Caused] = []
        for index in values.indices {
            let assignment = program.assignments[index]
            let back = Int(assignment.backSlot) == slot
            guard assignment.source == Source.footswitches, back || Int(assignment.slot) == slot,
                let new = assignment.mode.next(after: values[index], from: previous, to: value, back: back),
                new != values[index]
            else { continue }
            values[index] = new
            for choice in 0..<Int(assignment.choiceCount) where assignment.choices[choice].value == new {
                let action = assignment.choices[choice].action
                if action == .none { continue }
                caused.append(
                    Caused(
                        gesture: String(name.dropFirst("switch ".count)), action: action,
                        text: words.action(action), hasConditions: hasConditions(index)))
            }
        }
        return caused
    }

    private func hasConditions(_ assignment: Int) -> Bool {
        guard let conditions = configuration.program.pointee.conditions?.pointee else { return false }
        return (0..<Int(conditions.groupCount)).contains { Int(conditions.groups[$0].owner) == assignment }
    }
}

extension String {
    /// The first place of a text.
    fileprivate func range(_ wanted: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(wanted) { return start..<index(start, offsetBy: wanted.count) }
            start = index(after: start)
        }
        return nil
    }
}

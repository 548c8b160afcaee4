import Plan

// What the footswitches do, in as few letters as a display has (D2).
extension Compiler {
    /// The most labels that a display shows.
    private static let most = 8

    /// Labels the footswitches that mean something in a preset: the name of the switch, then its first action, or the
    /// routing that has a remap or a condition with it. The press comes before other gestures.
    func switchLabels(_ models: [RoutingModel], _ own: [AssignmentModel]) -> [Name] {
        let assignments = own + boxAssignments(beside: own).map { reader.assignments[$0] }
        var labels: [Name] = []
        for (index, footswitch) in reader.box.footswitches.enumerated() where labels.count < Compiler.most {
            let slots = (0..<ControlInput.gestures).map { ControlInput.contact + ControlInput.gestures * index + $0 }
            let label = slots.lazy.compactMap { self.label(of: $0, models, assignments) }.first
            if let label { labels.append(Name("\(footswitch.name) \(label)")) }
        }
        return labels
    }

    private func label(of slot: Int, _ models: [RoutingModel], _ assignments: [AssignmentModel]) -> String? {
        for assignment in assignments where assignment.slot == slot && assignment.source.source == Source.footswitches {
            switch assignment.sets {
            case .preset: return "preset"
            case .tempo: return "tempo"
            case .transpose: return "transpose"
            case .nothing: break
            }
            let shown = assignment.choices.map { short($0.text) }
            if let first = shown.first(where: { !$0.isEmpty }) { return first }
        }
        for model in models where model.sources.contains(where: { $0.source == Source.footswitches }) {
            if model.remaps.contains(where: { $0.slot == slot || $0.backSlot == slot }) { return model.name ?? "remap" }
        }
        for model in models where model.conditions.map({ Compiler.listens($0, to: slot) }) ?? false {
            return model.name ?? "routing"
        }
        return nil
    }

    private static func listens(_ group: ConditionGroupModel, to slot: Int) -> Bool {
        group.conditions.contains { model in
            model.condition.source == Source.footswitches && Int(model.condition.slot) == slot
                || model.inner.map { listens($0, to: slot) } ?? false
        }
    }

    /// Shortens an action: a preset, a set list, a variable and what is sent without the verb, the shorter word of two,
    /// no quotes.
    private func short(_ text: String) -> String {
        text.asText { text in
            guard let words = Word.split(text), let verb = words.first else { return "" }
            let rest = words.dropFirst().map { $0.text.string }.joined(separator: " ")
            // A step of a variable, `amp +1`, has no verb (V2).
            guard let action = ActionWord.find(verb.text.string) else { return "\(verb.text.string) \(rest)" }
            switch action.argument {
            case .nothing(.none): return ""
            case .preset:
                let number = words.last.flatMap { $0.quoted ? nil : Decimal.whole($0.text, signed: false) }
                return number.flatMap { index(numbered: $0) }.map { presets[$0].name } ?? rest
            case .setList, .messages, .tempo, .variable, .toggleVariable: return rest
            default:
                let word = action.alias.isEmpty ? action.word : action.alias
                return rest.isEmpty ? word : "\(word) \(rest)"
            }
        }
    }
}

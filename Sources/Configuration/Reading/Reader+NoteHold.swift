import Plan

// Notes that a routing holds beyond the release of their keys (R28).
extension Reader {
    /// Reads `hold` of `notes`: `toggle`, `chord`, or a mapping with the conditions during which releases wait.
    func readNoteHold(_ entry: YAMLNode.Entry?, besides length: YAMLNode.Entry?, _ model: inout RoutingModel) {
        guard let entry else { return }
        if let length {
            log.error(
                length.place, "`length` and `hold` exclude each other: a note ends after a time, or when its hold does")
        }
        switch entry.value.text {
        case "toggle": model.noteHold = .toggle
        case "chord": model.noteHold = .chord
        case .some(let word):
            let near = hint(word, among: ["toggle", "chord"])
            wrong(entry, "toggle, chord, or { while: { of: [ … ] } }\(near)")
        case .none: model.noteHold = holdByConditions(entry)
        }
    }

    private func holdByConditions(_ entry: YAMLNode.Entry) -> NoteHoldModel? {
        guard case .mapping = entry.value.content else {
            wrong(entry, "toggle, chord, or { while: { of: [ … ] } }")
            return nil
        }
        var fields = fields(entry.value, "`hold`", such: "while: { of: [ … ] }")
        let conditionsEntry = fields.take("while")
        let isSostenuto = boolean(fields.take("sostenuto")) ?? false
        fields.finish(log)
        guard let conditionsEntry else {
            missing("while", fields, "the conditions during which releases wait")
            return nil
        }
        guard let group = conditions(conditionsEntry, limit: "conditionsOfHold", Limits.conditionsOfHold) else {
            return nil
        }
        if group.conditions.isEmpty {
            log.error(
                conditionsEntry.place,
                "`while` has no condition, so no note would ever end; it needs at least one condition")
        }
        return group.conditions.isEmpty ? nil : .conditions(group, isSostenuto: isSostenuto)
    }

    /// Reads `release`, alone or with the name of a routing.
    func releaseAction(_ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        if rest.isEmpty { return .release(nil) }
        if rest.count == 1, rest[0].quoted { return .release(rest[0].text.string) }
        wrong(entry, "release, alone or with the name of a routing in quotes")
        return nil
    }
}

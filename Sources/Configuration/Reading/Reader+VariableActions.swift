import Plan

// Actions that change variables (V2).
extension Reader {
    /// Reads `set amp 2`; `set amp +1` is the same as `amp +1`.
    func setVariable(_ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        guard rest.count == 2, !rest[1].quoted else {
            wrong(entry, "set, the name of a variable and a value, such as set \(exampleVariable) 1")
            return nil
        }
        guard let index = variableIndex(rest[0].text) else {
            wrong(entry, "set and the name of a variable" + help(noVariable(rest[0].text)))
            return nil
        }
        if rest[1].text.hasSign { return step(index, rest[1].text, entry) }
        let range = box.variables[index].range
        guard let value = Decimal.whole(rest[1].text, signed: false), range ~= value else {
            wrong(
                entry,
                "set \(rest[0].text) and a value \(range.lowerBound)..\(range.upperBound), or a step such as +1")
            return nil
        }
        return .ready(.variable(UInt8(index), .set(UInt8(value))))
    }

    func toggleVariable(_ entry: YAMLNode.Entry, _ rest: [Word]) -> ActionModel? {
        guard rest.count == 1, let index = variableIndex(rest[0].text) else {
            wrong(entry, "toggle and the name of a variable" + help(otherToggle(rest)))
            return nil
        }
        return .ready(.variable(UInt8(index), .toggle))
    }

    /// Suggests another action that begins with `toggle`, such as `toggle-pause` for `toggle pause`, else a variable.
    private func otherToggle(_ rest: [Word]) -> String {
        guard let first = rest.first else { return box.variables.isEmpty ? "; did you mean `toggle-mute`?" : "" }
        if let found = ActionWord.find("toggle-" + first.text.string) {
            return "; did you mean `\(found.alias.isEmpty ? found.word : found.alias)`?"
        }
        return noVariable(first.text)
    }

    /// Reads `amp +1`, an action that begins with the name of a variable; `isVariable` is false for other words.
    func stepVariable(_ entry: YAMLNode.Entry, _ words: [Word]) -> (isVariable: Bool, action: ActionModel?) {
        guard let index = variableIndex(words[0].text) else { return (false, nil) }
        if words.count == 2, !words[1].quoted, words[1].text.hasSign {
            return (true, step(index, words[1].text, entry))
        }
        let name = words[0].text
        wrong(entry, "\(name) and a step such as +1, or `set \(name)` and a value, or `toggle \(name)`")
        return (true, nil)
    }

    private func step(_ index: Int, _ text: Text, _ entry: YAMLNode.Entry) -> ActionModel? {
        let most = box.variables[index].range.count - 1
        guard let step = Decimal.whole(text, signed: true), step != 0, step.magnitude <= most else {
            wrong(entry, "\(box.variables[index].name) and a step +1..+\(most) or -1..-\(most)")
            return nil
        }
        return .ready(.variable(UInt8(index), .step(Int8(step))))
    }

    private var exampleVariable: String { box.variables.first?.name ?? "amp" }
}

extension Text {
    /// Whether the text begins with `+` or `-`.
    fileprivate var hasSign: Bool { first == UInt8(ascii: "+") || first == UInt8(ascii: "-") }
}

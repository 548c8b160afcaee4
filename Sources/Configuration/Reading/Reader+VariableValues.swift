import Plan

// Values of variables in conditions, remaps and assignments (V3), always within the range of the variable.
extension Reader {
    /// Values of a variable, as `when` names them.
    enum VariableValues {
        case range(Int, Int)
        /// One entry 0 or 1 for each of 0...127.
        case list([UInt8])
    }

    /// Reads the `when` of a condition. By default every value but the lowest is true.
    func readWhen(of variable: VariableInput, _ entry: YAMLNode.Entry?, _ model: inout ConditionModel) {
        var values = variable
        model.condition.when = .range(lowest: Int16(variable.lowest + 1), highest: Int16(variable.highest))
        // A condition in another mode compares its own values, not those of the variable (C3).
        if model.condition.mode.kind != .direct {
            values = VariableInput(index: 0, lowest: 0, highest: 127)
            model.condition.when = .range(lowest: 50, highest: 127)
        }
        guard let entry else { return }
        switch variableValues(entry, values) {
        case .range(let low, let high): model.condition.when = .range(lowest: Int16(low), highest: Int16(high))
        case .list(let list): model.list = list
        case nil: break
        }
    }

    /// Reads `2`, `">= 1"`, `"<= 1"`, `1..2`, or a list with a value 0 or 1 for each value of the variable.
    func variableValues(_ entry: YAMLNode.Entry, _ variable: VariableInput) -> VariableValues? {
        let range = variable.lowest...variable.highest
        func value(_ text: Text) -> Int? {
            Decimal.whole(text.trimmed, signed: false).flatMap { range ~= $0 ? $0 : nil }
        }
        let text = entry.value.text ?? ""
        if text.begins(with: "<="), let limit = value(text.from(2)) { return .range(variable.lowest, limit) }
        if text.begins(with: ">="), let limit = value(text.from(2)) { return .range(limit, variable.highest) }
        if let number = value(text) { return .range(number, number) }
        if let ends = Reader.ends(text), let low = value(ends.low), let high = value(ends.high), low <= high {
            return .range(low, high)
        }
        let isNumber = text.first.map { 48...57 ~= $0 || "<>=".utf8.contains($0) } ?? false
        let isText = entry.value.text.map { $0.isEmpty } ?? false
        if case .mapping = entry.value.content {
        } else if !isNumber && !isText {
            return valueList(entry, count: variable.count, range: 0...1).map {
                .list(variable.spread($0.map { UInt8($0) }))
            }
        }
        wrong(
            entry,
            "n, `>= n`, `<= n` or `n..n`, n \(variable.lowest)..\(variable.highest), or a list of "
                + "\(variable.count) values 0 or 1, or a file of them")
        return nil
    }

    /// Reads `list` of a remap: an output for each value of the variable, the lowest first.
    func variableTable(_ entry: YAMLNode.Entry, _ variable: VariableInput, top: Int) -> Remap.Values? {
        valueList(entry, count: variable.count, range: 0...top).map {
            arena.outputs(variable.spread($0), top: top, FineWords.interpolated)
        }
    }

    /// Returns the values at which actions of an assignment may stand: those that its internal value can have.
    func choiceRange(_ controller: Controller?, _ mode: ValueMode, top: Int) -> ClosedRange<Int> {
        guard case .variable(let variable) = controller, mode.kind == .direct else { return 0...top }
        return variable.lowest...variable.highest
    }

    /// Warns of an action that changes the variable to which the assignment listens: it would be a circle (V3). What
    /// stands behind a wait is a new beginning.
    func warnOfCircle(_ controller: Controller, _ choices: [AssignmentModel.Choice]) {
        guard case .variable(let variable) = controller else { return }
        for choice in choices {
            guard case .list(let list) = choice.action else {
                warnOfCircle(variable, choice.action, choice.place)
                continue
            }
            for listed in list {
                if case .wait = listed.action { break }
                warnOfCircle(variable, listed.action, listed.place)
            }
        }
    }

    private func warnOfCircle(_ variable: VariableInput, _ action: ActionModel, _ place: Place) {
        guard case .ready(.variable(let index, _)) = action, Int(index) == variable.index else { return }
        log.warning(
            place, "this does nothing: a change of `\(box.variables[variable.index].name)` cannot change it again")
    }
}

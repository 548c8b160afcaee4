import Plan

// LEDs that follow a variable (V4).
extension Reader {
    /// Reads `lit: { variable: amp, value: 2 }`; `when` may stand in the place of `value`.
    func readLit(_ entry: YAMLNode.Entry?, _ footswitch: FootswitchConfiguration) -> LitValues? {
        guard let entry else { return nil }
        if footswitch.led == nil {
            log.warning(entry.place, "`lit` does nothing here: footswitch `\(clipped(footswitch.name))` has no `led`")
        }
        var fields = fields(entry.value, "`lit`", such: "variable: amp, value: 1")
        let variable = required("variable", in: &fields, "the name of a variable").flatMap { litVariable($0) }
        let values = onlyOne(fields.takeAll(["value", "when"]))
        fields.finish(log)
        guard let variable else { return nil }
        var lit = LitValues(variable: UInt8(variable.index))
        // Without a value, every value but the lowest.
        var range = variable.lowest + 1...variable.highest
        if let values, values.key == "value" {
            guard let value = integer(values, variable.lowest...variable.highest, "a value of the variable") else {
                return nil
            }
            range = value...value
        } else if let values {
            switch variableValues(values, variable) {
            case .range(let low, let high): range = low...high
            case .list(let list):
                for value in variable.lowest...variable.highest where list[value] != 0 { lit.insert(value) }
                return lit
            case nil: return nil
            }
        }
        for value in range { lit.insert(value) }
        return lit
    }

    private func litVariable(_ entry: YAMLNode.Entry) -> VariableInput? {
        guard let name = text(entry, "the name of a variable") else { return nil }
        guard let index = variableIndex(name) else {
            wrong(entry, "the name of a variable" + help(noVariable(name)))
            return nil
        }
        let range = box.variables[index].range
        return VariableInput(index: index, lowest: range.lowerBound, highest: range.upperBound)
    }
}

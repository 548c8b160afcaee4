import Plan

// Variables of the box (V1, V2, V3).
extension Reader {
    func readVariables(_ entry: YAMLNode.Entry) {
        for entry in named(entry, "a variable", without: "+", "variables", Limits.variables) {
            if ActionWord.find(entry.key.string) != nil {
                log.error(
                    entry.place, "`\(clipped(entry.key))` is the word of an action; a variable needs another name")
            }
            // Scripts and recordings name variables without quotes.
            if entry.key.bytes.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "\"") }) {
                log.error(entry.place, "the name of a variable has no `#` and no quote")
            }
            box.variables.append(readVariable(entry))
        }
    }

    private func readVariable(_ entry: YAMLNode.Entry) -> VariableConfiguration {
        var variable = VariableConfiguration(name: entry.key.string)
        // A variable without settings (`solo:`) has all defaults.
        if entry.value.isEmpty { return variable }
        var fields = fields(entry.value, "variable `\(clipped(entry.key))`", such: "range: 0..2")
        let rangeEntry = fields.take("range")
        if let ends = range(rangeEntry, 0...127) {
            if let rangeEntry, ends.low == ends.high {
                wrong(rangeEntry, "a range of at least two values, such as 0..1")
            }
            variable.range = ends.low...ends.high
        }
        variable.start = variable.range.lowerBound
        if let start = integer(fields.take("start"), variable.range, "a value of the variable") {
            variable.start = start
        }
        if let keeps = boolean(fields.take("keep")) { variable.keeps = keeps }
        fields.finish(log)
        return variable
    }

    /// Parses the name of a variable as a controller.
    func variable(_ words: [Word]) -> ControllerReading {
        guard words.count == 1, let index = variableIndex(words[0].text) else {
            let suggestion = words.count == 1 ? noVariable(words[0].text) : ""
            return .bad("variable and the name of a variable" + help(suggestion))
        }
        let range = box.variables[index].range
        return .good(.variable(VariableInput(index: index, lowest: range.lowerBound, highest: range.upperBound)))
    }

    func variableIndex(_ name: Text) -> Int? {
        if box.variables.isEmpty { return nil }
        let name = name.string
        return box.variables.firstIndex { $0.name == name }
    }

    /// Explains that no variable has a name.
    func noVariable(_ name: Text) -> String {
        if box.variables.isEmpty { return "; the box file has no `variables`" }
        return offer(name, among: box.variables.map { $0.name })
    }

    /// The words of sources that are no ports, for messages; `variables` only in a box with variables.
    var ownSources: [String] {
        box.variables.isEmpty ? Reader.reserved.filter { $0 != "variables" } : Reader.reserved
    }
}

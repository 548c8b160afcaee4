import Configuration
import Plan

// The actions that change variables (V2).
extension ScriptAction {
    /// Reads `amp 2` or `amp +1` after `set`.
    static func setVariable(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action {
        let index = try variable(&words, configuration)
        let range = configuration.box.variables[Int(index)].range
        let word = try words.next("a value")
        let sign = word.bytes.first
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            let most = range.count - 1
            guard let step = Int(word.text), step != 0, step.magnitude <= most else {
                throw word.problem("'\(word.text)' is no step +1..+\(most) or -1..-\(most)")
            }
            return .variable(index, .step(Int8(step)))
        }
        guard let value = Int(word.text), range ~= value else {
            throw word.problem("'\(word.text)' is no value \(range.lowerBound)..\(range.upperBound)")
        }
        return .variable(index, .set(UInt8(value)))
    }

    /// Reads the name of a variable; returns its index.
    static func variable(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> UInt8 {
        let name = try words.next("the name of a variable")
        let names = configuration.box.variables.map { $0.name }
        guard let index = names.firstIndex(of: name.text) else {
            throw name.problem("no variable is called '\(name.text)'" + offer(name.text, among: names))
        }
        return UInt8(index)
    }
}

import Plan

extension ScriptAction {
    /// Reads the transposition 0 to 48, or a signed step (R29).
    static func transpose(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Action {
        let word = try words.next("semitones")
        let sign = word.bytes.first
        let isStep = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        let limit = Limits.transposition
        guard let value = Int(word.text), (isStep ? -limit : 0)...limit ~= value else {
            throw word.problem("'\(word.text)' is neither semitones, 0..48, nor a step such as +1")
        }
        return isStep ? .transposeBy(Int8(value)) : .transpose(Int8(value))
    }
}

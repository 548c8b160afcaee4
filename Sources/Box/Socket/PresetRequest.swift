/// A request that edits presets at once (W14), as the menu does (M12). Its line may end with the name of who asks, as
/// those about drafts do.
enum PresetRequest: Equatable {
    /// `preset new "NAME" [after "PRESET"]`: after whose number the new preset gets a free one.
    case new(String, after: String?)
    /// `preset duplicate "PRESET" "NAME"`
    case duplicate(String, as: String)
    /// `preset rename "PRESET" "NAME"`
    case rename(String, to: String)
    /// `preset number "PRESET" N`, 0...127
    case number(String, Int)
    /// `preset delete "PRESET"`
    case delete(String)
    /// `preset undo N`: takes back the edit that was answered with `ok N`.
    case undo(Int)

    /// Reads the words behind `preset`, without who asks.
    static func read(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> PresetRequest {
        let verb = try words.next("what to do with presets")
        switch verb.text {
        case "new":
            let name = try words.next("a name").text
            return .new(name, after: try after(&words))
        case "duplicate":
            let preset = try words.next("a preset").text
            return .duplicate(preset, as: try words.next("a name").text)
        case "rename":
            let preset = try words.next("a preset").text
            return .rename(preset, to: try words.next("a name").text)
        case "number":
            let preset = try words.next("a preset").text
            return .number(preset, try number("a number", 0...127, &words))
        case "delete": return .delete(try words.next("a preset").text)
        case "undo": return .undo(try number("the number of an edit", 1...Int.max, &words))
        default: throw verb.problem("'\(verb.text)' is neither new, duplicate, rename, number, delete nor undo")
        }
    }

    private static func after(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> String? {
        // In quotes it is the name of who asks.
        guard let word = words.rest.first, word.text == "after", !word.isQuoted else { return nil }
        _ = try words.next("after")
        return try words.next("a preset").text
    }

    private static func number(
        _ what: String, _ range: ClosedRange<Int>, _ words: inout ScriptWords
    ) throws(ScriptWords.Problem) -> Int {
        let word = try words.next(what)
        guard let number = Int(word.text), range ~= number else {
            throw word.problem("'\(word.text)' is not \(what)")
        }
        return number
    }
}

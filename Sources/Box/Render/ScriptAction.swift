import Configuration
import Plan

/// The actions of a script. Clients use the same words for a running box (docs/reference/COMMANDS.md).
enum ScriptAction {
    /// The words that begin an action, both of an action with two.
    static let verbs = ActionWord.table.filter { isPossible($0) }.flatMap { [$0.alias, $0.word] }.filter { !$0.isEmpty }

    /// `none` does nothing, and `send` is a request of its own.
    private static func isPossible(_ action: ActionWord) -> Bool {
        action.argument != .nothing(.none) && action.argument != .messages
    }

    /// Reads an action after its first word; nil if that word begins no action.
    static func read(
        _ verb: String, _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action? {
        guard let found = ActionWord.find(verb), isPossible(found) else { return nil }
        return switch found.argument {
        case .nothing(let action): action
        case .preset: try load(&words, configuration)
        case .setList: try setList(&words, configuration)
        case .mute(let switching): .mute(try routing(&words, configuration), switching)
        case .bypass(let switching): .bypass(try routing(&words, configuration), switching)
        case .tempo: .clock(try tempo(&words))
        case .transpose: try transpose(&words)
        case .release: .release(words.isAtEnd ? Routing.unnamed : try routing(&words, configuration))
        case .led: try led(&words, configuration)
        case .variable: try setVariable(&words, configuration)
        case .toggleVariable: .variable(try variable(&words, configuration), .toggle)
        case .messages: nil
        }
    }

    /// Reads an action that stands alone; nil if the text begins with no action.
    static func read(
        _ text: String, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action? {
        var words = try ScriptWords(Array(text.utf8)[...])
        let verb = try words.next("an action")
        let action = try read(verb.text, &words, configuration)
        try words.finish()
        return action
    }

    /// Parses a tempo of 20 to 300 BPM, or a signed step.
    private static func tempo(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> Action.ClockAction {
        let word = try words.next("beats a minute")
        let sign = word.bytes.first
        let isStep = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        let billionths = Digits.decimal(word.bytes) ?? Int64.max
        if isStep && -280_000_000_000...280_000_000_000 ~= billionths {
            let half: Int64 = billionths < 0 ? -5_000_000 : 5_000_000
            return .tempoBy(Int32((billionths + half) / 10_000_000))
        }
        guard !isStep, 20_000_000_000...300_000_000_000 ~= billionths else {
            throw word.problem("'\(word.text)' is no tempo, 20..300, nor a step such as +1")
        }
        return .tempo(UInt32((billionths + 5_000_000) / 10_000_000))
    }

    private static func load(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action {
        let which = try words.next("a preset's number or name")
        if !which.isQuoted, let number = Int32(which.text) {
            if !(0...127 ~= number) { throw which.problem("preset \(number) is outside 0..127") }
            return .loadNumber(number)
        }
        guard let preset = configuration.preset(named: which.text) else {
            let names = configuration.presetNames
            throw which.problem("no preset is called '\(which.text)'" + offer(which.text, among: names))
        }
        return .load(preset)
    }

    private static func setList(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action {
        let name = try words.next("a set list's name")
        let names = configuration.setListNames
        guard let index = names.firstIndex(of: name.text) else {
            throw name.problem("no set list is called '\(name.text)'" + offer(name.text, among: names))
        }
        return .setList(UInt8(index))
    }

    private static func routing(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> UInt16 {
        let name = try words.next("a routing's name")
        let names = configuration.routingNames
        guard let number = names.firstIndex(of: name.text) else {
            throw name.problem("no routing is called '\(name.text)'" + offer(name.text, among: names))
        }
        return UInt16(number)
    }

    private static func led(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action {
        let name = try words.next("a footswitch")
        let names = configuration.box.footswitches.map { $0.name }
        guard let index = names.firstIndex(of: name.text) else {
            throw name.problem("no footswitch is called '\(name.text)'" + offer(name.text, among: names))
        }
        let word = try words.next("on, off, blink or tempo")
        guard let state = ActionWord.ledStates.first(where: { $0.word == word.text })?.state else {
            throw word.problem("'\(word.text)' is neither on, off, blink nor tempo")
        }
        return .led(UInt8(index), state)
    }
}

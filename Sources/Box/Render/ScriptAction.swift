import Configuration
import Program

/// The actions of a script. Programs use the same words for a running box (docs/reference/COMMANDS.md).
enum ScriptAction {
    /// The words that begin an action.
    static let verbs = [
        "load", "next", "previous", "undo", "revert", "save", "mute", "unmute", "toggle-mute", "bypass", "unbypass",
        "toggle-bypass", "tempo", "tap", "start", "stop", "continue", "pause", "toggle-pause", "toggle-stop", "led",
        "panic", "setlist", "next-part", "previous-part",
    ]

    /// Reads an action after its first word; nil if that word begins no action.
    static func read(
        _ verb: String, _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action? {
        switch verb {
        case "load": return try load(&words, configuration)
        case "next": return .nextPreset
        case "previous": return .previousPreset
        case "next-part": return .nextPart
        case "previous-part": return .previousPart
        case "undo": return .undo
        case "revert": return .revert
        case "save": return .save
        case "mute": return .mute(try routing(&words, configuration), .on)
        case "unmute": return .mute(try routing(&words, configuration), .off)
        case "toggle-mute": return .mute(try routing(&words, configuration), .toggle)
        case "bypass": return .bypass(try routing(&words, configuration), .on)
        case "unbypass": return .bypass(try routing(&words, configuration), .off)
        case "toggle-bypass": return .bypass(try routing(&words, configuration), .toggle)
        case "tempo": return .clock(try tempo(&words))
        case "tap": return .clock(.tap)
        case "start": return .clock(.start)
        case "stop": return .clock(.stop)
        case "continue": return .clock(.continue)
        case "pause": return .clock(.pause)
        case "toggle-pause": return .clock(.togglePause)
        case "toggle-stop": return .clock(.toggleStop)
        case "led": return try led(&words, configuration)
        case "panic": return .panic
        case "setlist": return try setList(&words, configuration)
        default: return nil
        }
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
        switch word.text {
        case "on": return .led(UInt8(index), .on)
        case "off": return .led(UInt8(index), .off)
        case "blink": return .led(UInt8(index), .blink)
        case "tempo": return .led(UInt8(index), .tempo)
        default: throw word.problem("'\(word.text)' is neither on, off, blink nor tempo")
        }
    }
}

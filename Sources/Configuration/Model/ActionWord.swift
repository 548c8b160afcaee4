import Plan

/// The words of an action, in the order of the documentation. Files, scripts, clients of the socket, the command line,
/// the simulator and the flight recorder use this table (docs/reference/CONFIGURATION.md, "Assignments").
package struct ActionWord: Sendable {
    /// The arguments after the word.
    package enum Argument: Equatable, Sendable {
        case nothing(Action)
        /// The number or the name of a preset.
        case preset
        /// The name of a set list.
        case setList
        /// The name of a routing.
        case mute(Action.Switching)
        case bypass(Action.Switching)
        /// BPM, or a signed step.
        case tempo
        /// The name of a routing, or nothing (R28).
        case release
        /// Semitones, or a signed step (R29).
        case transpose
        /// The name of a footswitch, and one of `ledStates`.
        case led
        /// The name of a variable, and a value or a signed step.
        case variable
        /// The name of a variable.
        case toggleVariable
        /// A port and the messages to send.
        case messages
    }

    /// The word by which the box shows the action.
    package let word: String
    /// A second word for the action; empty if there is none.
    package let alias: String
    package let argument: Argument

    private init(_ word: String, _ argument: Argument, alias: String = "") {
        (self.word, self.argument, self.alias) = (word, argument, alias)
    }

    package static let table = [
        ActionWord("none", .nothing(.none)),
        ActionWord("previous-preset", .nothing(.previousPreset), alias: "previous"),
        ActionWord("next-preset", .nothing(.nextPreset), alias: "next"),
        ActionWord("preset", .preset, alias: "load"),
        ActionWord("next-part", .nothing(.nextPart)),
        ActionWord("previous-part", .nothing(.previousPart)),
        ActionWord("setlist", .setList),
        ActionWord("clock-start", .nothing(.clock(.start)), alias: "start"),
        ActionWord("clock-stop", .nothing(.clock(.stop)), alias: "stop"),
        ActionWord("clock-continue", .nothing(.clock(.continue)), alias: "continue"),
        ActionWord("clock-pause", .nothing(.clock(.pause)), alias: "pause"),
        ActionWord("clock-toggle-pause", .nothing(.clock(.togglePause)), alias: "toggle-pause"),
        ActionWord("clock-toggle-stop", .nothing(.clock(.toggleStop)), alias: "toggle-stop"),
        ActionWord("tap", .nothing(.clock(.tap))),
        ActionWord("tempo", .tempo),
        ActionWord("transpose", .transpose),
        ActionWord("release", .release),
        ActionWord("panic", .nothing(.panic)),
        ActionWord("mute", .mute(.on)),
        ActionWord("unmute", .mute(.off)),
        ActionWord("toggle-mute", .mute(.toggle)),
        ActionWord("bypass", .bypass(.on)),
        ActionWord("unbypass", .bypass(.off)),
        ActionWord("toggle-bypass", .bypass(.toggle)),
        ActionWord("led", .led),
        ActionWord("send", .messages),
        ActionWord("set", .variable),
        ActionWord("toggle", .toggleVariable),
        ActionWord("undo", .nothing(.undo)),
        ActionWord("revert", .nothing(.revert)),
        ActionWord("save", .nothing(.save)),
    ]

    package static let ledStates: [(word: String, state: LEDs.State)] = [
        ("on", .on), ("off", .off), ("blink", .blink), ("tempo", .tempo),
    ]

    /// Returns the row of a word or of its alias; nil if no action has the word.
    package static func find(_ word: String) -> ActionWord? {
        table.first { $0.word == word || !$0.alias.isEmpty && $0.alias == word }
    }

    /// Returns the word of the actions with an argument.
    package static func word(_ argument: Argument) -> String { table.first { $0.argument == argument }?.word ?? "" }

    /// The argument of an action; several actions of a name share one.
    package static func argument(of action: Action) -> Argument {
        switch action {
        case .load, .loadNumber: .preset
        case .setList: .setList
        case .mute(_, let switching): .mute(switching)
        case .bypass(_, let switching): .bypass(switching)
        case .clock(.tempo), .clock(.tempoBy): .tempo
        case .clock(.tapAgo): .nothing(.clock(.tap))
        case .transpose, .transposeBy: .transpose
        case .release: .release
        case .led: .led
        case .send: .messages
        case .variable(_, .toggle): .toggleVariable
        case .variable: .variable
        default: .nothing(action)
        }
    }
}

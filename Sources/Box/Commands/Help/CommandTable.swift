import Configuration

/// All commands, in the order of help texts. Help, manual page, completion and the parsing of arguments come from here.
enum CommandTable {
    static let all: [CommandDescription] =
        [run, demo, new, check, render, ports]
        + [status, load, setList, save, mute, tempo, transpose, release, set, led, panic, reload]
        + [monitor, send, smf, learn, recorder] + [code, browsers, token, bluetooth] + [
            backup, restore, update, export, importing, grow,
        ]
        + [list, translate, bench] + [help, completion, complete, mdns, usbDevice, web, bluetoothProcess]

    /// Returns the command with a name; nil if there is none.
    static func command(_ name: String) -> CommandDescription? { all.first { $0.names.contains(name) } }

    /// Returns the command that a word names: `next` for `next-preset`, since actions with two words are commands by
    /// one.
    static func name(_ word: String) -> String {
        if command(word) != nil { return word }
        guard let action = ActionWord.find(word) else { return word }
        return [action.word, action.alias].first { command($0) != nil } ?? word
    }

    /// Names for suggestions and completion.
    static var names: [String] { all.filter { !$0.isHidden }.flatMap { $0.names } }

    static let help = CommandDescription(
        name: "help", summary: "explains a command",
        forms: ["[COMMAND]"],
        about: "Without a command it lists all commands.",
        operands: [.init(name: "COMMAND", kind: .commands, summary: "the command to explain")],
        options: [.init(name: "--man", summary: "prints the manual page treadle(1), for man -l")],
        examples: [.init(line: "help render", summary: "the same as treadle render --help")],
        run: HelpCommand.run)

    static let completion = CommandDescription(
        name: "completion", summary: "prints a completion script for a shell",
        forms: ["bash|zsh|fish"],
        about:
            "The script completes commands, options and files, and names of ports, presets, routings and footswitches "
            + "of the box that runs.",
        operands: [
            .init(name: "bash|zsh|fish", kind: .words(Completion.shells), summary: "the shell")
        ],
        examples: [.init(line: "completion bash > /etc/bash_completion.d/treadle", summary: "for all users of bash")],
        run: CompletionCommand.run)
}

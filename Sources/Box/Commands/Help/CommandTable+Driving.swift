/// Commands that drive a running box.
extension CommandTable {
    private static let noBox = "no box runs, or it has ended"

    static let status = CommandDescription(
        name: "status", summary: "tells preset, tempo, ports and counters of the box",
        forms: [""],
        about: """
            Prints a word and its value in each line: the running preset and whether it was changed, tempo and clock,
            how many notes are held, muted and bypassed routings, each port, bytes received and sent, and what was lost.
            """,
        options: [
            .init(name: "--json", summary: "one JSON object instead of lines"),
            .init(name: "--watch", summary: "goes on with what changes, until Ctrl-C"), .socket,
        ],
        examples: [
            .init(line: "status", summary: "tells what the box does now"),
            .init(line: "status --watch", summary: "shows it all the time"),
        ],
        unusable: noBox,
        run: StatusCommand.run)

    static let load = CommandDescription(
        name: "load", summary: "loads a preset, or steps to another preset or part",
        forms: ["PRESET"], others: ["next", "previous", "next-part", "previous-part"],
        about: "load, next and previous print the preset that runs then.",
        operands: [.init(name: "PRESET", kind: .presets, summary: "its number, else its name")],
        options: [.socket],
        examples: [.init(line: "load Organ", summary: "loads a preset by its name")],
        unusable: noBox,
        run: DriveCommand.run)

    static let setList = CommandDescription(
        name: "setlist", summary: "chooses a set list, by which next and previous step",
        forms: ["SETLIST"],
        about: "It loads nothing: the next step goes by the list.",
        operands: [.init(name: "SETLIST", kind: .setLists, summary: "the name of a set list")],
        options: [.socket],
        examples: [.init(line: "setlist Friday", summary: "steps through the presets of Friday")],
        unusable: noBox,
        run: DriveCommand.run)

    static let save = CommandDescription(
        name: "save", summary: "saves the changes of the preset, or takes them back",
        forms: [""], others: ["undo", "revert"],
        about: """
            save writes mutes, bypasses and learnt values into the files, undo takes back the last step, and revert
            goes back to what is stored.
            """,
        options: [.socket],
        examples: [.init(line: "save", summary: "writes what was changed by hand")],
        unusable: noBox + ", or a file cannot be written",
        run: DriveCommand.run)

    static let mute = CommandDescription(
        name: "mute", summary: "mutes or bypasses a routing of the running preset",
        forms: ["ROUTING"],
        others: [
            "unmute ROUTING", "toggle-mute ROUTING", "bypass ROUTING", "unbypass ROUTING", "toggle-bypass ROUTING",
        ],
        about: "It stays so until a preset is loaded, or is saved.",
        operands: [.init(name: "ROUTING", kind: .routings, summary: "the name of a routing")],
        options: [.socket],
        examples: [.init(line: "mute 'Bass split'", summary: "mutes a routing whose name has a blank")],
        unusable: noBox,
        run: DriveCommand.run)

    static let tempo = CommandDescription(
        name: "tempo", summary: "sets the tempo, starts and stops the clock",
        forms: ["BPM"],
        others: ["tap", "start", "stop", "continue", "pause", "toggle-pause", "toggle-stop"],
        about: "They are about the clock of the box. SIGINT or SIGTERM ends the box itself.",
        operands: [.init(name: "BPM", summary: "20..300, or a step such as +1 or -0.5")],
        options: [.socket],
        examples: [.init(line: "tempo 98.5", summary: "sets the tempo")],
        unusable: noBox,
        run: DriveCommand.run)

    static let set = CommandDescription(
        name: "set", summary: "changes a variable of the box",
        forms: ["VARIABLE VALUE"], others: ["toggle VARIABLE"],
        about: "A change does all that it does when a footswitch makes it.",
        operands: [
            .init(name: "VARIABLE", kind: .variables, summary: "its name"),
            .init(name: "VALUE", summary: "a value of its range, or a step such as +1 or -1"),
        ],
        options: [.socket],
        examples: [.init(line: "set amp 2", summary: "sets the variable amp to 2")],
        unusable: noBox,
        run: DriveCommand.run)

    static let led = CommandDescription(
        name: "led", summary: "sets the LED of a footswitch until the next load",
        forms: ["FOOTSWITCH STATE"],
        about: "A footswitch without an LED may be named, too.",
        operands: [
            .init(name: "FOOTSWITCH", kind: .footswitches, summary: "its name"),
            .init(name: "STATE", kind: .words(["on", "off", "blink", "tempo"]), summary: "on, off, blink or tempo"),
        ],
        options: [.socket],
        examples: [.init(line: "led A blink", summary: "lets the LED of A blink")],
        unusable: noBox,
        run: DriveCommand.run)

    static let panic = CommandDescription(
        name: "panic", summary: "ends all notes at all destinations",
        forms: [""],
        about: "It does what the action panic does.",
        options: [.socket],
        examples: [.init(line: "panic", summary: "silences everything")],
        unusable: noBox,
        run: DriveCommand.run)

    static let complete = CommandDescription(
        name: "complete", summary: "prints names of the box, for completion scripts",
        forms: ["LIST"],
        about: "Prints one name a line, and nothing where no box runs.",
        operands: [
            .init(name: "LIST", kind: .words(CompleteCommand.lists), summary: "which names")
        ],
        options: [.socket],
        isHidden: true,
        run: CompleteCommand.run)

    static let reload = CommandDescription(
        name: "reload", summary: "reloads the configuration of the running box",
        forms: [""],
        about: """
            Waits until the box runs the new configuration, and prints errors and warnings. Bad files leave it as it is.
            """,
        options: [.socket],
        examples: [.init(line: "reload", summary: "takes the files as they are now")],
        badInput: "the files have errors, or need a new start of the box", unusable: noBox,
        run: DriveCommand.run)
}

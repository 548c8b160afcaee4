import Host

/// Commands about a configuration.
extension CommandTable {
    private static let configuration = CommandDescription.Operand(
        name: "DIR|BOX.yaml", kind: .file,
        summary: "a folder with a box.yaml, or a box file; without it the current folder")
    private static let badConfiguration = "the configuration has errors"
    private static let unreadable = "a file cannot be read, or standard output takes no more"

    static let run = CommandDescription(
        name: "run", summary: "runs the box: routes MIDI until it is stopped",
        forms: ["[DIR|BOX.yaml]"],
        about: """
            SIGINT and SIGTERM end the box and leave nothing sounding. SIGHUP reloads the configuration.

            With --simulate the box needs no hardware: the display is drawn in the terminal, footswitches and tilt are
            on the keyboard, and each port is a port for the other programs of this machine.
            """,
        operands: [configuration],
        options: [
            .init(name: "--simulate", summary: "runs in a terminal, without hardware"),
            .init(name: "--watch", summary: "reloads the configuration when its files change"),
            .init(
                name: "--http", value: "[ADDRESS:]PORT",
                summary: "serves the page for browsers there, without ADDRESS for this machine alone; PORT+: or at the "
                    + "next free port"),
            .init(name: "--verbose", summary: "prints all counters at the end"),
            .init(name: "--no-realtime", summary: "for machines that forbid real-time scheduling"),
            .init(name: "--socket", value: "PATH", kind: .file, summary: "where other commands find this box"),
        ]
            + forProcess1,
        examples: [
            .init(line: "run", summary: "runs the configuration of the current folder"),
            .init(line: "run --simulate docs/first", summary: "tries a configuration in the terminal"),
        ],
        badInput: badConfiguration, unusable: "a device or file cannot be used",
        run: RunCommand.run)

    /// What process 1 tells the box that it starts.
    private static let forProcess1: [CommandDescription.Option] = [
        hidden("--appliance", "plays without a good configuration"),
        hidden("--bluetooth", "has the radio, as on an appliance"),
        hidden("--image", value: "FOLDER", "the configuration to run where its own is bad"),
        hidden("--nothing-is-kept", value: "WHY", "shows WHY nothing is saved"),
        hidden("--card-fault", value: "WHY", "shows WHY the card is faulty"),
        hidden("--edit-refused", "shows what is wrong with an edit on the card"),
        hidden("--trial", "this version is on trial"),
        hidden("--update-failed", value: "VERSION", "shows that an update failed"),
        hidden("--watchdog", value: "N", "feeds the watchdog, descriptor N"),
        hidden("--after-failure", "silences each port as it opens"),
    ]

    private static func hidden(
        _ name: String, value: String? = nil, _ summary: String
    ) -> CommandDescription.Option {
        .init(name: name, value: value, summary: summary, isHidden: true)
    }

    static let check = CommandDescription(
        name: "check", summary: "reads a configuration, reports every error and warning",
        forms: ["[DIR|BOX.yaml|-]"],
        about: """
            Errors and warnings go to standard error, one after the other, each as file:line:column with the line of
            the file. Standard output tells what the configuration holds: ports, footswitches and presets.
            """,
        operands: [configurationOrInput],
        options: [
            .init(name: "--json", summary: "one JSON object on standard output, errors and warnings included"),
            .init(name: "--hints", summary: "also notes what has a shorter form"),
        ],
        examples: [
            .init(line: "check", summary: "checks the current folder"),
            .init(line: "check stage/box.yaml", summary: "checks a box file and the files beside it"),
        ],
        badInput: badConfiguration, unusable: unreadable,
        run: CheckCommand.run)

    static let render = CommandDescription(
        name: "render", summary: "runs the box offline on a script of inputs",
        forms: ["BOX.yaml [SCRIPT...]"],
        about: """
            Runs the whole box without hardware and without waiting, and prints each message that leaves it, as TIME
            PORT HEX. Each line of the script is a time in milliseconds and an event: bytes or a message that come
            in at a port (0 keys 90 3C 64, 5 keys note C4 90), a footswitch (10 switch A down), a preset (30 load 2),
            or the end (1000 end). Each of several scripts is played on a box that was just switched on, behind a line
            with its name.
            """,
        operands: [
            .init(name: "BOX.yaml", kind: .file, summary: "a box file, or a folder with one; - is standard input"),
            .init(name: "SCRIPT...", kind: .file, summary: "the scripts; without one, or with -, standard input"),
        ],
        options: [
            .init(
                name: "--preset", value: "N|NAME", kind: .presets,
                summary: "which preset to begin with, by number, else by name"),
            .init(name: "--display", summary: "shows the display whenever it changes"),
            .init(name: "--leds", summary: "shows the LEDs of the footswitches whenever they change"),
            .init(name: "--why", summary: "says why messages are dropped or retained"),
            .init(name: "--wire", summary: "ports with a uart send at 31250 baud"),
            .init(name: "--packets", summary: "shows what Bluetooth ports send as packets"),
        ],
        examples: [
            .init(line: "render box.yaml song.txt", summary: "plays a script"),
            .init(line: "render --why box.yaml -", summary: "plays standard input and explains what is dropped"),
        ],
        badInput: "the configuration or the script has errors", unusable: unreadable,
        run: RenderCommand.run)

    static let ports = CommandDescription(
        name: "ports", summary: "lists the ports found, and which alias each answers to",
        forms: ["[DIR|BOX.yaml|-]"],
        about: """
            Prints in or out, the name of each MIDI port, where it is, and = ALIAS for a port that the configuration
            names. An endpoint of MIDI 2.0 is described with its protocols and function blocks. Ports that are not there
            follow as missing: ALIAS. While a box runs, its network session and the
            peers that it knows follow.
            """,
        operands: [
            .init(name: "DIR|BOX.yaml|-", kind: .file, summary: "the configuration; without it only ports are listed")
        ],
        options: [.init(name: "--json", summary: "one JSON object instead of lines"), .socket],
        examples: [
            .init(line: "ports", summary: "lists the ports of this machine"),
            .init(line: "ports box.yaml", summary: "tells which alias each answers to"),
        ],
        badInput: badConfiguration, unusable: unreadable,
        run: PortsCommand.run)

    private static let configurationOrInput = CommandDescription.Operand(
        name: "DIR|BOX.yaml|-", kind: .file,
        summary: "a folder with a box.yaml, a box file, or - for standard input; without it the current folder")
}

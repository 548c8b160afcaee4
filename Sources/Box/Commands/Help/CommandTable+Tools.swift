/// Tools that need no box.
extension CommandTable {
    static let list = CommandDescription(
        name: "list", summary: "prints or draws a value list",
        forms: ["CURVE...", "BOX.yaml PLACE", "FILE|-"],
        about: """
            Prints the file that list:, map: and when: of a configuration take: one number a line.

            A curve is softness S, dynamics D, cutoff C, linear IN..IN OUT..OUT, free A X,Y X,Y B, or written as in a
            configuration: 'curve: { softness: 30 }'.
            """,
        operands: [
            .init(name: "CURVE", summary: "words of a curve"),
            .init(name: "BOX.yaml", kind: .file, summary: "a box file, or a folder with one"),
            .init(name: "PLACE", summary: "a place of the configuration: presets.Verse.routings.1.notes"),
            .init(
                name: "FILE", kind: .file, summary: "a list or a spreadsheet's columns, to check; - is standard input"),
        ],
        options: [
            .init(name: "--velocity", summary: "a list of velocities: curves give at least 1"),
            .init(name: "--notes", summary: "a note map: -1 drops the note"),
            .init(name: "--in", value: "7|14", kind: .words(["7", "14"]), summary: "bits of inputs"),
            .init(name: "--out", value: "7|14", kind: .words(["7", "14"]), summary: "bits of outputs"),
            .init(name: "--plot", summary: "draws the curve"),
            .init(name: "-o", value: "FILE", kind: .file, summary: "into a file, which is never half"),
        ],
        examples: [
            .init(line: "list softness 30 > lists/soft.txt", summary: "writes a list"),
            .init(line: "list dynamics -20 --plot", summary: "draws a curve"),
        ],
        badInput: "the list or the configuration has errors",
        unusable: "a file cannot be read or written, or standard output takes no more",
        run: ListCommand.run)

    static let translate = CommandDescription(
        name: "translate", summary: "translates between MIDI bytes and packets",
        forms: ["--from FORMAT --to FORMAT [FILE]"],
        about: """
            Each line of input is a stream of two-digit hex bytes or eight-digit words, and each line of output its
            translation. FORMAT is bytes, ump (MIDI 1.0 protocol) or ump2 (MIDI 2.0 protocol).
            """,
        operands: [.init(name: "FILE", kind: .file, summary: "the input; without it, or with -, standard input")],
        options: [
            .init(name: "--from", value: "FORMAT", kind: .words(formats), summary: "the format of the input"),
            .init(name: "--to", value: "FORMAT", kind: .words(formats), summary: "the format of the output"),
            .init(name: "--group", value: "N", summary: "the group of bytes, 0..15; without it 0"),
            .init(name: "--chunks", summary: "the lines are one stream arriving in pieces"),
        ],
        examples: [.init(line: "translate --from bytes --to ump song.txt", summary: "prints packets")],
        badInput: "the input has errors; other lines are still translated",
        unusable: "the file cannot be read, or standard output takes no more",
        run: TranslateCommand.run)

    private static let formats = ["bytes", "ump", "ump2"]

    static let bench = CommandDescription(
        name: "bench", summary: "measures what messages cost on this machine",
        forms: ["", "NAME PASSES"],
        about: """
            Prints nanoseconds, and the ratio to a plain copy of the same bytes. With NAME and PASSES it only does that
            row so often, for a counter of instructions, and prints the number of messages.
            """,
        operands: [
            .init(name: "NAME", summary: "a row of the table"), .init(name: "PASSES", summary: "how often"),
        ],
        examples: [.init(line: "bench", summary: "prints the table")],
        unusable: "no memory, or standard output takes no more",
        run: BenchCommand.run)

    static let usbDevice = CommandDescription(
        name: "usb-device", summary: "sets the box up as a USB device of a computer",
        forms: ["PORT..."],
        about: """
            Prints one event a line: set up, computer, alone, failed with the reason, and drive with given, with the
            outcome of an import, or with failed and the reason. A line end on standard input removes the device;
            without it the device stays. The box runs it as its child.
            """,
        operands: [.init(name: "PORT...", summary: "a number 1..16, = and the name of the port")],
        options: [
            .init(name: "--name", value: "NAME", summary: "the name of the device; without it Treadle"),
            .init(name: "--drive", summary: "the owner's partition is a drive"),
            .init(name: "--network", summary: "the box is a network card"),
            .init(name: "--midi-1", summary: "the ports never speak the MIDI 2.0 protocol"),
            .init(name: "--midi-2", summary: "the ports begin in the MIDI 2.0 protocol"),
        ],
        unusable: "the device cannot be set up; the last line says why",
        isHidden: true,
        run: USBDeviceCommand.run)

    static let mdns = CommandDescription(
        name: "mdns", summary: "publishes a session by mDNS and prints what others publish",
        forms: [""],
        about: """
            Prints one event a line, until standard input ends: name, found, lost, dropped, failed. A line rename NAME
            on standard input changes the name, page PORT the port of the page. Blanks in names are \\032. The box runs
            it as its child.
            """,
        options: [
            .init(name: "--name", value: "NAME", summary: "the session name; without it Treadle"),
            .init(name: "--port", value: "PORT", summary: "the control port; without it 5004, 0 for none"),
            .init(name: "--page", value: "PORT", summary: "the TCP port of the page; without it none"),
            .init(name: "--interfaces", value: "LIST", summary: "names with commas between; without it all but lo"),
        ],
        unusable: "mDNS failed; the last line says why",
        isHidden: true,
        run: MDNSCommand.run)
}

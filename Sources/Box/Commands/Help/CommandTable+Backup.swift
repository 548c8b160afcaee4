import Host

/// Commands that copy a configuration to another box, or restore an earlier one.
extension CommandTable {
    private static let stickOptions = [
        CommandDescription.Option(
            name: "--stick", summary: "uses treadle-NUMBER.tar on a USB stick with the volume name TREADLE-BAC"),
        .init(name: "--wait", summary: "waits for the stick up to 15 s; without one nothing is done, status 0"),
    ]

    private static let report = CommandDescription.Option(
        name: "--report", summary: "a failure is a line `refused WHY` of standard output too, for programs")

    static let backup = CommandDescription(
        name: "backup", summary: "writes a configuration into an archive",
        forms: ["FILE.tar [DIR]", "--stick [DIR]"],
        about: """
            The archive holds the files of the folder and of the folders in it, and the preset and tempo that ran last.
            Any tar reads it. A configuration with errors, or with files outside its folder, is not written.
            """,
        operands: [
            .init(name: "FILE.tar", kind: .file, summary: "the archive to write"),
            .init(name: "DIR", kind: .folder, summary: "a folder with a box.yaml; without it the current folder"),
        ],
        options: stickOptions + [report],
        examples: [.init(line: "backup board.tar board", summary: "writes the configuration in the folder board")],
        badInput: "the configuration has errors, or is over a limit", unusable: "a file cannot be read or written",
        run: BackupCommand.run)

    static let restore = CommandDescription(
        name: "restore", summary: "puts a configuration from an archive into a folder",
        forms: ["FILE.tar|- [DIR]", "--stick [DIR]"],
        about: """
            The whole archive is read and its configuration compiled before anything changes. What is replaced is kept
            as NAME.before, and so are presets that the archive does not hold.
            """,
        operands: [
            .init(
                name: "FILE.tar|-", kind: .file, summary: "an archive of backup or of tar; - is standard input"),
            .init(
                name: "DIR", kind: .folder,
                summary: "a folder with a box.yaml, an empty or a new one; without it the current folder"),
        ],
        options: stickOptions + [report],
        examples: [.init(line: "restore board.tar board", summary: "puts the configuration into the folder board")],
        badInput: "the archive is damaged, or its configuration has errors",
        unusable: "a file cannot be read or written",
        run: RestoreCommand.run)
}

import Host

/// Commands for a beginning: a board to try, and a first configuration.
extension CommandTable {
    static let demo = CommandDescription(
        name: "demo", summary: "runs a board that is built in, in this terminal",
        forms: ["[DIR]"],
        about: """
            No hardware, no files and no second program are needed. The board has a split, an organ, strings, a drum
            machine's clock and a song. Press p for the song, a and b for other sounds, ? for all keys, q to end.
            """,
        operands: [
            .init(
                name: "DIR", kind: .folder,
                summary: "a new or empty folder that keeps the files; without it they are temporary")
        ],
        options: [.init(name: "--socket", value: "PATH", kind: .file, summary: "where other commands find this box")],
        examples: [
            .init(line: "demo", summary: "shows the box"),
            .init(line: "demo band", summary: "keeps its files, to change them"),
        ],
        unusable: "a file cannot be written, or the folder is not empty",
        run: DemoCommand.run)

    static let new = CommandDescription(
        name: "new", summary: "writes a first configuration for this machine",
        forms: ["DIR"],
        about: """
            Writes a box file with a keyboard and a sound module, and two presets, into a new or empty folder. The ports
            are those that ports finds. In a terminal it asks where there are several; else it takes the first.
            """,
        operands: [.init(name: "DIR", kind: .folder, summary: "a new or empty folder")],
        examples: [.init(line: "new board", summary: "makes the folder board")],
        unusable: "a file cannot be written, or the folder is not empty",
        run: NewCommand.run)
}

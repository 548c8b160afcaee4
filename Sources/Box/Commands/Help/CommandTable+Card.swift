/// Commands for the partitions of a card or disk.
extension CommandTable {
    static let export = CommandDescription(
        name: "export", summary: "writes the box's configuration to the owner's part of its card",
        forms: [""],
        about: """
            For a box that runs from a card: box.yaml, presets and lists are written where a computer finds them, each
            file is read back, and presets that the box no longer has are removed. The menu's Export does this.
            """,
        examples: [.init(line: "export", summary: "on the box, as root")],
        unusable: "there is no card, or it cannot be written",
        run: ExportCommand.run)

    static let importing = CommandDescription(
        name: "import", summary: "takes the owner's edits into the data partition",
        forms: [""],
        about: """
            Process 1 runs it before the box starts. The last line is nothing, imported, refused, export, or failed with
            the reason.
            """,
        badInput: "the edit has errors", unusable: "a file cannot be read or written",
        isHidden: true,
        run: ImportCommand.run)

    static let grow = CommandDescription(
        name: "grow", summary: "grows the data partition to the end of the card",
        forms: [""],
        about: "Process 1 runs it beside the box.",
        unusable: "the card cannot be written",
        isHidden: true,
        run: GrowCommand.run)
}

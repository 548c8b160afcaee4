import Host

/// The command that writes another version onto a card or disk.
extension CommandTable {
    static let update = CommandDescription(
        name: "update", summary: "checks an update and writes it into the other slot",
        forms: ["[FILE [PORT...]]"],
        about: """
            The whole file is checked before anything is written. On a box that runs from a card, the next start then
            tries the new version, and keeps it after 30 s with its ports. The menu's Update does this, and a box
            without a menu does it at its start, with --at-start. On any other computer only --check is of use.
            """,
        operands: [
            .init(
                name: "FILE", kind: .file,
                summary: "the update; without it update.treadle on the card or on a USB stick"),
            .init(name: "PORT", kind: .ports, summary: "ports that have to be open again in the new version"),
        ],
        options: [
            .init(name: "--check", summary: "only checks the file"),
            .init(name: "--downgrade", summary: "also takes a version older than the one that runs"),
            .init(name: "--keys", value: "DIR", kind: .folder, summary: "the trusted keys, files *.pub of minisign"),
            .init(name: "--at-start", summary: "for a box without a menu: no restart, and no fault without a file"),
            .init(name: "--commit", summary: "keeps the running version, which ends its trial"),
        ],
        examples: [.init(line: "update --check --keys keys update.treadle", summary: "checks a file")],
        badInput: "the file is damaged, not trusted, for another board, too large, or older",
        unusable: "there is no file, no card with two slots, or it cannot be written",
        run: UpdateCommand.run)
}

/// The command of the page (W).
extension CommandTable {
    static let web = CommandDescription(
        name: "web", summary: "serves the page to browsers",
        forms: [""],
        about: """
            The box starts it as its child, with one end of a socket pair as standard input and the listening TCP socket
            as descriptor 3, and starts it again when it ends.
            """,
        options: [
            .init(name: "--path", value: "CONFIGURATION", kind: .folder, summary: "the configuration"),
            .init(name: "--state", value: "FOLDER", kind: .folder, summary: "for paired browsers and tokens"),
            .init(name: "--drafts", value: "FOLDER", kind: .folder, summary: "the drafts of the box"),
            .init(name: "--incoming", value: "FOLDER", kind: .folder, summary: "for edits"),
            .init(name: "--uploads", value: "FOLDER", kind: .folder, summary: "for uploads and backups"),
        ],
        unusable: "the listening socket cannot be served",
        isHidden: true,
        run: WebCommand.run)
}

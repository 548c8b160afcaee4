/// Commands about the page for browsers.
extension CommandTable {
    private static let noPage = "no box runs, or it has no page"

    static let code = CommandDescription(
        name: "code", summary: "prints a code that lets a browser use the page",
        forms: [""],
        about: """
            The code is for one browser, which asks for it. It ends after a minute, and with the next one. The display
            of the box shows it too.
            """,
        options: [.socket],
        examples: [.init(line: "code", summary: "prints a code, for a box without a display")],
        unusable: noPage,
        run: BrowsersCommand.code)

    static let browsers = CommandDescription(
        name: "browsers", summary: "lists the browsers that may use the page",
        forms: ["", "forget N"],
        about: """
            Prints a number, the first and the last day, and a name for each. forget takes the number of one, which
            needs a code from then on.
            """,
        operands: [
            .init(name: "forget", kind: .words(["forget"]), summary: "forgets a browser"),
            .init(name: "N", summary: "the number of the browser"),
        ],
        options: [.socket],
        examples: [
            .init(line: "browsers", summary: "lists them"),
            .init(line: "browsers forget 2", summary: "forgets the second"),
        ],
        unusable: noPage + ", or no browser has this number",
        run: BrowsersCommand.browsers)

    static let token = CommandDescription(
        name: "token", summary: "prints a token for programs that use the page's API",
        forms: ["[NAME]"],
        about: """
            The token is shown this once. Programs send it as Authorization: Bearer TOKEN. Without a name it lists all
            tokens. browsers forget takes their numbers too.
            """,
        operands: [.init(name: "NAME", summary: "what the token is for")],
        options: [.init(name: "--read", summary: "the token changes nothing"), .socket],
        examples: [.init(line: "token desk --read", summary: "prints a token for a program that only looks")],
        unusable: noPage + ", or the name is too long",
        run: BrowsersCommand.token)
}

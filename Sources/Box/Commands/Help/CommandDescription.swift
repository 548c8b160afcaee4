import Host

/// One command of the program: how its arguments are parsed, and the text of its help, manual page and completion.
///
/// Texts are wrapped where they are printed: a line feed in them is a blank, and an empty line ends a paragraph.
struct CommandDescription: Sendable {
    typealias Run = @Sendable (inout Arguments) throws(Arguments.Problem) -> ExitStatus

    /// The kind of a value or an operand, for shell completion.
    enum Kind: Sendable {
        case text, file, folder, time
        /// Names of the running box, as `treadle complete` lists them.
        case ports, presets, routings, footswitches, setLists, variables
        case commands
        case words([String])
    }

    struct Option: Sendable {
        /// The name with its hyphens: `--socket`, `-o`.
        var name: String
        /// The option of one letter with the same meaning.
        var short: String?
        /// The name of its value in texts, `PATH`; nil if the option takes no value.
        var value: String?
        var kind = Kind.text
        var summary: String
        /// Whether help, manual page and completion leave it out, because only process 1 gives it.
        var isHidden = false
    }

    struct Operand: Sendable {
        var name: String
        var kind = Kind.text
        var summary: String
    }

    struct Example: Sendable {
        /// The command line without the word `treadle`.
        var line: String
        var summary: String
    }

    var name: String
    /// One line for the list of commands, at most 60 columns.
    var summary: String
    /// Each form of the operands, without `treadle`, the name and the options: `BOX.yaml [SCRIPT]`.
    var forms: [String]
    /// Further commands that share this description, each with its operands: `next`, `unmute ROUTING`.
    var others: [String] = []
    var about: String
    var operands: [Operand] = []
    var options: [Option] = []
    var examples: [Example] = []
    /// The meanings of the exit statuses 1 and 3; nil if the command never ends with that status.
    var badInput: String?
    var unusable: String? = "standard output takes no more"
    /// Whether lists of commands leave out this one, because only programs call it.
    var isHidden = false
    var run: Run

    /// The options that people give.
    var shownOptions: [Option] { options.filter { !$0.isHidden } }

    /// The exit statuses with their meanings.
    var exits: [(status: Int, meaning: String)] {
        var exits = [(status: 0, meaning: "done")]
        if let badInput { exits.append((status: 1, meaning: badInput)) }
        exits.append((status: 2, meaning: "wrong usage"))
        if let unusable { exits.append((status: 3, meaning: unusable)) }
        return exits
    }

    /// Lines of the synopsis: `treadle list [OPTION...] CURVE...`.
    var synopsis: [String] {
        let options = shownOptions.isEmpty ? "" : " [OPTION...]"
        let own = forms.map { "treadle \(name)\(options)\($0.isEmpty ? "" : " " + $0)" }
        return own
            + names.dropFirst().map { other in
                let form = form(of: other)
                return "treadle \(other)\(options)\(form.isEmpty ? "" : " " + form)"
            }
    }

    /// The name of each command that has this description, its own first.
    var names: [String] { [name] + others.map { String($0.prefix { $0 != " " }) } }

    /// The operands of one of the commands: `ROUTING`.
    func form(of verb: String) -> String {
        if verb == name { return forms[0] }
        let other = others.first { $0.prefix { $0 != " " } == verb[...] } ?? ""
        return String(other.drop { $0 != " " }.dropFirst())
    }
}

extension CommandDescription.Option {
    /// The option as it is written: `--socket PATH`, `-h, --help`.
    var written: String {
        let names = short.map { "\($0), \(name)" } ?? name
        return value.map { "\(names) \($0)" } ?? names
    }

    /// Options of every command.
    static let help = CommandDescription.Option(
        name: "--help", short: "-h", summary: "prints this help")
    static let version = CommandDescription.Option(
        name: "--version", short: "-V", summary: "prints the version")

    /// The option of each command that talks to a running box.
    static let socket = CommandDescription.Option(
        name: "--socket", value: "PATH", kind: .file,
        summary: "the socket of the box; without it $TREADLE_SOCKET, else the usual places")
}

import Host

/// The manual page treadle(1), in the man macros of roff.
enum ManualPage {
    static var text: String {
        var text = ".TH TREADLE 1 \(TreadleCommand.date) \"Treadle \(Treadle.version)\" \"User Commands\"\n"
        text += ".SH NAME\ntreadle \\- pedalboard MIDI box\n"
        text += ".SH SYNOPSIS\n.B treadle\n.I COMMAND\n.RI [ OPTION ...]\n.RI [ OPERAND ...]\n"
        text += ".SH DESCRIPTION\n"
        text += lines(
            "Treadle routes MIDI messages between ports, as a configuration in YAML says, with footswitches, tilt "
                + "sensor and display. One program is the box and all its tools.")
        text += ".SH COMMANDS\n"
        for command in CommandTable.all where !command.isHidden { text += section(command) }
        text += ".SH OPTIONS\n"
        text += item("-h, --help", "prints the help of a command, or the list of commands")
        text += item("-V, --version", "prints version, commit and architecture")
        text += item("--", "ends the options: what follows are operands")
        text += paragraph(
            "Options and operands stand in any order. A value is written --socket PATH or --socket=PATH. Options are "
                + "not abbreviated. A negative number is an operand.")
        text += ".SH EXIT STATUS\n"
        for (status, meaning) in exits { text += item(status, meaning) }
        text += ".SH ENVIRONMENT\n"
        for (name, meaning) in environment { text += item(name, meaning) }
        text += ".SH FILES\n"
        for (name, meaning) in files { text += item(name, meaning) }
        return text + ".SH SEE ALSO\n.BR treadle.yaml (5)\n"
    }

    private static let exits = [
        ("0", "done"), ("1", "the input was bad; standard error says where"), ("2", "wrong usage"),
        ("3", "a device or file could not be used"),
    ]
    private static let environment = [
        ("TREADLE_SOCKET", "the socket of the running box, where --socket is not given"),
        ("XDG_RUNTIME_DIR", "the folder of the socket of a user's box"),
        ("NO_COLOR", "set and not empty: no colours on a terminal"),
    ]
    private static let files = [
        ("box.yaml", "the box file of a configuration"), ("presets/*.yaml", "presets beside it"),
        ("/run/treadle.sock", "the socket of root's box"),
    ]

    private static func section(_ command: CommandDescription) -> String {
        var text = ".SS \(escaped(command.names.joined(separator: ", ")))\n"
        for (index, line) in command.synopsis.enumerated() { text += (index > 0 ? ".br\n" : "") + bold(line) }
        text += paragraph(HelpText.sentence(command.summary))
        for part in HelpText.paragraphs(command.about) { text += paragraph(part) }
        for operand in command.operands { text += item(operand.name, operand.summary) }
        for option in command.shownOptions { text += item(option.written, option.summary) }
        for example in command.examples {
            text += ".PP\n" + escaped(HelpText.sentence(example.summary)) + "\n.PP\n.RS 4\n.nf\n"
            text += escaped("treadle \(example.line)")
            text += "\n.fi\n.RE\n"
        }
        return text
    }

    private static func item(_ term: String, _ meaning: String) -> String {
        ".TP\n" + bold(term) + lines(meaning)
    }

    private static func paragraph(_ text: String) -> String { ".PP\n" + lines(text) }

    /// Breaks a text into lines of at most 60 columns, before escapes lengthen them.
    private static func lines(_ text: String) -> String {
        var result = ""
        for line in TextLines(Array(HelpText.wrapped(text, indent: 0, width: 60).utf8).dropLast()) {
            result += escaped(String(decoding: line, as: UTF8.self)) + "\n"
        }
        return result
    }

    private static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR\n" }

    /// Escapes a text, so that roff takes no character of it as a request or an escape.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for (index, letter) in text.enumerated() {
            switch letter {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += index == 0 ? "\\&\\(aq" : "\\(aq"
            case ".": result += index == 0 ? "\\&." : "."
            case "\u{60}": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(letter)
            }
        }
        return result
    }
}

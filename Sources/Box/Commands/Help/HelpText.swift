import Host

/// The help texts of the program, at most 80 columns wide.
enum HelpText {
    static let width = 80
    /// The column at which summaries begin.
    private static let column = 24

    /// Lists the commands.
    static var overview: String {
        var text = "Usage: treadle COMMAND [OPTION...] [OPERAND...]\n\nTreadle, a pedalboard MIDI box.\n\n"
        for command in CommandTable.all where !command.isHidden {
            text += row(command.names.joined(separator: ", "), command.summary, at: 14)
        }
        text += "\n'treadle COMMAND --help' explains a command.\n"
        text += "'treadle --version' prints the version.\n"
        return text
    }

    /// Explains one command.
    static func text(of command: CommandDescription) -> String {
        var text = ""
        for line in command.synopsis { text += (text.isEmpty ? "Usage: " : "       ") + line + "\n" }
        text += "\n" + wrapped(sentence(command.summary), indent: 0)
        for paragraph in paragraphs(command.about) { text += "\n" + wrapped(paragraph, indent: 0) }
        if !command.operands.isEmpty { text += "\nOperands:\n" }
        for operand in command.operands { text += row(operand.name, operand.summary, at: column) }
        text += "\nOptions:\n"
        for option in command.shownOptions + [.help, .version] {
            text += row(option.written, option.summary, at: column)
        }
        if !command.examples.isEmpty { text += "\nExamples:\n" }
        for example in command.examples { text += "  treadle \(example.line)\n" + wrapped(example.summary, indent: 6) }
        text += "\nExit status:\n"
        for exit in command.exits { text += row("\(exit.status)", exit.meaning, at: 5) }
        return text
    }

    /// Splits a text of the table into paragraphs, each on one line.
    static func paragraphs(_ text: String) -> [String] {
        var paragraphs: [String] = []
        var isNew = true
        for line in TextLines(Array(text.utf8)[...]) {
            let line = String(decoding: line, as: UTF8.self)
            if line.isEmpty {
                isNew = true
            } else if isNew {
                paragraphs.append(line)
                isNew = false
            } else {
                paragraphs[paragraphs.count - 1] += " " + line
            }
        }
        return paragraphs
    }

    /// Makes a sentence of a summary.
    static func sentence(_ summary: String) -> String {
        var bytes = Array(summary.utf8)
        if let first = bytes.first, 97...122 ~= first { bytes[0] -= 32 }
        return String(decoding: bytes, as: UTF8.self) + "."
    }

    /// Formats a term and its meaning; a long term has a line of its own.
    private static func row(_ term: String, _ meaning: String, at column: Int) -> String {
        let meaning = wrapped(meaning, indent: column)
        let room = column - term.utf8.count - 2
        if room < 2 { return "  \(term)\n\(meaning)" }
        let rest = String(decoding: meaning.utf8.dropFirst(column), as: UTF8.self)
        return "  \(term)" + blanks(room) + rest
    }

    /// Breaks a paragraph into lines.
    static func wrapped(_ paragraph: String, indent: Int, width: Int = HelpText.width) -> String {
        var text = ""
        var line = blanks(indent)
        for word in paragraph.split(separator: " ") {
            if line.utf8.count > indent && line.utf8.count + 1 + word.utf8.count > width {
                text += line + "\n"
                line = blanks(indent)
            }
            line += (line.utf8.count > indent ? " " : "") + word
        }
        return text + line + "\n"
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

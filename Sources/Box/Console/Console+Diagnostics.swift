import CPlatform
import Configuration
import Host

extension Console {
    /// Prints errors and warnings on standard error, each with the line of its file and a caret under the place.
    static func report(_ diagnostics: Diagnostics) {
        let isColoured = Console.isColoured
        for diagnostic in diagnostics.list { report(diagnostic, isColoured) }
        if diagnostics.omitted > 0 { error("and \(diagnostics.omitted) more\n") }
    }

    static func report(_ diagnostic: Diagnostic) { report(diagnostic, isColoured) }

    private static func report(_ diagnostic: Diagnostic, _ isColoured: Bool) {
        errorInColour(DiagnosticText.text(of: diagnostic, isColoured: isColoured))
    }

    /// Whether standard error is a terminal that shows colours, and NO_COLOR is not set.
    private static var isColoured: Bool {
        if isatty(2) != 1 || isWithoutColours { return false }
        guard let terminal = getenv("TERM") else { return false }
        let name = String(cString: terminal)
        return !name.isEmpty && name != "dumb"
    }

    /// Whether the environment variable NO_COLOR is set and not empty.
    static var isWithoutColours: Bool {
        guard let value = getenv("NO_COLOR") else { return false }
        return value[0] != 0
    }
}

/// Formats an error, a warning or a note with the line of its file.
enum DiagnosticText {
    private static let (red, magenta, cyan, green, bold, plain) = (
        "\u{1B}[1;31m", "\u{1B}[1;35m", "\u{1B}[1;36m", "\u{1B}[1;32m", "\u{1B}[1m", "\u{1B}[m"
    )
    /// Columns for the line number.
    private static let numberColumns = 5

    /// The message, the line and the caret. Only the colours are control sequences; all other text is escaped.
    static func text(of diagnostic: Diagnostic, isColoured: Bool) -> String {
        func coloured(_ colour: String, _ text: String) -> String { isColoured ? colour + text + plain : text }
        let colour =
            switch diagnostic.severity {
            case .error: red
            case .warning: magenta
            case .note: cyan
            }
        let kind = coloured(colour, diagnostic.severity.word + ":")
        let place = coloured(bold, "\(diagnostic.file.visible):\(diagnostic.line):\(diagnostic.column):")
        var text = "\(place) \(kind) \(diagnostic.message.visible)\n"
        guard let source = diagnostic.source else { return text }
        let number = String(diagnostic.line)
        let columns = max(numberColumns, number.utf8.count)
        text += blanks(columns - number.utf8.count) + "\(number) | \(source.text)\n"
        text += blanks(columns) + " | " + blanks(source.columnsBefore) + coloured(green, "^") + "\n"
        return text
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

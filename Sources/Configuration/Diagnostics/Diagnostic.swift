/// A position in a file: line and column from 1, columns in characters.
struct Place: Hashable, Sendable {
    /// The file's number in the `DiagnosticLog`.
    var file: Int32
    var line: Int32
    var column: Int32

    /// The place of text that is from a command line or from the program itself.
    static let nowhere = Place(file: -1, line: 1, column: 1)
}

/// An error, a warning or a note about a configuration.
package struct Diagnostic: Equatable, Sendable {
    package enum Severity: Sendable {
        case error, warning
        /// Something has a shorter form; only if hints are wanted.
        case note

        package var word: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .note: "note"
            }
        }
    }

    package var file: String
    /// The line, from 1; 1 if the diagnostic is about the whole file.
    package var line: Int
    /// The column, from 1, in characters.
    package var column: Int
    package var severity: Severity
    package var message: String
    /// The line of the file; nil if the line is empty or cannot be read.
    package var source: SourceLine?

    package init(
        file: String, line: Int, column: Int, severity: Severity = .error, message: String, source: SourceLine? = nil
    ) {
        (self.file, self.line, self.column) = (file, line, column)
        (self.severity, self.message, self.source) = (severity, message, source)
    }

    /// `file:line:column: error: message`
    package var text: String { "\(file.visible):\(line):\(column): \(severity.word): \(message)" }
}

/// The errors and warnings of a configuration, sorted by file and place.
package struct Diagnostics: Error, Sendable {
    package var list: [Diagnostic]
    /// The number of diagnostics that were left out of the list.
    package var omitted = 0
    /// The files of the configuration in reading order, named as in messages.
    package var files: [String] = []

    package init(list: [Diagnostic], omitted: Int = 0, files: [String] = []) {
        (self.list, self.omitted, self.files) = (list, omitted, files)
    }

    /// One line for each diagnostic, and a last line with the number of omitted ones.
    package var text: String {
        var text = ""
        for diagnostic in list {
            text += diagnostic.text
            text += "\n"
        }
        if omitted > 0 { text += "and \(omitted) more\n" }
        return text
    }
}

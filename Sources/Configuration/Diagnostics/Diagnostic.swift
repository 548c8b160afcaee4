/// A position in a file: line and column from 1, columns in characters.
struct Place: Hashable, Sendable {
    /// The file's number in the `DiagnosticLog`.
    var file: Int32
    var line: Int32
    var column: Int32

    /// The place of text that is from a command line or from the program itself.
    static let nowhere = Place(file: -1, line: 1, column: 1)
}

/// An error or a warning about a configuration.
public struct Diagnostic: Equatable, Sendable {
    public enum Severity: Sendable {
        case error, warning
    }

    public var file: String
    /// The line, from 1; 1 if the diagnostic is about the whole file.
    public var line: Int
    /// The column, from 1, in characters.
    public var column: Int
    public var severity: Severity
    public var message: String
    /// The line of the file; nil if the line is empty or cannot be read.
    public var source: SourceLine?

    public init(
        file: String, line: Int, column: Int, severity: Severity = .error, message: String, source: SourceLine? = nil
    ) {
        (self.file, self.line, self.column) = (file, line, column)
        (self.severity, self.message, self.source) = (severity, message, source)
    }

    /// `file:line:column: error: message`
    public var text: String {
        let kind = severity == .error ? "error" : "warning"
        return "\(file.visible):\(line):\(column): \(kind): \(message)"
    }
}

/// The errors and warnings of a configuration, sorted by file and place.
public struct Diagnostics: Error, Sendable {
    public var list: [Diagnostic]
    /// The number of diagnostics that were left out of the list.
    public var omitted = 0
    /// The files of the configuration in reading order, named as in messages.
    public var files: [String] = []

    public init(list: [Diagnostic], omitted: Int = 0, files: [String] = []) {
        (self.list, self.omitted, self.files) = (list, omitted, files)
    }

    /// One line for each diagnostic, and a last line with the number of omitted ones.
    public var text: String {
        var text = ""
        for diagnostic in list {
            text += diagnostic.text
            text += "\n"
        }
        if omitted > 0 { text += "and \(omitted) more\n" }
        return text
    }
}

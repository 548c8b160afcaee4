/// Where something stands in a file: line and column from 1, columns in characters.
struct Place: Hashable, Sendable {
    /// By its number in the `DiagnosticLog`.
    var file: Int32
    var line: Int32
    var column: Int32

    /// Of what was written on a command line, or is the program's own.
    static let nowhere = Place(file: -1, line: 1, column: 1)
}

/// One thing to say about a configuration.
public struct Diagnostic: Equatable, Sendable {
    public enum Severity: Sendable {
        case error, warning
    }

    public var file: String
    /// From 1; also where the file itself is meant, because it cannot be read.
    public var line: Int
    /// From 1, in characters.
    public var column: Int
    public var severity: Severity
    public var message: String

    /// `file:line:column: error: message`
    public var text: String {
        let kind = severity == .error ? "error" : "warning"
        return "\(file.visible):\(line):\(column): \(kind): \(message)"
    }
}

/// Everything there is to say about a configuration that was refused, sorted by file and place.
public struct Diagnostics: Error, Sendable {
    public var list: [Diagnostic]
    /// How many more there are, which the list leaves out.
    public var omitted = 0

    /// One line each, and a last one if the list leaves any out.
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

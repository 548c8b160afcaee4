import CPlatform

/// A file that a command reads: standard input if no file or `-` is named.
package struct InputFile {
    /// The path; nil for standard input.
    private let path: String?

    package init(_ path: String?) { self.path = path == "-" ? nil : path }

    package var isStandardInput: Bool { path == nil }

    /// The name for messages.
    package var name: String { path ?? "<stdin>" }

    /// Reads the whole file, but at most one byte more than `most`. Prints an error and returns nil if the file cannot
    /// be read.
    ///
    /// - Parameter hint: text after the error.
    package func read(most: Int, hint: String = "") -> [UInt8]? {
        if let text = Console.read(path, most: most + 1) { return text }
        Console.error("treadle: \(name): \(String(cString: treadle_error_message(treadle_errno())))\(hint)\n")
        return nil
    }
}

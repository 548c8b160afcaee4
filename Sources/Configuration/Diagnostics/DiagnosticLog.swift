/// Gathers what is found while a configuration is read, so that all of it is reported and not only the first.
final class DiagnosticLog {
    private(set) var list: [Diagnostic] = []
    private(set) var errorCount = 0
    private var said: Set<String> = []

    func error(_ place: Place, _ message: String) {
        errorCount += 1
        add(place, .error, message)
    }

    func warning(_ place: Place, _ message: String) {
        add(place, .warning, message)
    }

    private func add(_ place: Place, _ severity: Diagnostic.Severity, _ message: String) {
        let new = Diagnostic(
            file: place.file, line: place.line, column: place.column, severity: severity, message: message)
        // What is merged or aliased in YAML stands at several places of the tree and at one in the file.
        if said.insert(new.text).inserted { list.append(new) }
    }

    /// By file in the order they were read, then by place.
    func sorted(files: [String]) -> Diagnostics {
        var list = list
        list.sort { a, b in
            if a.file != b.file { return rank(a.file, files) < rank(b.file, files) }
            if a.line != b.line { return a.line < b.line }
            if a.column != b.column { return a.column < b.column }
            return bytesPrecede(a.message, b.message)
        }
        return Diagnostics(list: list)
    }

    private func rank(_ file: String, _ files: [String]) -> Int {
        files.firstIndex(of: file) ?? files.count
    }
}

/// Order of two texts by their bytes, the same everywhere.
func bytesPrecede(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
}

/// Gathers what is found while a configuration is read, so that all of it is reported and not only the first.
final class DiagnosticLog {
    private var found: [(place: Place, diagnostic: Diagnostic)] = []
    /// In the order they were read.
    private var files: [String] = []
    private var numbers: [String: Int32] = [:]
    private(set) var errorCount = 0
    private var said: Set<String> = []

    /// In the order it was found.
    var list: [Diagnostic] { found.map { $0.diagnostic } }

    func error(_ place: Place, _ message: String) {
        errorCount += 1
        add(place, .error, message)
    }

    func warning(_ place: Place, _ message: String) {
        add(place, .warning, message)
    }

    private func add(_ place: Place, _ severity: Diagnostic.Severity, _ message: String) {
        let new = Diagnostic(
            file: name(of: place.file), line: Int(place.line), column: Int(place.column), severity: severity,
            message: message)
        // What is merged or aliased in YAML stands at several places of the tree and at one in the file.
        if said.insert(new.text).inserted { found.append((place, new)) }
    }

    /// A number for a file by which places know it; files of one name are one.
    func file(_ name: String) -> Int32 {
        if let number = numbers[name] { return number }
        let number = Int32(files.count)
        files.append(name)
        numbers[name] = number
        return number
    }

    func name(of file: Int32) -> String { file < 0 ? "" : files[Int(file)] }

    /// By file in the order they were read, then by place.
    func sorted() -> Diagnostics {
        var all = found
        all.sort { a, b in
            if a.place.file != b.place.file { return a.place.file < b.place.file }
            if a.place.line != b.place.line { return a.place.line < b.place.line }
            if a.place.column != b.place.column { return a.place.column < b.place.column }
            return bytesPrecede(a.diagnostic.message, b.diagnostic.message)
        }
        return Diagnostics(list: all.map { $0.diagnostic })
    }
}

/// Order of two texts by their bytes, the same everywhere.
func bytesPrecede(_ a: String, _ b: String) -> Bool {
    a.asText { a in b.asText { a.precedes($0) } }
}

/// Collects errors and warnings while a configuration is read, so that all are reported, not only the first.
///
/// A file full of errors costs bounded time and memory: the log keeps the first `most` errors and `most` warnings, and
/// only counts the others.
final class DiagnosticLog {
    /// Number of errors that are kept, and of warnings.
    static let most = 100
    /// Number of messages that are composed, including those dropped as repetitions.
    private static let mostWorded = 1000

    private var found: [(place: Place, diagnostic: Diagnostic)] = []
    /// File names in the order of reading.
    private var files: [String] = []
    private var numbers: [String: Int32] = [:]
    private(set) var errorCount = 0
    private var warningCount = 0
    /// Whether further errors are only counted, so that callers need not compose messages.
    var isFull: Bool { found.count - warningCount >= DiagnosticLog.most || worded >= DiagnosticLog.mostWorded }
    private var worded = 0
    private var said: Set<String> = []
    private var places: Set<Place> = []
    /// Places of messages that are not kept.
    private var omitted: Set<Place> = []

    /// Diagnostics in the order they were found.
    var list: [Diagnostic] { found.map { $0.diagnostic } }

    /// Reports an error.
    ///
    /// - Parameter message: composed only if it is kept, because a hint may take long to find.
    @inline(__always)
    func error(_ place: Place, _ message: @autoclosure () -> String) {
        errorCount += 1
        if isKept(place, .error) { add(place, .error, message()) }
    }

    /// Reports a warning.
    ///
    /// - Parameter message: composed only if it is kept, because a hint may take long to find.
    @inline(__always)
    func warning(_ place: Place, _ message: @autoclosure () -> String) {
        if isKept(place, .warning) { add(place, .warning, message()) }
    }

    // These two take no closure: the compiler would copy their bodies for every message in the source.

    @inline(never)
    private func isKept(_ place: Place, _ severity: Diagnostic.Severity) -> Bool {
        if severity == .error ? isFull : warningCount >= DiagnosticLog.most || worded >= DiagnosticLog.mostWorded {
            if !places.contains(place) { omitted.insert(place) }
            return false
        }
        worded += 1
        return true
    }

    @inline(never)
    private func add(_ place: Place, _ severity: Diagnostic.Severity, _ message: String) {
        let new = Diagnostic(
            file: name(of: place.file), line: Int(place.line), column: Int(place.column), severity: severity,
            message: message.visible)
        // A merge or an alias puts one place of the file into several places of the tree.
        if !said.insert(new.text).inserted { return }
        if severity == .warning { warningCount += 1 }
        places.insert(place)
        found.append((place, new))
    }

    /// Returns the number by which places refer to a file; equal names get the same number.
    func file(_ name: String) -> Int32 {
        if let number = numbers[name] { return number }
        let number = Int32(files.count)
        files.append(name)
        numbers[name] = number
        return number
    }

    func name(of file: Int32) -> String { file < 0 ? "" : files[Int(file)] }

    /// Returns the diagnostics by file in the order of reading, then by place.
    func sorted() -> Diagnostics {
        var all = found
        all.sort { a, b in
            if a.place.file != b.place.file { return a.place.file < b.place.file }
            if a.place.line != b.place.line { return a.place.line < b.place.line }
            if a.place.column != b.place.column { return a.place.column < b.place.column }
            return bytesPrecede(a.diagnostic.message, b.diagnostic.message)
        }
        return Diagnostics(list: all.map { $0.diagnostic }, omitted: omitted.count)
    }
}

/// Whether `a` comes before `b` by bytes, which does not depend on the locale.
func bytesPrecede(_ a: String, _ b: String) -> Bool {
    a.asText { a in b.asText { a.precedes($0) } }
}

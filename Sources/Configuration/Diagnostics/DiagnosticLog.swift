/// Gathers what is found while a configuration is read, so that all of it is reported and not only the first.
///
/// A file that is wrong everywhere costs bounded time and memory: of errors and of warnings the first `most` are kept,
/// and further ones are only counted.
final class DiagnosticLog {
    /// Errors that are kept; as many warnings.
    static let most = 100
    /// Messages that are worded, those that turn out to be repetitions counted.
    private static let mostWorded = 1000

    private var found: [(place: Place, diagnostic: Diagnostic)] = []
    /// In the order they were read.
    private var files: [String] = []
    private var numbers: [String: Int32] = [:]
    private(set) var errorCount = 0
    private var warningCount = 0
    /// Whether further errors are only counted, so that nobody need word them.
    var isFull: Bool { found.count - warningCount >= DiagnosticLog.most || worded >= DiagnosticLog.mostWorded }
    private var worded = 0
    private var said: Set<String> = []
    private var places: Set<Place> = []
    /// Places of messages that are not kept.
    private var omitted: Set<Place> = []

    /// In the order it was found.
    var list: [Diagnostic] { found.map { $0.diagnostic } }

    /// - Parameter message: worded only if it is kept, because a hint may take long to find.
    @inline(__always)
    func error(_ place: Place, _ message: @autoclosure () -> String) {
        errorCount += 1
        if isKept(place, .error) { add(place, .error, message()) }
    }

    /// - Parameter message: worded only if it is kept, because a hint may take long to find.
    @inline(__always)
    func warning(_ place: Place, _ message: @autoclosure () -> String) {
        if isKept(place, .warning) { add(place, .warning, message()) }
    }

    // Neither of these two takes a closure: the compiler would copy their bodies for each message there is.

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
        // A merge or an alias brings one place of the file to several places of the tree.
        if !said.insert(new.text).inserted { return }
        if severity == .warning { warningCount += 1 }
        places.insert(place)
        found.append((place, new))
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
        return Diagnostics(list: all.map { $0.diagnostic }, omitted: omitted.count)
    }
}

/// Order of two texts by their bytes, the same everywhere.
func bytesPrecede(_ a: String, _ b: String) -> Bool {
    a.asText { a in b.asText { a.precedes($0) } }
}

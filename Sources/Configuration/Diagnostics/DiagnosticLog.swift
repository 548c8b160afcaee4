import Settings

/// Collects errors and warnings while a configuration is read, so that all of them are reported.
///
/// A file full of errors costs bounded time and memory: the log stores the first `most` errors and `most` warnings,
/// and only counts the others.
final class DiagnosticLog {
    /// The number of errors that are stored, and also that of warnings.
    static let most = 100
    /// The number of messages that are composed, including repetitions that are then dropped.
    private static let mostWorded = 1000

    private var found: [(place: Place, diagnostic: Diagnostic)] = []
    /// The files in reading order, named as in messages.
    private var files: [String] = []
    /// The names by which `ConfigurationFiles` reads these files, in the same order.
    private var names: [String] = []
    private var numbers: [String: Int32] = [:]
    private(set) var errorCount = 0
    /// The number of stored warnings and notes.
    private var warningCount = 0
    /// Whether further errors are only counted, so that callers need not compose messages.
    var isFull: Bool { found.count - warningCount >= DiagnosticLog.most || worded >= DiagnosticLog.mostWorded }
    private var worded = 0
    private var said: Set<String> = []
    private var places: Set<Place> = []
    /// Places of diagnostics that were not stored.
    private var omitted: Set<Place> = []

    /// Diagnostics in the order they were found.
    var list: [Diagnostic] { found.map { $0.diagnostic } }

    /// Reports an error.
    ///
    /// - Parameter message: composed only if it is stored, because a suggestion may take long to find.
    @inline(__always)
    func error(_ place: Place, _ message: @autoclosure () -> String) {
        errorCount += 1
        if isKept(place, .error) { add(place, .error, message()) }
    }

    /// Reports a warning.
    ///
    /// - Parameter message: composed only if it is stored, because a suggestion may take long to find.
    @inline(__always)
    func warning(_ place: Place, _ message: @autoclosure () -> String) {
        if isKept(place, .warning) { add(place, .warning, message()) }
    }

    /// Reports that something has a shorter form. Notes count as warnings.
    func note(_ place: Place, _ message: String) {
        if isKept(place, .note) { add(place, .note, message) }
    }

    // The next two functions have no closure parameter: the compiler would copy their bodies for every message.

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
        // With a merge or an alias, one place in the file is several times in the tree and causes equal messages.
        if !said.insert(new.text).inserted { return }
        if severity != .error { warningCount += 1 }
        places.insert(place)
        found.append((place, new))
    }

    /// Returns the number by which places refer to a file; equal names get the same number.
    ///
    /// - Parameter readAs: the name by which the file is read; nil if equal to `name`.
    func file(_ name: String, readAs: String? = nil) -> Int32 {
        if let number = numbers[name] { return number }
        let number = Int32(files.count)
        files.append(name)
        names.append(readAs ?? name)
        numbers[name] = number
        return number
    }

    func name(of file: Int32) -> String { file < 0 ? "" : files[Int(file)] }

    /// Returns the name by which `ConfigurationFiles` reads a file; empty if there is no file.
    func readName(of file: Int32) -> String { file < 0 ? "" : names[Int(file)] }

    /// Returns the diagnostics by file in reading order, then by place.
    ///
    /// - Parameter sources: the files, to read the shown lines again, because storing all files would need much
    ///   memory; nil: no lines are shown.
    func sorted(showing sources: ConfigurationFiles? = nil) -> Diagnostics {
        var all = found
        all.sort { a, b in
            if a.place.file != b.place.file { return a.place.file < b.place.file }
            if a.place.line != b.place.line { return a.place.line < b.place.line }
            if a.place.column != b.place.column { return a.place.column < b.place.column }
            return bytesPrecede(a.diagnostic.message, b.diagnostic.message)
        }
        var diagnostics = Diagnostics(list: all.map { $0.diagnostic }, omitted: omitted.count, files: files)
        guard let sources else { return diagnostics }
        var next = 0
        while next < all.count {
            let file = all[next].place.file
            let end = all[next...].firstIndex { $0.place.file != file } ?? all.count
            if file >= 0, case .bytes(let bytes) = sources.read(names[Int(file)]) {
                bytes.withUnsafeBufferPointer { DiagnosticLog.show($0, in: &diagnostics.list[next..<end]) }
            }
            next = end
        }
        return diagnostics
    }

    /// Adds the lines of one file to its diagnostics, which must be sorted by place, and hides passwords in both.
    static func show(_ text: UnsafeBufferPointer<UInt8>, in list: inout ArraySlice<Diagnostic>) {
        let passwords = Passwords(text)
        var cursor = SourceCursor()
        for index in list.indices {
            cursor.advance(in: text, to: list[index].line, list[index].column)
            list[index].message = passwords.hidden(in: list[index].message, at: cursor.offset)
            list[index].source = SourceLine(text, at: cursor.offset, hiding: passwords.ranges)
        }
    }
}

extension DiagnosticLog {
    /// Reports an exceeded limit; `count` is the number found, or nil if counting stopped at the limit.
    func overLimit(_ place: Place, _ name: String, _ limit: Int, _ count: Int? = nil) {
        let found = count.map { "\($0)" } ?? "more than \(limit)"
        error(place, "over the limit `\(name)`: \(found), and at most \(limit) are possible")
    }
}

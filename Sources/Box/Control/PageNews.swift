import Configuration

/// What the page is told of files and drafts (W10, W13), by the state and by lines of their own.
struct PageNews {
    /// Files that somebody has changed.
    struct Changed: Equatable {
        /// The name of a browser; empty for the box itself and for programs.
        var by: String
        /// The names relative to the box file.
        var names: [String]
    }

    /// The files that have changed since clients were told.
    private(set) var changes: [Changed] = []
    /// What the newest files and drafts are refused for: at most `BoxLimits.shownFaults` errors, for the state.
    private(set) var faults = JSONValue.array([])
    /// Whether drafts take other hardware, so that they are in force after a new start (E1).
    var needsRestart = false
    /// Whether the loop was told that drafts are not saved.
    var hasToldDrafts = false
    /// The folder from which edits are taken; nil: none are.
    var incoming: String?

    mutating func changed(_ names: [String], by: String) {
        if names.isEmpty { return }
        if let last = changes.indices.last, changes[last].by == by {
            changes[last].names += names.filter { !changes[last].names.contains($0) }
        } else {
            changes.append(Changed(by: by, names: names))
        }
    }

    /// Returns the files that have changed since the last call.
    mutating func takeChanges() -> [Changed] {
        defer { changes = [] }
        return changes
    }

    /// Records that the newest files have no errors.
    mutating func isGood() { faults = .array([]) }

    /// Records the errors of the newest files.
    ///
    /// - Parameter path: of the configuration, whose folder is left out of places.
    mutating func isFaulty(_ diagnostics: Diagnostics, path: String) {
        let folder = Array(Configuration.shown("", path: path).utf8)
        let errors = diagnostics.list.filter { $0.severity == .error }.prefix(BoxLimits.shownFaults)
        faults = StateObject.list(Array(errors)) { object, error in
            let file = Array(error.file.utf8)
            let name = file.starts(with: folder) ? String(decoding: file[folder.count...], as: UTF8.self) : error.file
            object.add("place", "\(name):\(error.line):\(error.column)")
            object.add("message", error.message)
        }
    }
}

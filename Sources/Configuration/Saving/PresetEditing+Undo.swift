extension PresetEditing.Change {
    /// The change that takes this one back.
    var reversed: PresetEditing.Change { PresetEditing.Change(path: path, name: name, old: new, new: old) }
}

// Taking edits back, and edits beside drafts (W13, W14).
extension PresetEditing {
    /// Plans to take back an edit; throws if a file is not as the edit has left it.
    package mutating func undo(_ edit: [Change]) throws(Problem) {
        for change in edit {
            var now: [UInt8]?
            if case .bytes(let bytes) = files.read(change.name) { now = bytes }
            if now != change.new {
                throw Problem("files changed", "\(change.path) has changed since the edit")
            }
        }
        changes = edit.reversed().map { $0.reversed }
        try check()
    }

    /// Throws if a change would lose a draft, or make the files bad without the drafts: drafts do not outlive a power
    /// cut.
    package func checkDrafts() throws(Problem) {
        guard case .drafted = files else { return }
        for change in changes where files.isDrafted(change.name) {
            throw Problem("save first", "a draft of \(change.path) is not saved yet")
        }
        let disk = files.withoutDrafts
        // Files that are bad anyway are the player's to mend.
        guard case .success = Configuration.load(disk, box: box, knownGroups: knownGroups) else { return }
        if case .success = Configuration.load(changed(disk), box: box, knownGroups: knownGroups) { return }
        throw Problem("save first", "without the drafts, which are not saved yet, the files would have errors")
    }
}

import CPlatform
import Configuration
import Host
import Loop
import Plan
import Upkeep

// M12: the menu edits presets. The loop runs on, and loads the running preset again only if it has changed.
extension RunningConfiguration {
    /// An edit of the running preset, or a new preset beside it.
    enum Edit {
        case copy(to: String, SavedStates)
        case new(String)
        case rename(to: String)
        case number(Int)
        case delete
    }

    /// Reads the files as they are now, for an edit of the running preset.
    func editing() throws(PresetEditing.Problem) -> PresetEditing {
        if let badConfiguration {
            throw PresetEditing.Problem("files have errors", "the configuration is bad: \(badConfiguration)")
        }
        return try PresetEditing(path: path, asRead: hashes, knownGroups: knownGroups, drafts: drafts.inForce)
    }

    /// Plans an edit without writing files. Throws if the edit is refused.
    func plan(_ edit: Edit, of preset: PresetIndex) throws(PresetEditing.Problem) -> PresetEditing {
        var editing = try editing()
        let name = current.name(of: preset)
        // An edit reads the files again, which would drop learnt values that the player has not saved.
        var copied: String?
        if case .copy = edit { copied = name }
        if learning.learnt.hasOthers(than: copied, running: preset) {
            throw PresetEditing.Problem("save first", "a learnt value is not saved yet")
        }
        switch edit {
        case .copy(let new, let states):
            let learnt = learning.learnt.learnt(running: preset)
            try editing.copy(name, to: new, states, learnt: learnt, asRead: hashes)
        case .new(let new): try editing.addThrough(new, after: name)
        case .rename(let new): try editing.rename(name, to: new)
        case .number(let number): try editing.number(name, number)
        case .delete: try editing.delete(name)
        }
        try checkDrafts(editing)
        return editing
    }

    /// W13: throws if an edit would lose a draft.
    func checkDrafts(_ editing: PresetEditing) throws(PresetEditing.Problem) {
        for change in editing.changes where drafts.hasDraft(change.name) || !drafts.isInForce(change.name) {
            throw PresetEditing.Problem("save first", "a draft of \(change.path) is not saved yet")
        }
        try editing.checkDrafts()
    }

    /// Performs an edit of the running preset: writes the files, and hands the new configuration to the loop.
    func perform(_ edit: Edit, of preset: PresetIndex) throws(PresetEditing.Problem) {
        let runs = link.running
        guard runs.plan == current.plan, runs.preset == preset else {
            throw PresetEditing.Problem("try again", "another preset runs meanwhile")
        }
        let editing = try plan(edit, of: preset)
        if editing.changes.isEmpty { return }
        let new = try write(editing, by: "")
        switch edit {
        case .copy(let name, _), .new(let name):
            adopt(new)
            if let preset = current.preset(named: name) { link.tell(.perform(.load(preset))) }
        case .rename(let name): adopt(new, runningAs: name)
        case .number, .delete: adopt(new)
        }
    }

    /// Writes the files of an edit, and reads the configuration again.
    ///
    /// - Parameter by: who has made the edit, for the page.
    func write(_ editing: PresetEditing, by: String) throws(PresetEditing.Problem) -> CompiledConfiguration {
        do throws(SafeFiles<SystemCalls>.Problem) {
            try write(editing.changes)
        } catch {
            throw PresetEditing.Problem("not written", "\(editing.changes[0].path): \(error.message)")
        }
        page.changed(editing.changes.map { $0.name }, by: by)
        let now = Configuration.load(path: path, knownGroups: knownGroups, drafts: drafts.inForce)
        guard case .success(let new) = now else {
            throw PresetEditing.Problem("files have errors", "the configuration cannot be read any more")
        }
        new.forgetDiagnostics()
        return new
    }

    /// Replaces, makes and sets aside files; several of them by the journal.
    func write(_ changes: [PresetEditing.Change]) throws(SafeFiles<SystemCalls>.Problem) {
        let folder = StateFolder.folder(of: path)
        if changes.count > 1 {
            var journal = EditJournal(in: folder, box: StateFolder.boxName(of: path), SystemCalls())
            try journal.replace(changes)
        } else {
            var files = SafeFiles(SystemCalls())
            for change in changes {
                switch (change.old, change.new) {
                case (let old?, let new?): try files.replace(change.path, old, by: new, within: folder)
                case (nil, let new?):
                    if mkdir(change.path.folder, 0o755) < 0 && treadle_errno() != EEXIST {
                        throw .system(-treadle_errno())
                    }
                    try files.write(new, to: change.path, within: folder)
                case (_, nil): try files.setAside(change.path, within: folder)
                }
            }
        }
        for change in changes {
            say(change.new == nil ? "set aside: \(change.path).before" : "written: \(change.path)")
        }
    }
}

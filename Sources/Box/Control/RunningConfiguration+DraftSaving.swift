import CPlatform
import Configuration
import Host
import Loop
import Plan
import Upkeep

/// What saving has done with drafts (W13).
struct SavedDrafts {
    /// The names of the files that were written.
    var written: [String] = []
    /// The drafts that stay, and why.
    var left: [(name: String, problem: DraftProblem)] = []
}

extension RunningConfiguration {
    /// Writes all drafts that have no errors into their files (E4). The files without the other drafts have no errors
    /// either.
    @discardableResult
    func saveDrafts(by: String) -> SavedDrafts {
        isSaveAsked = false
        var saved = SavedDrafts()
        if drafts.isEmpty { return saved }
        var chosen: [String] = []
        for name in drafts.names {
            if diskHash(name) == drafts.base(of: name) {
                chosen.append(name)
            } else {
                saved.left.append((name, DraftProblem(.disk, "\(name) has changed on disk since its draft began")))
            }
        }
        leaveFaulty(&chosen, &saved)
        do throws(DraftProblem) {
            if !chosen.isEmpty {
                try writeDrafts(chosen)
                try drafts.settle(chosen)
            }
            saved.written = chosen
        } catch {
            saved.left += chosen.map { ($0, error) }
        }
        for left in saved.left { complain("\(left.name.visible) is not saved: \(left.problem.message)") }
        if !saved.left.isEmpty { link.tell(.cannotWrite(.none)) }
        finishSaving(saved, by: by)
        return saved
    }

    /// Returns what the last save has done with drafts, once; nil if nothing was saved.
    func takeSaved() -> SavedDrafts? {
        defer { saved = nil }
        return saved
    }

    /// Leaves out drafts that have errors beside the files on disk, until the rest has none.
    private func leaveFaulty(_ chosen: inout [String], _ saved: inout SavedDrafts) {
        while !chosen.isEmpty {
            let drafts = drafts.newest.only(chosen)
            guard case .failure(let found) = Configuration.load(path: path, knownGroups: knownGroups, drafts: drafts)
            else { return }
            let errors = found.list.filter { $0.severity == .error }
            var faulty = chosen.filter { name in
                errors.contains { $0.file == Configuration.shown(name, path: path) }
            }
            // Files on disk have errors with these drafts: none of them can be told to be the cause.
            if faulty.isEmpty { faulty = chosen }
            for name in faulty {
                let shown = Configuration.shown(name, path: path)
                let error = errors.first { $0.file == shown } ?? errors.first
                saved.left.append((name, DraftProblem(.errors, error?.text ?? "it has errors")))
            }
            chosen.removeAll { faulty.contains($0) }
        }
    }

    /// Writes drafts into their files: those of presets and the box file together by the journal, before them lists,
    /// which they may name.
    private func writeDrafts(_ names: [String]) throws(DraftProblem) {
        let folder = StateFolder.folder(of: path)
        let journal = EditJournal(in: folder, box: StateFolder.boxName(of: path), SystemCalls())
        let changes = names.map {
            PresetEditing.Change(
                path: "\(folder)/\($0)", name: $0, old: diskBytes($0), new: drafts.bytes(of: $0) ?? [])
        }
        for change in changes {
            if !drafts.isReadable(change.name) {
                throw DraftProblem(.disk, "the draft of \(change.name) cannot be read")
            }
            if change.old == nil { makeFolders(of: change.name) }
        }
        do throws(SafeFiles<SystemCalls>.Problem) {
            for change in changes where !journal.isOfConfiguration(change.name) { try write([change]) }
            let rest = changes.filter { journal.isOfConfiguration($0.name) }
            if !rest.isEmpty { try write(rest) }
        } catch {
            throw DraftProblem(.disk, error.message)
        }
    }

    /// Runs what the files say now. If all drafts are saved, that runs already.
    private func finishSaving(_ saved: SavedDrafts, by: String) {
        if saved.written.isEmpty { return tellUnsaved() }
        layDrafts()
        page.changed(saved.written, by: by)
        let now = Configuration.load(path: path, knownGroups: knownGroups, drafts: drafts.inForce)
        if case .success(let new) = now, new.box.hasSameHardware(as: current.box),
            new.fileHashes != hashes || new.listHashes != current.listHashes
        {
            new.forgetDiagnostics()
            adopt(new)
        }
        tellUnsaved()
    }
}

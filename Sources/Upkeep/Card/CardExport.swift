import CPlatform
import Host

/// Writes the box's configuration back to the owner's partition, file by file, so that a computer shows what the box
/// plays (I3). An export that a power cut has interrupted is repeated at the next start (I4).
package struct CardExport {
    private let owner: String
    private let data: String
    private let notes: CardNotes
    /// Remounts the owner's partition, read-only or writable. Returns 0 or -errno.
    private let remount: (_ readOnly: Bool) -> Int32

    package init(
        owner: String = CardFiles.owner, data: String = StateFolder.ofAppliance,
        remount: @escaping (Bool) -> Int32 = { treadle_remount(CardFiles.owner, $0 ? 1 : 0) }
    ) {
        (self.owner, self.data, self.remount) = (owner, data, remount)
        notes = CardNotes(folder: data)
    }

    /// - Returns: the number of files that were written or removed.
    package func run() throws(ExportProblem) -> Int {
        let new = try read(data)
        if !new.hasBox { throw .nothing }
        // If the old files cannot be read, all files are written.
        let old = (try? CardFiles(owner)) ?? CardFiles([])
        let before = notes.text(notes.exporting)
        // An edit that was refused is the owner's work: it is saved as NAME.before.
        let keepsOld = before == nil && notes.text(notes.imported).map { $0 != old.hash } ?? true
        var lines = before.map { $0.split(separator: "\n").map { String($0) } } ?? []
        for line in old.lines + new.lines where !lines.contains(where: { $0 == line }) { lines.append(line) }
        try note(lines.joined(separator: "\n"), in: notes.exporting)
        var error = remount(false)
        if error < 0 {
            if before == nil { notes.remove(notes.exporting) }
            throw error == -EINVAL ? .noCard : .system(owner, error)
        }
        let result = write(new, over: old, keepsOld: keepsOld)
        sync()
        error = remount(true)
        let count = try result.get()
        if error < 0 { throw .system(owner, error) }
        let now = try read(owner)
        for file in new.files where now[file.name] != file.bytes { throw .readBack(file.name) }
        try note(now.hash, in: notes.imported)
        notes.remove(notes.exporting)
        return count
    }

    private func write(_ new: CardFiles, over old: CardFiles, keepsOld: Bool) -> Result<Int, ExportProblem> {
        do throws(ExportProblem) {
            return .success(try put(new, over: old, keepsOld: keepsOld))
        } catch {
            return .failure(error)
        }
    }

    private func put(_ new: CardFiles, over old: CardFiles, keepsOld: Bool) throws(ExportProblem) -> Int {
        var files = SafeFiles(VerifyingCalls())
        var count = 0
        // The box file is written last, as in an import.
        for file in new.files.filter({ $0.name != BackedUp.box }) + new.files.filter({ $0.name == BackedUp.box }) {
            let path = "\(owner)/\(file.name)"
            if old[file.name] == file.bytes { continue }
            for folder in ArchivePath.folders(of: file.name) where treadle_is_directory("\(owner)/\(folder)") == 0 {
                if mkdir("\(owner)/\(folder)", 0o755) < 0 { throw .system("\(owner)/\(folder)", -treadle_errno()) }
            }
            try attempt(path) { () throws(SafeFiles<VerifyingCalls>.Problem) in
                if keepsOld, let old = old[file.name] {
                    try files.replace(path, old, by: file.bytes, within: owner)
                } else {
                    try files.write(file.bytes, to: path, within: owner)
                }
            }
            count += 1
        }
        for file in old.files where BackedUp.isPreset(file.name) && new[file.name] == nil {
            let path = "\(owner)/\(file.name)"
            try attempt(path) { () throws(SafeFiles<VerifyingCalls>.Problem) in
                if keepsOld {
                    try files.setAside(path, within: owner)
                } else if unlink(path) < 0 {
                    throw .system(-treadle_errno())
                }
            }
            count += 1
        }
        return count
    }

    private func attempt(
        _ path: String, _ body: () throws(SafeFiles<VerifyingCalls>.Problem) -> Void
    ) throws(ExportProblem) {
        do throws(SafeFiles<VerifyingCalls>.Problem) {
            try body()
        } catch {
            if case .system(let error) = error { throw .system(path, error) }
            throw .system(path, -EIO)
        }
    }

    private func read(_ folder: String) throws(ExportProblem) -> CardFiles {
        do throws(BackupProblem) {
            return try CardFiles(folder)
        } catch {
            throw .other(error.message)
        }
    }

    private func note(_ text: String, in path: String) throws(ExportProblem) {
        do throws(BackupProblem) {
            try notes.write(Array(text.utf8), to: path)
        } catch {
            throw .other(error.message)
        }
    }
}

/// Why an export has failed.
package enum ExportProblem: Error, Equatable {
    /// The box does not run from a card with an owner's partition.
    case noCard
    /// The box has no configuration of its own: that of the image runs.
    case nothing
    /// Reading back the card returns other bytes than were written.
    case readBack(String)
    /// A system call has failed: path and -errno.
    case system(String, Int32)
    case other(String)

    package var message: String {
        switch self {
        case .noCard: "no card with an owner's partition is mounted"
        case .nothing: "the data partition holds no configuration; nothing is exported"
        case .readBack(let name): "\(name): the card does not return what was written to it"
        case .system(let path, let error): "\(path): \(String(cString: treadle_error_message(error)))"
        case .other(let message): message
        }
    }

    /// The reason on the display, at most 16 characters.
    package var words: String {
        switch self {
        case .noCard: "NO CARD"
        case .nothing: "NO FILES"
        case .system(_, -ENOSPC): "CARD FULL"
        case .system(_, -EROFS): "CARD READ-ONLY"
        case .readBack, .system, .other: "EXPORT FAILED"
        }
    }
}

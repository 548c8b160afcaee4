import CPlatform
import Host

/// The changes that restoring an archive makes in a folder, determined before anything is written (E6).
package struct RestorePlan {
    private struct Change {
        var path: String
        /// The folder that the path must not leave.
        var root: String
        /// The old contents; nil if the file does not exist yet.
        var old: [UInt8]?
        var new: [UInt8]
    }

    /// Folders to be made, the outermost first.
    private var folders: [String] = []
    private var changes: [Change] = []
    /// Presets of the folder that the archive does not hold.
    private var extras: [String] = []
    private var unchanged = 0
    /// What happens to each file of the archive and to each preset that it does not hold, by names relative to the
    /// folder. The files of the last state are left out.
    package private(set) var effects: [(name: String, effect: Effect)] = []

    package enum Effect {
        case same, differs, new
        /// The archive does not hold the preset: it is set aside.
        case goes
    }

    /// - Parameter folder: the folder to restore into, which need not exist.
    package init(_ archive: BackupArchive, into folder: String) throws(BackupProblem) {
        try RestorePlan.checkIsForBox(folder)
        try self.init(files: archive.files, state: archive.state, into: folder)
    }

    /// - Parameters:
    ///   - files: all files of a configuration.
    ///   - state: the files of a box's last state.
    package init(files: [BackupFolder.File], state: [BackupFolder.File] = [], into folder: String) throws(BackupProblem)
    {
        try plan(folder: folder)
        // The box file is written last, because it refers to the other files.
        let isBox: (BackupFolder.File) -> Bool = { $0.name == BackedUp.box }
        for file in files.filter({ !isBox($0) }) + files.filter(isBox) {
            for inner in ArchivePath.folders(of: file.name) {
                try RestorePlan.checkIsInside("\(folder)/\(inner)", folder)
                try plan(folder: "\(folder)/\(inner)")
            }
            try plan(file, in: folder)
        }
        for file in state { plan(own: file, in: StateFolder.ofFolder(folder)) }
        if treadle_is_directory("\(folder)/presets") == 0 { return }
        try RestorePlan.checkIsInside("\(folder)/presets", folder)
        for name in try BackupFolder.names(in: "\(folder)/presets") {
            let name = "presets/\(name)"
            if BackedUp.isPreset(name) && !files.contains(where: { $0.name == name }) {
                extras.append("\(folder)/\(name)")
                effects.append((name, .goes))
            }
        }
    }

    /// Throws if a folder has other files and no box file: it may be a home folder, or mistyped.
    private static func checkIsForBox(_ folder: String) throws(BackupProblem) {
        if treadle_is_directory(folder) == 0 || access("\(folder)/\(BackedUp.box)", F_OK) == 0 { return }
        // A new file system has the folder `lost+found`.
        let isOther: (String) -> Bool = { $0.utf8.first != UInt8(ascii: ".") && $0 != "lost+found" }
        if try BackupFolder.names(in: folder).contains(where: isOther) {
            throw BackupProblem("\(folder): other files and no \(BackedUp.box) are there; name a new or empty folder")
        }
    }

    private mutating func plan(folder: String) throws(BackupProblem) {
        if treadle_is_directory(folder) == 1 || folders.contains(folder) { return }
        if access(folder, F_OK) == 0 { throw BackupProblem(folder, error: ENOTDIR) }
        folders.append(folder)
    }

    private mutating func plan(_ file: BackupFolder.File, in folder: String) throws(BackupProblem) {
        let path = "\(folder)/\(file.name)"
        try RestorePlan.checkIsInside(path, folder)
        let old = Console.readFile(path)
        if old == nil && treadle_errno() != ENOENT { throw BackupProblem(path, error: treadle_errno()) }
        effects.append((file.name, old == nil ? .new : old == file.bytes ? .same : .differs))
        change(path, from: old, to: file.bytes, root: folder)
    }

    private mutating func plan(own file: BackupFolder.File, in folder: String) {
        let path = "\(folder)/\(file.name)"
        change(path, from: Console.readOwnFile(path), to: file.bytes, root: folder)
    }

    private mutating func change(_ path: String, from old: [UInt8]?, to new: [UInt8], root: String) {
        if old == new {
            unchanged += 1
        } else {
            changes.append(Change(path: path, root: root, old: old, new: new))
        }
    }

    private static func checkIsInside(_ path: String, _ folder: String) throws(BackupProblem) {
        var files = SafeFiles(SystemCalls())
        if files.leadsOut(path, of: folder) {
            throw BackupProblem("\(path): \(SafeFiles<SystemCalls>.Problem.outside.message)")
        }
    }

    /// Makes the changes, writes each file safely (E4), and prints each change.
    package func apply() throws(BackupProblem) {
        for folder in folders { try RestorePlan.make(folder) }
        var files = SafeFiles(SystemCalls())
        for change in changes {
            try RestorePlan.attempt(change.path) { () throws(SafeFiles<SystemCalls>.Problem) in
                if let old = change.old {
                    try files.replace(change.path, old, by: change.new, within: change.root)
                } else {
                    try files.write(change.new, to: change.path, within: change.root)
                }
            }
            Console.out(change.old == nil ? "new: \(change.path)\n" : "replaced: \(change.path)\n")
        }
        for path in extras {
            try RestorePlan.attempt(path) { () throws(SafeFiles<SystemCalls>.Problem) in
                try files.setAside(path, within: path.folder)
            }
            Console.out("set aside, because the backup does not hold it: \(path).before\n")
        }
        if unchanged > 0 { Console.out("as it was: \(unchanged == 1 ? "1 file" : "\(unchanged) files")\n") }
    }

    private static func make(_ folder: String) throws(BackupProblem) {
        if mkdir(folder, 0o755) < 0 { throw BackupProblem(folder, error: treadle_errno()) }
        let parent = treadle_lock_folder(folder.folder, "")
        if parent < 0 { throw BackupProblem(folder.folder, error: parent) }
        fsync(parent)
        close(parent)
    }

    @inline(__always)
    private static func attempt(
        _ path: String, _ body: () throws(SafeFiles<SystemCalls>.Problem) -> Void
    ) throws(BackupProblem) {
        do throws(SafeFiles<SystemCalls>.Problem) {
            try body()
        } catch {
            throw BackupProblem("\(path): \(error.message)")
        }
    }
}

import CPlatform
import Configuration
import Host

/// Reads the files of a configuration's folder that belong to a backup, including those in inner folders (E6).
package struct BackupFolder {
    package struct File {
        /// The name relative to the folder.
        package var name: String
        package var bytes: [UInt8]
        /// The time of the last change in seconds since 1970.
        package var modified: Int
    }

    private let path: String
    /// The files, sorted by name within each folder, so that the same files give the same archive.
    package private(set) var files: [File] = []
    package private(set) var byteCount = 0

    package init(_ path: String) throws(BackupProblem) {
        self.path = path
        try add("", level: 1)
    }

    /// Reads only some files and folders of the folder; missing ones are left out.
    package init(_ path: String, only names: [String]) throws(BackupProblem) {
        self.path = path
        for name in names where access("\(path)/\(name)", F_OK) == 0 { try add(names: [name], level: 1) }
    }

    private mutating func add(_ folder: String, level: Int) throws(BackupProblem) {
        let names = try BackupFolder.names(in: folder.isEmpty ? path : "\(path)/\(folder)")
        try add(names: folder.isEmpty ? names : names.map { "\(folder)/\($0)" }, level: level)
    }

    private mutating func add(names: [String], level: Int) throws(BackupProblem) {
        for name in names {
            if BackedUp.leavesOut(name) { continue }
            var status = stat()
            if lstat("\(path)/\(name)", &status) == 0, Int32(status.st_mode) & S_IFMT == S_IFLNK {
                try checkLink(name)
            }
            if stat("\(path)/\(name)", &status) < 0 { throw BackupProblem("\(path)/\(name)", error: treadle_errno()) }
            switch Int32(status.st_mode) & S_IFMT {
            case S_IFREG: try add(name, modified: status.st_mtim.tv_sec)
            // The depth is limited, because a link to an enclosing folder would never end.
            case S_IFDIR where level == UpkeepLimits.archivedLevels:
                throw BackupProblem("\(path)/\(name): more than \(UpkeepLimits.archivedLevels) folders deep", .badInput)
            case S_IFDIR: try add(name, level: level + 1)
            default: break
            }
        }
    }

    /// Throws if a link leads out of the folder: in a folder from somebody else, it could put any file of the machine
    /// into the archive.
    private func checkLink(_ name: String) throws(BackupProblem) {
        var files = SafeFiles(SystemCalls())
        if files.leadsOut("\(path)/\(name)", of: path) {
            throw BackupProblem(
                "\(path)/\(name): a link leads out of the folder; a backup holds what is in it", .badInput)
        }
    }

    private mutating func add(_ name: String, modified: Int) throws(BackupProblem) {
        guard let bytes = Console.readFile("\(path)/\(name)") else {
            throw BackupProblem("\(path)/\(name)", error: treadle_errno())
        }
        try add(name, bytes, modified: modified)
    }

    /// Appends a file that is not read from the folder.
    package mutating func add(_ name: String, _ bytes: [UInt8], modified: Int) throws(BackupProblem) {
        if bytes.count > UpkeepLimits.archivedFileBytes {
            throw BackupProblem(
                "\(path)/\(name): \(bytes.count) bytes, and at most \(UpkeepLimits.archivedFileBytes) are possible",
                .badInput)
        }
        if name.utf8.count > UpkeepLimits.archivedPath {
            throw BackupProblem("\(path)/\(name): a path of more than \(UpkeepLimits.archivedPath) bytes", .badInput)
        }
        // Each file adds a header and at most one block of padding; both again for a long path.
        byteCount += bytes.count + 4 * TarField.blockSize
        if files.count == UpkeepLimits.archivedFiles || byteCount > UpkeepLimits.archiveBytes - 40 * TarField.blockSize
        {
            throw BackupProblem(
                "\(path): a backup holds at most \(UpkeepLimits.archivedFiles) files and "
                    + "\(UpkeepLimits.archiveBytes) bytes",
                .badInput)
        }
        files.append(File(name: name, bytes: bytes, modified: modified))
    }

    /// The names in a folder, sorted by bytes.
    package static func names(in folder: String) throws(BackupProblem) -> [String] {
        guard let names = FolderNames.all(in: folder) else { throw BackupProblem(folder, error: treadle_errno()) }
        return names
    }
}

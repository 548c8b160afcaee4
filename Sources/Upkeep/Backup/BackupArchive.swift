/// The files of a configuration in an archive: those beside and below its `box.yaml` (E6).
package struct BackupArchive {
    /// The files with names relative to the folder of the box file, in the order of the archive.
    package private(set) var files: [BackupFolder.File] = []
    /// The files of a box's last state, such as preset and tempo.
    package private(set) var state: [BackupFolder.File] = []
    /// The number of files that do not belong to a backup.
    package private(set) var leftOut = 0

    package init(_ bytes: [UInt8]) throws(TarReader.Problem) {
        if bytes.count > UpkeepLimits.archiveBytes {
            throw TarReader.Problem(message: "the archive has more than \(UpkeepLimits.archiveBytes) bytes")
        }
        let entries = try TarReader(bytes).entries
        let base = try BackupArchive.base(entries)
        var isFile: [String: Bool] = [:]
        for entry in entries {
            // An archive may contain a folder twice, but not a file.
            if let isFile = isFile.updateValue(!entry.isFolder, forKey: entry.path), isFile || !entry.isFolder {
                throw BackupArchive.twice(entry.path)
            }
            if !entry.isFolder { try add(entry, bytes[entry.content], in: base) }
        }
        if files.count > UpkeepLimits.archivedFiles {
            throw TarReader.Problem(
                message: "\(files.count) files, and at most \(UpkeepLimits.archivedFiles) are possible")
        }
        for entry in entries {
            if let folder = ArchivePath.folders(of: entry.path).first(where: { isFile[$0] == true }) {
                throw BackupArchive.twice(folder)
            }
        }
    }

    private mutating func add(
        _ entry: TarReader.Entry, _ content: ArraySlice<UInt8>, in base: String
    ) throws(TarReader.Problem) {
        let isInside = entry.path.utf8.starts(with: base.utf8)
        let rest = entry.path.utf8.dropFirst(isInside ? base.utf8.count : 0)
        let file = BackupFolder.File(name: String(decoding: rest, as: UTF8.self), bytes: Array(content), modified: 0)
        if isInside && LastState.names.contains(file.name) {
            state.append(file)
        } else if BackedUp.leavesOut(file.name) {
            leftOut += 1
        } else if isInside {
            files.append(file)
        } else {
            throw TarReader.Problem(message: "\(entry.path) is not in \(base), the folder of its box file")
        }
    }

    private static func twice(_ path: String) -> TarReader.Problem {
        TarReader.Problem(message: "\(path) is there twice")
    }

    /// Returns the folder of the box file, empty or with a slash at its end: an archive may contain a folder or only
    /// its contents.
    private static func base(_ entries: [TarReader.Entry]) throws(TarReader.Problem) -> String {
        var found: (path: String, depth: Int)?
        var other: String?
        for entry in entries where !entry.isFolder && ArchivePath.name(of: entry.path).elementsEqual(BackedUp.box.utf8)
        {
            let depth = ArchivePath.folders(of: entry.path).count
            if let found, found.depth < depth { continue }
            other = found?.depth == depth ? found?.path : nil
            found = (entry.path, depth)
        }
        guard let found else { throw TarReader.Problem(message: "there is no \(BackedUp.box) in it") }
        if let other {
            throw TarReader.Problem(message: "it holds more than one configuration: \(other) and \(found.path)")
        }
        return String(decoding: found.path.utf8.dropLast(BackedUp.box.utf8.count), as: UTF8.self)
    }
}

import CPlatform
import Configuration
import Host
import Upkeep

/// The files of the box's configuration: those of its folder, with the drafts laid over them (W6, W13).
struct FolderFiles {
    /// A folder with `box.yaml`, or a box file.
    let configuration: String
    /// The folder of the box file.
    let folder: String
    /// The name of the box file.
    let box: String
    /// The folder of the drafts.
    let drafts: String

    struct Content {
        var bytes: [UInt8]
        /// Whether the file has changes that are not saved.
        var isDraft: Bool

        var hash: UInt64 { FileEditing.hash(of: bytes) }
    }

    init(configuration: String, drafts: String) {
        (self.configuration, self.drafts) = (configuration, drafts)
        folder = StateFolder.folder(of: configuration)
        box = StateFolder.boxName(of: configuration)
    }

    /// The folder in which the drafts are under the names of their files.
    private var draftFiles: String { "\(drafts)/files" }

    /// The drafts as they are now.
    var present: DraftFiles { DraftFiles(folder: draftFiles) }

    /// Whether a path can be one of a file, whether that exists or not (W6).
    static func isAllowed(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return FilePaths.isAllowed(parts.map { String(decoding: $0, as: UTF8.self) }) && !BackedUp.leavesOut(path)
    }

    /// Whether a file has values; other files are lists of numbers.
    static func isYAML(_ path: String) -> Bool { path.utf8.suffix(5).elementsEqual(".yaml".utf8) }

    /// The paths of all files, relative to the folder of the box file, sorted by their bytes.
    var paths: [String] {
        var found: Set<String> = []
        add("", of: folder, level: 1, to: &found)
        add("", of: draftFiles, level: 1, to: &found)
        var paths = Array(found)
        paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return paths
    }

    private func add(_ inner: String, of root: String, level: Int, to found: inout Set<String>) {
        for name in FolderNames.visible(in: inner.isEmpty ? root : "\(root)/\(inner)") {
            if found.count >= FilesLimits.listed { return }
            let path = inner.isEmpty ? name : "\(inner)/\(name)"
            if treadle_is_directory("\(root)/\(path)") == 1 {
                let isInside = level < FilesLimits.levels && !leavesFolder("\(root)/\(path)", root)
                if isInside { add(path, of: root, level: level + 1, to: &found) }
            } else if FolderFiles.isAllowed(path) && !leavesFolder("\(root)/\(path)", root) {
                found.insert(path)
            }
        }
    }

    /// Reads a file, or its draft.
    ///
    /// - Parameter isOnDisk: whether to read the file itself, also where it has a draft.
    /// - Returns: nil if there is no such file.
    func read(_ path: String, isOnDisk: Bool = false) throws(FileRefusal) -> Content? {
        if !FolderFiles.isAllowed(path) { return nil }
        if !isOnDisk, let bytes = try read("\(draftFiles)/\(path)", of: draftFiles) {
            return Content(bytes: bytes, isDraft: true)
        }
        return try read("\(folder)/\(path)", of: folder).map { Content(bytes: $0, isDraft: false) }
    }

    /// Whether a path may be that of a new file: allowed, and no link leads it out of the folder (W6).
    func canHold(_ path: String) -> Bool { FolderFiles.isAllowed(path) && !leavesFolder("\(folder)/\(path)", folder) }

    /// Whether a link leads a path out of a folder.
    private func leavesFolder(_ path: String, _ root: String) -> Bool {
        var files = SafeFiles(SystemCalls())
        return files.leadsOut(path, of: root)
    }

    private func read(_ path: String, of root: String) throws(FileRefusal) -> [UInt8]? {
        if leavesFolder(path, root) { return nil }
        var status = stat()
        if stat(path, &status) == 0 && Int(status.st_size) > Configuration.mostBytes {
            throw FileRefusal(422, "too-large", "the file has more than \(Configuration.mostBytes) bytes")
        }
        return Console.readFile(path)
    }
}

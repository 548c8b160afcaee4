import CPlatform

/// Whole files that are laid over those of a configuration: drafts, which are in no file of the configuration yet
/// (W13).
package struct DraftFiles: Equatable {
    /// The path of each file, by its name relative to the box file.
    package let paths: [String: String]

    /// - Parameter paths: the path of each file, by its name relative to the box file.
    package init(_ paths: [String: String]) { self.paths = paths }

    /// Finds all files below a folder, which are named as they are there. Hidden names are left out.
    package init(folder: String) {
        var paths: [String: String] = [:]
        DraftFiles.find(in: folder, "", levels: DraftFiles.mostLevels, &paths)
        self.paths = paths
    }

    /// Levels of nested folders that are searched. A draft is never deeper.
    private static let mostLevels = 8
    /// Entries that are looked at; more than the drafts of a configuration can have.
    private static let mostNames = 1024

    package var isEmpty: Bool { paths.isEmpty }

    /// Returns only the drafts of some files.
    package func only(_ names: [String]) -> DraftFiles { DraftFiles(paths.filter { names.contains($0.key) }) }

    /// Returns the path of the file that is read in the place of a configuration's file; nil if it has no draft.
    func path(of name: String) -> String? {
        if paths.isEmpty || name.utf8.first == UInt8(ascii: "/") { return nil }
        if let path = paths[name] { return path }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"))
        let named = parts.filter { !$0.elementsEqual(".".utf8) }
        return paths[named.map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "/")]
    }

    /// - Parameter inner: the path below the folder, empty or ending in a slash.
    private static func find(in folder: String, _ inner: String, levels: Int, _ paths: inout [String: String]) {
        guard levels > 0, let directory = opendir("\(folder)/\(inner)") else { return }
        defer { closedir(directory) }
        while paths.count < mostNames, let entry = readdir(directory) {
            let name = String(cString: treadle_entry_name(entry))
            if name.utf8.first == UInt8(ascii: ".") { continue }
            let path = "\(folder)/\(inner)\(name)"
            if treadle_is_directory(path) == 1 {
                find(in: folder, "\(inner)\(name)/", levels: levels - 1, &paths)
            } else {
                paths[inner + name] = path
            }
        }
    }
}

extension ConfigurationFiles {
    /// Splits a path from the command line, of a folder or a box file, into folder and box file.
    ///
    /// - Parameter drafts: files that are laid over those of the folder; nil: none.
    static func open(_ path: String, drafts: DraftFiles?) -> (files: ConfigurationFiles, box: String) {
        let (files, box) = open(path)
        guard let drafts, !drafts.isEmpty else { return (files, box) }
        return (.drafted(drafts, over: files), box)
    }

    /// Whether a file is a draft, whose text came from a browser.
    func isDrafted(_ name: String) -> Bool {
        switch self {
        case .memory, .disk: false
        case .replacing(_, _, let others), .removing(_, let others): others.isDrafted(name)
        case .drafted(let drafts, let others): drafts.path(of: name) != nil || others.isDrafted(name)
        }
    }

    /// The same files without drafts.
    var withoutDrafts: ConfigurationFiles {
        switch self {
        case .memory, .disk: self
        case .replacing(let name, let bytes, let others):
            .replacing(name: name, bytes, in: others.withoutDrafts)
        case .removing(let name, let others): .removing(name: name, in: others.withoutDrafts)
        case .drafted(_, let others): others
        }
    }

    /// Reads a draft, or the file itself where it has none.
    func readDraft(_ name: String, _ drafts: DraftFiles, over others: ConfigurationFiles) -> Content {
        guard let path = drafts.path(of: name) else { return others.read(name) }
        let content = readDisk(path)
        // The box has dropped the draft meanwhile.
        if case .unreadable = content { return others.read(name) }
        return content
    }

    /// Adds the drafts in a folder to the names of its files.
    static func add(_ drafts: DraftFiles, in folder: String, where isListed: (Text) -> Bool, to names: inout [String]) {
        for name in drafts.paths.keys where name.utf8.starts(with: (folder + "/").utf8) && name.asText(isListed) {
            let rest = name.utf8.dropFirst(folder.utf8.count + 1)
            if !rest.contains(UInt8(ascii: "/")) && !names.contains(name) { names.append(name) }
        }
    }
}

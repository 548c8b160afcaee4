import CPlatform

// The folder of a configuration. The files that a configuration names should be inside.
extension ConfigurationFiles {
    /// Whether the files are in memory only, read from an archive or a card.
    var isMemory: Bool {
        switch self {
        case .memory: true
        case .disk: false
        case .replacing(_, _, let others), .removing(_, let others), .drafted(_, let others): others.isMemory
        }
    }

    /// Whether a name leads out of the folder: an absolute path, `..`, or a link. A file that does not exist counts as
    /// inside unless its name leads out.
    func isOutside(_ name: String) -> Bool {
        if ConfigurationFiles.leavesFolder(name) { return true }
        switch self {
        case .memory: return false
        case .disk(let folder):
            guard let real = ConfigurationFiles.real(folder + name),
                let root = ConfigurationFiles.real(folder.isEmpty ? "." : folder)
            else { return false }
            return !real.utf8.starts(with: (root.utf8.last == UInt8(ascii: "/") ? root : root + "/").utf8)
        case .replacing(_, _, let others), .removing(_, let others), .drafted(_, let others):
            return others.isOutside(name)
        }
    }

    /// Whether a name leads out of its folder, without regard to links.
    static func leavesFolder(_ name: String) -> Bool {
        if name.utf8.first == UInt8(ascii: "/") { return true }
        var level = 0
        for part in name.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            level += part.elementsEqual("..".utf8) ? -1 : 1
            if level < 0 { return true }
        }
        return false
    }

    /// Returns the path without links (realpath(3)); nil if the file does not exist.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

/// Paths of the entries of an archive, which somebody else may have made.
enum ArchivePath {
    /// Returns a path without `.` and empty parts; nil if nothing is left, as from `./`. Throws if the path could leave
    /// its folder or confuse a terminal (E6).
    static func normalized(_ path: ArraySlice<UInt8>) throws(TarReader.Problem) -> String? {
        let shown = String(decoding: path.prefix(UpkeepLimits.archivedPath), as: UTF8.self)
        if path.count > UpkeepLimits.archivedPath {
            throw TarReader.Problem(
                message: "\(shown)… has a path of more than \(UpkeepLimits.archivedPath) bytes")
        }
        // Decoding has replaced bytes that are not UTF-8, so that the text differs.
        if !shown.utf8.elementsEqual(path) || path.contains(where: { $0 < 32 || $0 == 127 }) {
            throw TarReader.Problem(message: "\(shown) is no name of a file in UTF-8")
        }
        if path.first == UInt8(ascii: "/") {
            throw TarReader.Problem(message: "\(shown) is an absolute path; all must be relative")
        }
        var parts: [ArraySlice<UInt8>] = []
        for part in path.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8) { throw TarReader.Problem(message: "\(shown) leads out of its folder") }
            parts.append(part)
        }
        if parts.isEmpty { return nil }
        if parts.count > UpkeepLimits.archivedLevels {
            throw TarReader.Problem(message: "\(shown) is more than \(UpkeepLimits.archivedLevels) folders deep")
        }
        var joined: [UInt8] = []
        for part in parts { joined += joined.isEmpty ? Array(part) : [UInt8(ascii: "/")] + part }
        return String(decoding: joined, as: UTF8.self)
    }

    /// The folders of a path, the outermost first: `a` and `a/b` for `a/b/c`.
    static func folders(of path: String) -> [String] {
        path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }.map { String(path[..<$0]) }
    }

    /// The part of a path after its folders.
    static func name(of path: String) -> Substring.UTF8View {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { path[path.utf8.index(after: $0)...].utf8 } ?? path[...].utf8
    }
}

extension String {
    /// The path without slashes at its end, for a folder that may be written as `NAME/`.
    package var withoutSlashAtEnd: String {
        var path = self
        while path.utf8.count > 1 && path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }
}

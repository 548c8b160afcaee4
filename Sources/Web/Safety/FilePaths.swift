import Host

/// The files of a configuration that the page may name (W6).
package enum FilePaths {
    /// Whether a path, in decoded parts, may be that of a file: without `..`, empty parts, hidden names and control
    /// characters, ending in `.yaml` or `.txt`.
    package static func isAllowed(_ path: [String]) -> Bool {
        var (name, bytes) = ("", 0)
        for part in path {
            let isPlain = part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
            // A hidden name begins with a dot, as `.` and `..` do.
            if part.isEmpty || !isPlain || part.utf8.first == UInt8(ascii: ".") { return false }
            name = part
            bytes += part.utf8.count + 1
        }
        return bytes <= WebLimits.addressBytes
            && [".yaml", ".txt"].contains { ending in
                name.utf8.count > ending.utf8.count && name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
            }
    }

    /// Returns the path of a file below a folder; nil if it is not allowed, or if a link leads it out of the folder.
    /// The file need not exist.
    package static func file(_ path: [String], in folder: String) -> String? {
        guard isAllowed(path) else { return nil }
        let file = path.reduce(folder) { $0 + "/" + $1 }
        var files = SafeFiles(SystemCalls())
        return files.leadsOut(file, of: folder) ? nil : file
    }
}

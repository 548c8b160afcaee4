import CPlatform

/// The names in folders.
package enum FolderNames {
    /// Returns the names in a folder that do not begin with a dot, in the order of their bytes; none if the folder
    /// cannot be read.
    package static func visible(in folder: String) -> [String] {
        (all(in: folder) ?? []).filter { $0.utf8.first != UInt8(ascii: ".") }
    }

    /// Returns all names in a folder, in the order of their bytes; nil if the folder cannot be read, with the reason in
    /// errno.
    package static func all(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) { names.append(String(cString: treadle_entry_name(entry))) }
        names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return names
    }
}

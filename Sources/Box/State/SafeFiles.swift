import CPlatform

/// Replaces files so that after a power cut at any moment each has its old or its new contents (E4). The new contents
/// are written to a temporary file and synced, the file is renamed, and the folder is synced.
struct SafeFiles<Calls: FileCalls> {
    var calls: Calls

    init(_ calls: Calls) { self.calls = calls }

    enum Problem: Error {
        /// -errno.
        case system(Int32)
        /// Another program has changed the file meanwhile.
        case changed
        /// The path is a folder, a device or a pipe, which must not be replaced.
        case notAFile

        var message: String {
            switch self {
            case .system(let error): String(cString: treadle_error_message(error))
            case .changed: "another program has changed the file meanwhile"
            case .notAFile: "is not a regular file"
            }
        }
    }

    /// Replaces a file and keeps its old version as `NAME.before`. If the path is a link, the file that it leads to is
    /// replaced. Throws `.changed` if the file does not hold `old`.
    mutating func replace(_ path: String, _ old: [UInt8], by new: [UInt8]) throws(Problem) {
        let path = calls.resolve(path)
        let folder = try lock(path)
        defer { _ = calls.close(folder) }
        if calls.read(path) != old { throw .changed }
        try put(old, at: path + ".before", like: path, folder)
        try put(new, at: path, like: path, folder, over: old)
    }

    /// Writes a file regardless of its old contents.
    mutating func write(_ bytes: [UInt8], to path: String) throws(Problem) {
        let path = calls.resolve(path)
        if !calls.isReplaceable(path) { throw .notAFile }
        let folder = try lock(path)
        defer { _ = calls.close(folder) }
        try put(bytes, at: path, like: path, folder)
    }

    /// Renames a file to `NAME.before`, so that no configuration reads it any more. A link is renamed itself.
    mutating func setAside(_ path: String) throws(Problem) {
        let folder = try lock(path)
        defer { _ = calls.close(folder) }
        var error = calls.rename(path, to: path + ".before")
        if error == 0 { error = calls.sync(folder) }
        if error < 0 { throw .system(error) }
    }

    private mutating func lock(_ path: String) throws(Problem) -> Int32 {
        let folder = calls.lock(path.folder)
        if folder < 0 { throw .system(folder) }
        return folder
    }

    private mutating func put(
        _ bytes: [UInt8], at path: String, like other: String, _ folder: Int32, over old: [UInt8]? = nil
    ) throws(Problem) {
        let aside = path.aside
        // A power cut may have left a temporary file.
        _ = calls.remove(aside)
        let file = calls.create(aside, like: other)
        if file < 0 { throw .system(file) }
        var error = fill(file, bytes)
        let closed = calls.close(file)
        if error == 0 { error = closed }
        let isChanged = error == 0 && old != nil && calls.read(path) != old
        if error == 0 && !isChanged { error = calls.rename(aside, to: path) }
        if error < 0 || isChanged { _ = calls.remove(aside) }
        if isChanged { throw .changed }
        if error == 0 { error = calls.sync(folder) }
        if error < 0 { throw .system(error) }
    }

    /// Writes all bytes and syncs the file.
    private mutating func fill(_ file: Int32, _ bytes: [UInt8]) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = calls.write(file, rest)
            if count == -Int(EINTR) { continue }
            if count <= 0 { return count == 0 ? -ENOSPC : Int32(count) }
            rest = rest.dropFirst(count)
        }
        return calls.sync(file)
    }
}

extension String {
    /// The folder of a file's path.
    var folder: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == utf8.startIndex ? "/" : String(self[..<slash])
    }

    /// The path of the temporary file. It is hidden, so that no configuration includes it.
    fileprivate var aside: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ".\(self).saving" }
        return String(self[...slash]) + "." + String(self[utf8.index(after: slash)...]) + ".saving"
    }
}

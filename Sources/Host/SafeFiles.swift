import CPlatform

/// Replaces files so that after a power cut at any moment each has its old or its new contents (E4). The new contents
/// are written to a temporary file and synced, the file is renamed, and the folder is synced.
///
/// A folder may come from somebody else, with links in it. So nothing is written through a link that leads out of the
/// folder of the configuration, and the box's own files are never links.
package struct SafeFiles<Calls: FileCalls> {
    package var calls: Calls

    package init(_ calls: Calls) { self.calls = calls }

    package enum Problem: Error {
        /// A system call has failed: -errno.
        case system(Int32)
        /// Another program has changed the file meanwhile.
        case changed
        /// The path is a folder, a device or a pipe, which must not be replaced.
        case notAFile
        /// The path is a link, but must be a file.
        case link
        /// A link leads out of the folder.
        case outside

        package var message: String {
            switch self {
            case .system(let error): String(cString: treadle_error_message(error))
            case .changed: "another program has changed the file meanwhile"
            case .notAFile: "is not a regular file"
            case .link: "is a link; name the file itself"
            case .outside: "a link leads out of the folder of the configuration, where the box writes nothing"
            }
        }
    }

    /// Replaces a file of a configuration's folder and saves its old version as `NAME.before`. If the path is a link,
    /// the file that it leads to is replaced. Throws `.changed` if the file does not hold `old`.
    ///
    /// - Parameter root: the folder of the configuration.
    package mutating func replace(
        _ path: String, _ old: [UInt8], by new: [UInt8], within root: String
    ) throws(Problem) {
        let (folder, name) = try open(target(of: path), within: root)
        defer { _ = calls.close(folder) }
        if calls.read(name, in: folder) != old { throw .changed }
        try put(old, at: name + ".before", like: name, folder)
        try put(new, at: name, like: name, folder, over: old)
    }

    /// Writes a new file of a configuration's folder. A link at the path is replaced.
    package mutating func write(_ bytes: [UInt8], to path: String, within root: String) throws(Problem) {
        let (folder, name) = try open(place(of: path), within: root)
        defer { _ = calls.close(folder) }
        try replaceAny(bytes, name, folder)
    }

    /// Writes a file of the box's own, regardless of its old contents. A link at the path is replaced.
    ///
    /// - Parameter other: the file in the folder whose owner and permissions the written file gets; nil to keep its
    ///   own.
    package mutating func write(_ bytes: [UInt8], to path: String, like other: String? = nil) throws(Problem) {
        let folder = try lock(path)
        defer { _ = calls.close(folder) }
        try replaceAny(bytes, path.fileName, folder, like: other)
    }

    /// Writes a file that the user has named. A link is refused: the folder in which the command runs may come from
    /// somebody else.
    package mutating func writeNamed(_ bytes: [UInt8], to path: String) throws(Problem) {
        let folder = try lock(path)
        defer { _ = calls.close(folder) }
        if calls.entry(path.fileName, in: folder) == .link { throw .link }
        try replaceAny(bytes, path.fileName, folder)
    }

    /// Renames a file to `NAME.before`, so that no configuration reads it any more. If the path is a link, the link
    /// itself is renamed.
    package mutating func setAside(_ path: String, within root: String) throws(Problem) {
        let (folder, name) = try open(place(of: path), within: root)
        defer { _ = calls.close(folder) }
        var error = calls.rename(name, to: name + ".before", in: folder)
        if error == 0 { error = calls.sync(folder) }
        if error < 0 { throw .system(error) }
    }

    /// Removes a file of the box's own for good.
    package mutating func remove(_ path: String) {
        guard let folder = try? lock(path) else { return }
        if calls.remove(path.fileName, in: folder) == 0 { _ = calls.sync(folder) }
        _ = calls.close(folder)
    }

    /// Reads a file of the box's own, and its owner; nil if there is no such file, or if it is a link.
    package mutating func read(own path: String) -> (bytes: [UInt8], owner: Int64)? {
        guard let folder = try? lock(path) else { return nil }
        defer { _ = calls.close(folder) }
        guard let bytes = calls.read(path.fileName, in: folder) else { return nil }
        return (bytes, calls.owner(of: path.fileName, in: folder))
    }

    /// Reads a file of a configuration's folder, as `replace` finds it, and its owner; nil if it cannot be read.
    package mutating func read(_ path: String, within root: String) -> (bytes: [UInt8], owner: Int64)? {
        guard let (folder, name) = try? open(target(of: path), within: root) else { return nil }
        defer { _ = calls.close(folder) }
        guard let bytes = calls.read(name, in: folder) else { return nil }
        return (bytes, calls.owner(of: name, in: folder))
    }
}

// MARK: - Locations of files

extension SafeFiles {
    /// Whether a link leads a path out of a folder.
    package mutating func leadsOut(_ path: String, of root: String) -> Bool {
        let target = target(of: path)
        return target != calls.resolve(root) && inside(target, root) == nil
    }

    /// Resolves the links in the folders of a path.
    private mutating func place(of path: String) -> String {
        let folder = calls.resolve(path.folder)
        return (folder == "/" ? "" : folder) + "/" + path.fileName
    }

    /// Resolves all links in a path, also that of the file itself.
    private mutating func target(of path: String) -> String { calls.resolve(place(of: path)) }

    /// Returns the part of a resolved path that is inside a folder; nil if the path is not inside.
    private mutating func inside(_ path: String, _ root: String) -> String? {
        let root = calls.resolve(root)
        let start = Array(root.utf8) + (root == "/" ? [] : [UInt8(ascii: "/")])
        let bytes = Array(path.utf8)
        return bytes.starts(with: start) ? String(decoding: bytes[start.count...], as: UTF8.self) : nil
    }

    private mutating func open(
        _ path: String, within root: String
    ) throws(Problem) -> (folder: Int32, name: String) {
        guard let inside = inside(path, root) else { throw .outside }
        let isInRoot = !inside.utf8.contains(UInt8(ascii: "/"))
        let folder = calls.lock(calls.resolve(root), inner: isInRoot ? "" : inside.folder)
        if folder < 0 { throw .system(folder) }
        return (folder, inside.fileName)
    }

    private mutating func lock(_ path: String) throws(Problem) -> Int32 {
        let folder = calls.lock(path.folder, inner: "")
        if folder < 0 { throw .system(folder) }
        return folder
    }
}

// MARK: - Writing

extension SafeFiles {
    private mutating func replaceAny(
        _ bytes: [UInt8], _ name: String, _ folder: Int32, like other: String? = nil
    ) throws(Problem) {
        if calls.entry(name, in: folder) == .other { throw .notAFile }
        try put(bytes, at: name, like: other ?? name, folder)
    }

    private mutating func put(
        _ bytes: [UInt8], at name: String, like other: String, _ folder: Int32, over old: [UInt8]? = nil
    ) throws(Problem) {
        // The name is hidden, so that no configuration includes the file.
        let aside = ".\(name).saving"
        // A power cut may have left a temporary file.
        _ = calls.remove(aside, in: folder)
        let file = calls.create(aside, in: folder, like: other)
        if file < 0 { throw .system(file) }
        var error = fill(file, bytes)
        let closed = calls.close(file)
        if error == 0 { error = closed }
        let isChanged = error == 0 && old != nil && calls.read(name, in: folder) != old
        if error == 0 && !isChanged { error = calls.rename(aside, to: name, in: folder) }
        if error < 0 || isChanged { _ = calls.remove(aside, in: folder) }
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

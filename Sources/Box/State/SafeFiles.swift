import CPlatform

/// Replaces files so that after a power cut at any moment each is the old or the new one (E4): what is new is written
/// aside and to the disk, and only then takes the place of the old, which goes to the disk too.
struct SafeFiles<Calls: FileCalls> {
    var calls: Calls

    init(_ calls: Calls) { self.calls = calls }

    enum Problem: Error {
        /// -errno.
        case system(Int32)
        /// Somebody else has written it meanwhile.
        case changed
        /// A folder, a device or a pipe, whose place no file may take.
        case notAFile

        var message: String {
            switch self {
            case .system(let error): String(cString: treadle_error_message(error))
            case .changed: "somebody else has changed it meanwhile"
            case .notAFile: "is not a regular file"
            }
        }
    }

    /// Puts a new version in the place of an old one, which is kept beside it as `NAME.before`. A link stays, what it
    /// leads to is replaced. What holds anything but `old` is left alone.
    mutating func replace(_ path: String, _ old: [UInt8], by new: [UInt8]) throws(Problem) {
        let path = calls.resolve(path)
        let folder = try lock(path)
        defer { _ = calls.close(folder) }
        if calls.read(path) != old { throw .changed }
        try put(old, at: path + ".before", like: path, folder)
        try put(new, at: path, like: path, folder, over: old)
    }

    /// Writes a file of the box's own, whatever is in it.
    mutating func write(_ bytes: [UInt8], to path: String) throws(Problem) {
        let path = calls.resolve(path)
        if !calls.isReplaceable(path) { throw .notAFile }
        let folder = try lock(path)
        defer { _ = calls.close(folder) }
        try put(bytes, at: path, like: path, folder)
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
        // What a power cut has left.
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

    /// All bytes, to the disk.
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

    /// What is written before it takes the place of a file: hidden, so that no configuration reads it.
    fileprivate var aside: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return ".\(self).saving" }
        return String(self[...slash]) + "." + String(self[utf8.index(after: slash)...]) + ".saving"
    }
}

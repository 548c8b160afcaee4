import CPlatform

/// The kind of entry that a name in a folder has.
package enum FolderEntry {
    case nothing, file, link
    /// A folder, a device, a pipe or a socket.
    case other
}

/// The system calls that replace a file. A test implements them to cut the power between any two. Failures are -errno.
///
/// A file is named relative to an open folder. A name that is a link is not followed.
package protocol FileCalls {
    /// Returns the path after following links. Links in the folders of a file that does not exist are followed too.
    mutating func resolve(_ path: String) -> String
    /// Opens the folder `inner` of a folder, "" for that folder itself, and locks it against other programs. No part of
    /// `inner` may be a link.
    mutating func lock(_ folder: String, inner: String) -> Int32
    mutating func entry(_ name: String, in folder: Int32) -> FolderEntry
    /// The number of the user who owns a file.
    mutating func owner(of name: String, in folder: Int32) -> Int64
    /// The contents of a regular file; nil if it cannot be read.
    mutating func read(_ name: String, in folder: Int32) -> [UInt8]?
    /// Creates a file with the permissions of another, if that exists.
    mutating func create(_ name: String, in folder: Int32, like other: String) -> Int32
    /// Writes some or all of the bytes and returns their number.
    mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int
    mutating func sync(_ file: Int32) -> Int32
    mutating func close(_ file: Int32) -> Int32
    mutating func rename(_ name: String, to new: String, in folder: Int32) -> Int32
    mutating func remove(_ name: String, in folder: Int32) -> Int32
}

/// The calls of the operating system.
package struct SystemCalls: FileCalls {
    package init() {}

    package func resolve(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        // Without `..`, which would lead back out of a folder that does not exist.
        if path == path.folder || path.fileName == ".." { return path }
        let folder = resolve(path.folder)
        return (folder == "/" ? "" : folder) + "/" + path.fileName
    }

    package func lock(_ folder: String, inner: String) -> Int32 { treadle_lock_folder(folder, inner) }

    package func entry(_ name: String, in folder: Int32) -> FolderEntry {
        switch Int(treadle_entry_in(folder, name)) {
        case TREADLE_NO_ENTRY: .nothing
        case TREADLE_FILE: .file
        case TREADLE_LINK: .link
        default: .other
        }
    }

    package func owner(of name: String, in folder: Int32) -> Int64 { treadle_owner_in(folder, name) }

    package func read(_ name: String, in folder: Int32) -> [UInt8]? { Console.readFile(name, in: folder) }

    package func create(_ name: String, in folder: Int32, like other: String) -> Int32 {
        treadle_create_in(folder, name, other)
    }

    package func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes { CPlatform.write(file, $0.baseAddress, $0.count) }
        return count < 0 ? -Int(treadle_errno()) : count
    }

    package func sync(_ file: Int32) -> Int32 { result(fsync(file)) }

    package func close(_ file: Int32) -> Int32 { result(CPlatform.close(file)) }

    package func rename(_ name: String, to new: String, in folder: Int32) -> Int32 {
        treadle_rename_in(folder, name, new)
    }

    package func remove(_ name: String, in folder: Int32) -> Int32 { treadle_remove_in(folder, name) }

    private func result(_ value: Int32) -> Int32 { value < 0 ? -treadle_errno() : 0 }
}

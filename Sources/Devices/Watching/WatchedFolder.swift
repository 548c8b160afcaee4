import CPlatform

/// A directory whose nodes are watched with inotify.
///
/// While permissions are watched (IN_ATTRIB), every read and write of any node in the directory costs about 450
/// instructions more in the kernel. So permissions are watched only after a node has appeared, and while a node cannot
/// be opened.
struct WatchedFolder {
    /// The watch descriptor of inotify; -1 while the directory does not exist.
    private(set) var number: Int32 = -1
    private let path: String
    private let concerns: (String) -> Bool

    /// - Parameter concerns: returns whether the permissions of the node with this name matter.
    init(_ path: String, concerns: @escaping (String) -> Bool) {
        self.path = path
        self.concerns = concerns
    }

    /// Begins to watch, or begins or stops watching permissions. Returns false and sets `errno` if there is no such
    /// directory.
    mutating func watch(with inotify: Int32, permissions: Bool) -> Bool {
        number = inotify_add_watch(
            inotify, path, UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | (permissions ? IN_ATTRIB : 0)))
        return number >= 0
    }

    /// Whether there is a node of interest that may not be opened for reading and writing.
    var hasInaccessibleNode: Bool {
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            if entry.pointee.d_type == UInt8(DT_DIR) { continue }
            let name = String(cString: treadle_entry_name(entry))
            if concerns(name) && faccessat(AT_FDCWD, path + "/" + name, R_OK | W_OK, AT_EACCESS) != 0 { return true }
        }
        return false
    }
}

import CPlatform

/// A directory whose nodes come and go, as inotify tells.
///
/// Of a directory in which rights are watched (IN_ATTRIB) the kernel asks the directory itself with every read and write
/// of any node in it, which is some 450 instructions more each. So rights are watched only as long as they matter: after
/// something came, and while there is a node that may not be opened.
struct WatchedFolder {
    /// As inotify numbers it; -1 while the directory is not there.
    private(set) var number: Int32 = -1
    private let path: String
    private let concerns: (String) -> Bool

    /// - Parameter concerns: whether rights of a node of that name matter.
    init(_ path: String, concerns: @escaping (String) -> Bool) {
        self.path = path
        self.concerns = concerns
    }

    /// Begins to watch, or goes on with or without rights. False, and `errno`, if there is no such directory.
    mutating func watch(with inotify: Int32, rights: Bool) -> Bool {
        number = inotify_add_watch(
            inotify, path, UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | (rights ? IN_ATTRIB : 0)))
        return number >= 0
    }

    /// Whether there is a node of interest that may not be opened both ways.
    var hasClosedNode: Bool {
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

import CPlatform

/// A directory whose nodes come and go, as inotify tells.
///
/// Of a directory in which rights are watched (IN_ATTRIB) the kernel asks the directory itself with every read and write
/// of any node in it, which costs as much as a tenth of a message's whole way. So rights are only watched while they
/// matter: as long as there is a node that may not be opened.
struct WatchedFolder {
    /// As inotify numbers it; -1 while the directory is not there.
    private(set) var number: Int32 = -1
    private let path: String
    private let concerns: (String) -> Bool

    private static let comings = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO)
    private static let rights = UInt32(IN_ATTRIB)

    /// - Parameter concerns: whether rights of a node of that name matter.
    init(_ path: String, concerns: @escaping (String) -> Bool) {
        self.path = path
        self.concerns = concerns
    }

    /// Begins to watch, or goes on with what matters now. False, and `errno`, if there is no such directory.
    mutating func watch(with inotify: Int32) -> Bool {
        // Rights first, so that no change of them falls between the look at them and the watch.
        number = inotify_add_watch(inotify, path, WatchedFolder.comings | WatchedFolder.rights)
        if number >= 0 && !hasClosedNode { number = inotify_add_watch(inotify, path, WatchedFolder.comings) }
        return number >= 0
    }

    /// Whether there is a node of interest that may not be opened both ways.
    private var hasClosedNode: Bool {
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

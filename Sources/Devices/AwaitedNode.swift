import CPlatform

/// A device node that may come late, such as that of a slow card.
public enum AwaitedNode {
    /// Waits until the node is there, by the events of its folder (inotify), or of the nearest folder above that exists.
    ///
    /// - Parameter time: ns to wait at most.
    /// - Returns: whether it is there. Returns at once where it is there already.
    public static func wait(for path: String, atMost time: UInt64) -> Bool {
        if access(path, F_OK) == 0 { return true }
        let inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard inotify >= 0 else { return false }
        defer { close(inotify) }
        let deadline = treadle_now() + time
        while true {
            watchNearestFolder(of: path, with: inotify)
            // Looked for after the watch began, so that no event falls between the two.
            if access(path, F_OK) == 0 { return true }
            let now = treadle_now()
            if now >= deadline { return false }
            var ready: UInt32 = 0
            _ = treadle_poll([inotify], 1, 0, Int32(min((deadline - now) / 1_000_000 + 1, 60_000)), &ready)
            var events = [UInt8](repeating: 0, count: 4096)
            while read(inotify, &events, events.count) > 0 {}
        }
    }

    private static func watchNearestFolder(of path: String, with inotify: Int32) {
        var folder = Substring(path)
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            let watched = folder.isEmpty ? "/" : String(folder)
            if inotify_add_watch(inotify, watched, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 { return }
        }
    }
}

import CPlatform

/// A device node that may appear late, such as that of a slow card.
package enum AwaitedNode {
    /// Waits until the node exists, with the inotify events of its folder or of the nearest existing folder above.
    ///
    /// - Parameter time: the longest wait, in ns.
    /// - Returns: whether the node exists. Returns at once if it exists already.
    package static func wait(for path: String, atMost time: UInt64) -> Bool {
        wait(atMost: time, until: { access(path, F_OK) == 0 }, watch: { watchNearestFolder(of: path, with: $0) })
    }

    /// Waits until `isThere` returns true, and calls it again whenever a node appears in /dev.
    ///
    /// - Parameters:
    ///   - time: the longest wait, in ns.
    ///   - isThere: returns whether all wanted nodes exist.
    /// - Returns: the last result of `isThere`.
    package static func wait(atMost time: UInt64, until isThere: () -> Bool) -> Bool {
        wait(atMost: time, until: isThere) { _ = inotify_add_watch($0, "/dev", UInt32(IN_CREATE | IN_MOVED_TO)) }
    }

    /// - Parameter watch: begins to watch for the next event that may be a reason to call `isThere` again.
    private static func wait(atMost time: UInt64, until isThere: () -> Bool, watch: (Int32) -> Void) -> Bool {
        if isThere() { return true }
        let inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard inotify >= 0 else { return false }
        defer { close(inotify) }
        let deadline = treadle_now() + time
        while true {
            watch(inotify)
            // Called after the watch began, so that no event is missed in between.
            if isThere() { return true }
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

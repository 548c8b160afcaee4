import CPlatform
import Host

/// The folders of drafts and of edits that come in (W13), on tmpfs where the socket is, and of uploads.
package enum DraftPlace {
    /// The folder of drafts, which the box alone writes and its child for the page reads.
    ///
    /// - Parameter socket: the path of the box's socket.
    package static func drafts(besides socket: String) -> String {
        isAppliance(socket) ? "\(ofAppliance)/draft" : "\(socket).draft"
    }

    /// The folder into which the child for the page puts edits, for the box to take.
    package static func incoming(besides socket: String) -> String {
        isAppliance(socket) ? "\(ofAppliance)/incoming" : "\(socket).incoming"
    }

    /// The folder of uploads, and of backups for browsers (W15). Uploads may be larger than the memory, so on an
    /// appliance they are on its data partition, if that can be written.
    package static func uploads(besides socket: String) -> String {
        let isOnDisk = isAppliance(socket) && access(StateFolder.ofAppliance, W_OK) == 0
        return isOnDisk ? StateFolder.ofAppliance + "/.uploads" : incoming(besides: socket)
    }

    private static let ofAppliance = "/run/treadle"

    /// An appliance has its socket at the place of root.
    private static func isAppliance(_ socket: String) -> Bool {
        socket == "/run/treadle.sock" && treadle_owns_machine() != 0
    }
}

import CPlatform
import Host

/// Finds `update.treadle`: on the owner's partition, else on a USB stick, whose FAT partitions it mounts one after the
/// other, read-only.
public struct UpdateSearch: ~Copyable {
    package static let name = "update.treadle"
    private static let owner = "/owner"
    private static let mountPoint = "/run/treadle-stick"

    /// The path of the file.
    package let path: String
    private let isMounted: Bool

    package init() throws(UpdateProblem) {
        let onOwner = "\(UpdateSearch.owner)/\(UpdateSearch.name)"
        if access(onOwner, R_OK) == 0 {
            (path, isMounted) = (onOwner, false)
            return
        }
        mkdir(UpdateSearch.mountPoint, 0o755)
        // Disks and partitions. A stick may have a file system without partitions.
        for device in FolderNames.visible(in: "/sys/class/block") {
            if treadle_mount_device("/dev/\(device)", UpdateSearch.mountPoint, "vfat", 1, "") < 0 { continue }
            let found = "\(UpdateSearch.mountPoint)/\(UpdateSearch.name)"
            if access(found, R_OK) == 0 {
                (path, isMounted) = (found, true)
                return
            }
            _ = treadle_unmount(UpdateSearch.mountPoint)
        }
        throw .noFile
    }

    deinit { if isMounted { _ = treadle_unmount(UpdateSearch.mountPoint) } }
}

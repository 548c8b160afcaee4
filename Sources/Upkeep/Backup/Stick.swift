import CPlatform
import Devices
import Host

/// The USB stick for backups (I12): a FAT file system with the volume name `TREADLE-BAC`, mounted while this value
/// exists.
public struct Stick: ~Copyable {
    /// `TREADLE-BACKUP`, cut to the 11 characters of a FAT volume name.
    package static let label = "TREADLE-BAC"
    /// The longest wait in ns, from the start of the box, for a stick that was plugged in before.
    package static let longestWait: UInt64 = 15_000_000_000
    private static let mountPoint = "/run/treadle-backup"

    /// The folder of the stick's files.
    package var folder: String { Stick.mountPoint }

    private var isMounted = true

    private init() {}

    /// Mounts the stick.
    ///
    /// - Parameter waiting: the longest wait for the stick in ns; 0 to look once.
    /// - Returns: nil if there is no stick.
    package static func find(writable: Bool, waiting: UInt64) throws(BackupProblem) -> Stick? {
        let names = awaited(until: treadle_now() + waiting)
        guard let name = names.first else { return nil }
        if names.count > 1 {
            throw BackupProblem("there are \(names.count) sticks with the name \(label); leave one in")
        }
        mkdir(mountPoint, 0o755)
        let error = treadle_mount_device("/dev/\(name)", mountPoint, "vfat", writable ? 0 : 1, "")
        if error < 0 { throw BackupProblem("/dev/\(name)", error: error) }
        return Stick()
    }

    /// Unmounts the stick, which writes all unsaved data.
    package mutating func end() throws(BackupProblem) {
        let result = Stick.unmount()
        isMounted = false
        if result < 0 { throw BackupProblem(Stick.mountPoint, error: result) }
    }

    deinit { if isMounted { _ = Stick.unmount() } }

    private static func unmount() -> Int32 { umount2(mountPoint, 0) < 0 ? -treadle_errno() : 0 }

    /// Returns the names of the block devices with the label. Waits until there is one, at most until `deadline`.
    private static func awaited(until deadline: UInt64) -> [String] {
        var names: [String] = []
        let now = treadle_now()
        _ = AwaitedNode.wait(atMost: deadline - min(now, deadline)) {
            // Disks and partitions. A stick may have a file system without partitions.
            names = FolderNames.visible(in: "/sys/class/block").filter { label(of: "/dev/\($0)") == Stick.label }
            return !names.isEmpty
        }
        return names
    }

    private static func label(of device: String) -> String? {
        let file = treadle_open(device, O_RDONLY)
        if file < 0 { return nil }
        defer { close(file) }
        return FATLabel.read { offset, count in
            var bytes = [UInt8](repeating: 0, count: count)
            return pread(file, &bytes, count, Int(offset)) == count ? bytes : nil
        }
    }
}

import CPlatform
import Devices
import Host

/// The owner's partition as a drive of the computer at the USB device port (I9). Either the computer has it, or the box
/// has it mounted, never both: neither would see the writes of the other.
package struct OwnersDrive {
    private let folder: USBDeviceFolder
    private let device: String
    /// Whether the computer has ejected the drive. It gets the drive again when it is plugged in again.
    private var isEjected = false
    private var wasGiven = false

    private static let file = "functions/mass_storage.treadle/lun.0/file"
    private static let ejector = "functions/mass_storage.treadle/lun.0/forced_eject"

    /// - Parameter device: the path of the partition.
    package init(_ folder: USBDeviceFolder, device: String) { (self.folder, self.device) = (folder, device) }

    /// The owner's partition of the card that this box runs from; nil if there is none.
    package static func partition() -> String? {
        guard let signature = ImageFacts.disk, let card = try? SystemCard(signature: signature) else { return nil }
        return card.path(1)
    }

    /// Gives the partition to a computer that has connected, and takes it back when the computer has ejected it or has
    /// disconnected.
    ///
    /// - Parameter isConnected: whether a computer has configured the device. This stays true while the computer
    ///   sleeps.
    /// - Returns: a line for the box; nil if nothing has changed.
    package mutating func serve(isConnected: Bool) -> String? {
        let isGiven = isGiven
        if wasGiven && !isGiven {
            (wasGiven, isEjected) = (false, true)
            return reclaim()
        }
        wasGiven = isGiven
        if !isConnected {
            isEjected = false
            if !isGiven { return nil }
            // The drive is ejected by force, because the computer may have locked it.
            try? folder.write("1", to: OwnersDrive.ejector)
            wasGiven = false
            return reclaim()
        }
        if isGiven || isEjected { return nil }
        return give()
    }

    /// Mounts the partition for the next run of the box, because this one has ended or is about to end.
    package func end() { _ = mount() }

    /// Whether the computer has the partition.
    private var isGiven: Bool { !(folder.value(of: OwnersDrive.file) ?? "").isEmpty }

    private mutating func give() -> String? {
        let error = treadle_unmount(CardFiles.owner)
        // EBUSY: an export uses the partition now, and the next call tries again. EINVAL: the partition is not mounted.
        if error == -EBUSY { return nil }
        do throws(DeviceError) {
            try folder.write(device, to: OwnersDrive.file)
            wasGiven = true
            return "drive given"
        } catch {
            isEjected = true
            _ = mount()
            return "drive failed \(error.message)"
        }
    }

    private func mount() -> Int32 { treadle_mount_device(device, CardFiles.owner, "vfat", 1, "") }

    private func reclaim() -> String {
        let error = mount()
        if error < 0 { return "drive failed \(device): \(String(cString: treadle_error_message(error)))" }
        do throws(BackupProblem) {
            return "drive \(try CardImport().run().rawValue)"
        } catch {
            return "drive failed \(error.message)"
        }
    }
}

import CPlatform
import Host

/// Facts about the running image, from firmware, GRUB and kernel command line. Process 1 has them in its environment
/// and passes them on.
package enum ImageFacts {
    /// `raspberry-pi` or `pc-x86_64`; nil if the box does not run from an image.
    package static var board: String? { variable("treadle_board") }

    /// The MBR signature of the disk.
    package static var disk: String? { variable("treadle_disk") }

    /// The running slot, 2 or 3; nil if it is unknown. The Pi's firmware writes it into the device tree.
    package static var slot: Int? {
        if let text = variable("treadle_slot") { return text == "2" ? 2 : text == "3" ? 3 : nil }
        guard let cell = Console.readFile("/proc/device-tree/chosen/bootloader/partition"), cell.count == 4 else {
            return nil
        }
        return cell[3] == 2 || cell[3] == 3 ? Int(cell[3]) : nil
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

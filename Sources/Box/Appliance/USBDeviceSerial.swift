import Compact
import Devices

/// The serial number by which a computer distinguishes two boxes.
struct USBDeviceSerial {
    /// The files with a Raspberry Pi's serial number, and with the id of another machine. Only a hash of that id may be
    /// shown (machine-id(5)).
    var board = "/proc/device-tree/serial-number"
    var machine = "/etc/machine-id"

    var text: String {
        if let own = SysFS.firstLine(of: board)?.split(separator: "\0").first, !own.isEmpty { return String(own) }
        guard let id = SysFS.firstLine(of: machine), !id.isEmpty else { return "0" }
        return String(id.stableHash, radix: 16)
    }
}

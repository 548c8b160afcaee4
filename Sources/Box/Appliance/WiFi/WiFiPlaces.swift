import CPlatform
import Devices

/// Programs, folders and files of the wireless network. Tests have others.
struct WiFiPlaces {
    var supplicant = "/sbin/wpa_supplicant"
    var leaseServer = "/sbin/udhcpd"
    /// The DHCP client of a joined network.
    var addressClient = "/bin/dhcpcd"
    /// The folder of wpa_supplicant's files, in memory (L9).
    var folder = "/run/treadle-wifi"
    /// The folder of the DHCP server's files, in memory.
    var leaseFolder = "/run/treadle-lease"
    /// The control sockets of the DHCP client of the wired network.
    var clientSockets = ["/run/dhcpcd/sock", "/run/dhcpcd/unpriv.sock"]
    /// Where sysfs is mounted.
    var sysfs = "/sys"

    var configuration: String { folder + "/supplicant.conf" }
    var controlFolder: String { folder + "/control" }
    var leaseConfiguration: String { leaseFolder + "/udhcpd.conf" }

    func control(_ interface: String) -> String { controlFolder + "/" + interface }

    /// The interface of the first radio; nil if there is no radio.
    func findRadio() -> String? {
        NetworkLink.all(root: sysfs).first { access("\(sysfs)/class/net/\($0.name)/phy80211", F_OK) == 0 }?.name
    }

    /// Whether an interface is there.
    func isThere(_ interface: String) -> Bool { access("\(sysfs)/class/net/\(interface)", F_OK) == 0 }
}

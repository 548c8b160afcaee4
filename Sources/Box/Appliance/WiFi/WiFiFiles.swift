import Compact
import Configuration

/// The configuration files of wpa_supplicant and udhcpd, which are written to memory only (L9).
enum WiFiFiles {
    /// Clients of the access point, at most (L2).
    static let clients = 4
    /// Addresses that the DHCP server gives, at most; at least 8 fit into the shortest network (L3).
    private static let addresses: UInt32 = 100

    /// The configuration of wpa_supplicant. Its networks have the numbers of `join`, and the access point the next one.
    /// None is enabled: `WiFiDirector` chooses. Passwords are not among the settings: they go by the control socket,
    /// because in a file a `#` behind a quote begins a comment.
    ///
    /// - Parameter control: the folder of the control socket.
    static func supplicant(_ wifi: WiFiConfiguration, control: String) -> String {
        var text = "ctrl_interface=\(control)\ncountry=\(wifi.country)\nmax_num_sta=\(clients)\n"
        for (index, network) in wifi.join.enumerated() {
            text += block(
                name: network.name,
                // A hidden network answers only to its name. The first of the list has the highest priority (L4).
                ["scan_ssid=1", "key_mgmt=WPA-PSK WPA-PSK-SHA256", "priority=\(wifi.join.count - index)"])
        }
        if let accessPoint = wifi.accessPoint {
            text += block(
                name: accessPoint.name,
                ["mode=2", "frequency=\(frequency(ofChannel: accessPoint.channel))", "key_mgmt=WPA-PSK"])
        }
        return text
    }

    /// A network. WPA2 with CCMP, and protected management frames for those who can (L2).
    private static func block(name: String, _ settings: [String]) -> String {
        let common = ["proto=RSN", "pairwise=CCMP", "group=CCMP", "ieee80211w=1", "disabled=1"]
        // In hex, because a name may have any bytes.
        let lines = ["ssid=\(hex(name.utf8))"] + settings + common
        return "network={\n" + lines.map { "\t\($0)\n" }.joined() + "}\n"
    }

    /// The request that sets the password of a network. wpa_supplicant takes what stands between the first and the last
    /// quote, and knows no escapes.
    static func request(settingPassword password: String, of network: Int) -> String {
        "SET_NETWORK \(network) psk \"\(password)\""
    }

    /// Bytes as hex digits of two each.
    private static func hex(_ bytes: String.UTF8View) -> String {
        var text: [UInt8] = []
        for byte in bytes { Digits.hex(UInt32(byte), 2, into: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The frequency in MHz of a channel 1...13 or 36...48 (IEEE 802.11-2020, 15.4.4.3 and 17.3.8.4.2).
    static func frequency(ofChannel channel: Int) -> Int { channel <= 13 ? 2407 + 5 * channel : 5000 + 5 * channel }

    /// The channel of a frequency in MHz.
    static func channel(ofFrequency frequency: Int) -> Int? {
        switch frequency {
        case 2412...2472: (frequency - 2407) / 5
        case 2484: 14
        case 5000...5900: (frequency - 5000) / 5
        default: nil
        }
    }

    /// The configuration of udhcpd: leases of an hour, without router and name server (L3). It never
    /// gives the box's own address.
    ///
    /// - Parameter folder: where it writes its leases.
    static func leases(_ address: StaticAddress, interface: String, folder: String) -> String {
        let mask = UInt32.max << (32 - UInt32(address.prefix))
        let (network, broadcast) = (address.address & mask, address.address | ~mask)
        let first = network + (address.address == network + 1 ? 2 : 1)
        let last = min(broadcast - 1, network + addresses)
        return """
            start \(text(first))
            end \(text(last))
            interface \(interface)
            max_leases \(last - first + 1)
            opt subnet \(text(mask))
            opt lease 3600
            lease_file \(folder)/leases
            pidfile \(folder)/pid

            """
    }

    private static func text(_ address: UInt32) -> String {
        "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
    }
}

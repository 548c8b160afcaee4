import Settings

/// Network MIDI: the box's session, and the appliance's IP address and wireless network (N2, N3, N13).
package struct NetworkConfiguration: Equatable, Sendable {
    /// The session name, 1...63 bytes of UTF-8; nil: the name of the box.
    package var name: String?
    /// The UDP port of session control, 1...65534; data uses the next port.
    package var port: UInt16 = 5004
    package var accept = PeerAdmission.named
    /// Peers to invite by address, because mDNS does not find them.
    package var invite: [PeerPlace] = []
    /// The network interfaces to use; empty: all except loopback.
    package var interfaces: [String] = []
    package var address = ApplianceAddress.off
    /// Whether network MIDI is on: the file has `rtp-midi`, or a port with `network`.
    package var isOn = false
    /// The page for browsers; nil: nothing listens (W1). Changes are taken by a reload (E1).
    package var http: HTTPConfiguration?
    /// The appliance's wireless network; nil: the radio is off.
    package var wifi: WiFiConfiguration?

    package init() {}
}

/// The page for browsers (W): where the box listens, and who may ask.
package struct HTTPConfiguration: Equatable, Sendable {
    /// The TCP port, 1...65535.
    package var port: UInt16 = 80
    /// `lan`, or prefixes such as `192.0.2.0/24` and `fd00::/8`; 1...8 of them.
    package var allow = ["lan"]
    /// Names by which browsers may ask for the page besides the box's own (W5), at most 8.
    package var hosts: [String] = []

    package init() {}
}

/// How an appliance gets its IPv4 address (N13). On other computers this has no effect.
package enum ApplianceAddress: Equatable, Sendable {
    /// An address from DHCP, else a link-local one.
    case dhcp
    case `static`(StaticAddress)
    /// No network.
    case off

    /// The text in the box file.
    package var text: String {
        switch self {
        case .dhcp: "dhcp"
        case .static(let address): address.text
        case .off: "off"
        }
    }
}

/// An IPv4 address of the box with the prefix length of the network, 1...30.
package struct StaticAddress: Equatable, Sendable {
    /// The first number of the address in the highest byte: 192.0.2.5 is 0xC0000205.
    package var address: UInt32
    package var prefix: UInt8

    package init(address: UInt32, prefix: UInt8) {
        (self.address, self.prefix) = (address, prefix)
    }

    /// The address as text: `192.0.2.5/24`.
    package var text: String {
        "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)/\(prefix)"
    }
}

extension BoxConfiguration {
    /// The name of the box in network MIDI sessions.
    package var sessionName: String { network.name ?? name }
}

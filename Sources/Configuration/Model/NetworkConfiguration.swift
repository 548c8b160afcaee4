/// Network MIDI: the box's session, and the appliance's IP address (N2, N3, N13).
public struct NetworkConfiguration: Equatable, Sendable {
    /// Whose invitations the box accepts.
    public enum Accept: Sendable {
        case any
        /// Only peers that a port names.
        case named
        case none
    }

    /// The session name, 1...63 bytes of UTF-8; nil: the name of the box.
    public var name: String?
    /// The UDP port of session control, 1...65534; data uses the next port.
    public var port: UInt16 = 5004
    public var accept = Accept.named
    /// Peers to invite by address, because mDNS does not find them.
    public var invite: [PeerPlace] = []
    /// The network interfaces to use; empty: all except loopback.
    public var interfaces: [String] = []
    public var address = ApplianceAddress.off
    /// Whether network MIDI is on: the file has `rtp-midi`, or a port with `network`.
    public var isOn = false

    public init() {}
}

/// How an appliance gets its IPv4 address (N13). On other computers this has no effect.
public enum ApplianceAddress: Equatable, Sendable {
    /// An address from DHCP, else a link-local one.
    case dhcp
    case `static`(StaticAddress)
    /// No network.
    case off

    /// The text in the box file.
    public var text: String {
        switch self {
        case .dhcp: "dhcp"
        case .static(let address): address.text
        case .off: "off"
        }
    }
}

/// An IPv4 address of the box with the prefix length of the network, 1...30.
public struct StaticAddress: Equatable, Sendable {
    /// The first number of the address in the highest byte: 192.0.2.5 is 0xC0000205.
    public var address: UInt32
    public var prefix: UInt8

    public init(address: UInt32, prefix: UInt8) {
        (self.address, self.prefix) = (address, prefix)
    }

    /// The address as text: `192.0.2.5/24`.
    public var text: String {
        "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)/\(prefix)"
    }
}

extension BoxConfiguration {
    /// The name of the box in network MIDI sessions.
    public var sessionName: String { network.name ?? name }
}

/// Network MIDI: the box's session, and the address of an appliance (N2, N3, N13).
public struct NetworkConfiguration: Equatable, Sendable {
    /// Whose invitations are taken.
    public enum Accept: Sendable {
        case any
        /// Those of peers that a port names.
        case named
        case none
    }

    /// The session name, 1...63 bytes of UTF-8; nil: the name of the box.
    public var name: String?
    /// The UDP port of session control, 1...65534; data goes to the next one.
    public var port: UInt16 = 5004
    public var accept = Accept.named
    /// Peers that mDNS does not reach.
    public var invite: [PeerPlace] = []
    /// The interfaces that are used; empty: all but loopback.
    public var interfaces: [String] = []
    public var address = ApplianceAddress.off
    /// Whether the box has sessions: the file has `rtp-midi`, or a port with `network`.
    public var isOn = false

    public init() {}
}

/// How an appliance gets its IPv4 address (N13). Other computers keep theirs.
public enum ApplianceAddress: Equatable, Sendable {
    /// By DHCP, else link-local.
    case dhcp
    case `static`(StaticAddress)
    /// The network stays off.
    case off

    /// The word or address of the box file.
    public var text: String {
        switch self {
        case .dhcp: "dhcp"
        case .static(let address): address.text
        case .off: "off"
        }
    }
}

/// An IPv4 address of the box with the length of its network's prefix, 1...30.
public struct StaticAddress: Equatable, Sendable {
    /// The first number in the highest byte: 192.0.2.5 is 0xC0000205.
    public var address: UInt32
    public var prefix: UInt8

    public init(address: UInt32, prefix: UInt8) {
        (self.address, self.prefix) = (address, prefix)
    }

    /// `192.0.2.5/24`.
    public var text: String {
        "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)/\(prefix)"
    }
}

extension BoxConfiguration {
    /// The name under which other devices see the box.
    public var sessionName: String { network.name ?? name }
}

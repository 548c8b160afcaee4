/// The appliance's wireless network: its own access point, networks to join, or both.
package struct WiFiConfiguration: Equatable, Sendable {
    /// The country by ISO 3166, whose rules the radio keeps; empty in a file with errors only.
    package var country = ""
    package var accessPoint: AccessPointConfiguration?
    /// The networks to join, the preferred one first, at most 8.
    package var join: [KnownNetwork] = []

    /// The size in bytes of the longest name of a network.
    static let nameBytes = 32

    package init() {}
}

/// The box's own access point.
package struct AccessPointConfiguration: Equatable, Sendable {
    /// The name of the network, 1...32 bytes.
    package var name: String
    /// The password, 8...63 printable ASCII characters; nil: the box makes one.
    package var password: String?
    /// 1...13, 36, 40, 44 or 48.
    package var channel = 6
    /// The box's address, and the network from which others get theirs.
    package var address = StaticAddress(address: 0xC0A8_5401, prefix: 24)

    package init(name: String) { self.name = name }
}

/// A network that the box joins.
package struct KnownNetwork: Equatable, Sendable {
    /// The name of the network, 1...32 bytes.
    package var name: String
    /// The password, 8...63 printable ASCII characters.
    package var password: String

    package init(name: String, password: String) {
        (self.name, self.password) = (name, password)
    }
}

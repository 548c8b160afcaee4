/// A session of another box or computer that mDNS found (N2), on one interface by one IP version.
package struct FoundService: Equatable, Sendable {
    /// The session name, at most 63 bytes as in DNS-SD.
    package var name: String
    /// The interface on which the session was found: `eth0`.
    package var interface: String
    /// The host name, `Stage-iPhone.local`.
    package var host: String
    /// A numeric address; an IPv6 link-local one has its interface: `fe80::1%eth0`.
    package var address: String
    /// The control port. The data port is the next one.
    package var port: UInt16

    package init(name: String, interface: String, host: String, address: String, port: UInt16) {
        self.name = name
        self.interface = interface
        self.host = host
        self.address = address
        self.port = port
    }
}

/// An event of `Discovery`.
package enum DiscoveryEvent: Equatable, Sendable {
    case found(FoundService)
    /// The service has disappeared, or has changed; then `found` follows.
    case lost(FoundService)
    /// The name under which this box is published now. After a conflict, it differs from the requested name. Each child
    /// reports it.
    case nameInUse(String)
    /// The name of this box under `.local`. After a conflict with another box, it is reported again.
    case hostInUse(String)
    /// A numeric address of a host that was passed to `resolve`.
    case resolved(host: String, address: String)
    /// The child has ended or could not be started, with the reason. It is restarted.
    case failed(String)
}

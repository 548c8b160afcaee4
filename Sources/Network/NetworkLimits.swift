/// The capacities and times of network sessions.
///
/// Each comment gives the unit, the reason for the number, what happens when full, and the counter.
package enum NetworkLimits {
    /// Sessions at once, open or being negotiated (N3). When full, invitations are refused, and wanted peers wait.
    package static let sessions = 8
    /// Known peers: announced, configured, or callers. When full, the oldest caller without a session is forgotten; if
    /// there is none, the new peer is not listed, which `unlistedPeers` counts.
    package static let peers = 256
    /// Addresses of one peer: IPv4, IPv6 and IPv6 link-local on five interfaces. Further ones are not tried.
    package static let addresses = 16
    /// Tokens of one session that a BY may contain: of both ports, and of repeated invitations. When full, the oldest
    /// is forgotten.
    static let tokens = 4
    /// Datagrams of strangers in a second that are handled (N9). More are dropped and counted in `dropped`.
    package static let strangersPerSecond = 500
    /// Nanoseconds between the first two invitations, which double until `longestDelay` (N3).
    static let firstDelay: UInt64 = 1_000_000_000
    static let longestDelay: UInt64 = 30_000_000_000
    /// Nanoseconds after which a session that is open on one port only is given up.
    static let halfOpenTime: UInt64 = 5_000_000_000
    /// Nanoseconds between invitations on the data port.
    static let dataDelay: UInt64 = 1_000_000_000
    /// When both sides invite at once, the one with the greater SSRC ignores the other's invitation for this long, in
    /// ns. If its own is not accepted by then, it accepts the peer's.
    static let precedence: UInt64 = 3_000_000_000
    /// A session that lasted this long, in ns, resets the delay of invitations. A peer that ends each session at once
    /// is invited with growing delays.
    static let lastingTime: UInt64 = 10_000_000_000
    /// Nanoseconds for which a guest stays in the lists after its session. Then it is forgotten (N12).
    static let guestTime: UInt64 = 60_000_000_000
    /// Peers that were turned away, for the player to read. When full, the earliest caller is forgotten.
    static let turnedAway = 8
}

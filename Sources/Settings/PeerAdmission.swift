/// The peers whose invitations the box accepts (N3).
package enum PeerAdmission: Sendable {
    /// All peers for which the box has a port.
    case any
    /// Peers that a port or `invite` names.
    case named
    case none
}

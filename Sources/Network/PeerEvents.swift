import Devices
import RTPMIDI

/// A socket at which a session message arrived.
package enum PeerSocket: Equatable, Sendable {
    case control
    /// The data port of the box, at which strangers arrive.
    case data
    /// The socket of a peer's slot, before the loop gets it.
    case slot(Int)
}

/// An action that the owner of `PeerDirector` must perform.
package enum PeerAction: Equatable, Sendable {
    /// Send on the control port or the data port of the box, from our address `from`.
    case send(SessionMessage, on: PeerSocket, to: PeerAddress, from: PeerAddress)
    /// Connect the data socket of a slot, between two data ports. If this fails, skip later actions of the slot and
    /// call `PeerDirector.couldNotConnect`.
    case connect(slot: Int, from: PeerAddress, to: PeerAddress)
    /// Send on the data socket of a slot.
    case sendData(SessionMessage, slot: Int)
    /// Hand the data socket of a slot to the loop.
    case join(slot: Int, OpenedSession)
    /// Pass an RS to the loop that arrived on the control port, where most peers send it.
    case feedback(slot: Int, sequence: UInt32)
    /// Tell the loop that the link to a peer is down, or up again.
    case link(slot: Int, isUp: Bool)
    /// Make the loop return the data socket of a slot.
    case leave(slot: Int)
    /// Close a data socket that was never in the loop.
    case close(slot: Int)
    /// Find the addresses of a host and call `PeerDirector.resolved`.
    case resolve(host: String)
}

/// A session that is open on both ports.
package struct OpenedSession: Equatable, Sendable {
    /// The port of the box.
    package var port: Int
    package var ownSSRC: UInt32
    /// The peer's SSRC on the data port.
    package var remoteSSRC: UInt32
    /// The initiator's token on the data port.
    package var token: UInt32
    package var isInitiator: Bool
    /// The receive buffer in ns (N8).
    package var buffer: UInt64
    /// The setting `journal` of the port (N6).
    package var wantsJournal = true
    package var name: SessionName

    /// Whether packets carry a journal (N6). rtpmidid, whose SSRC is always at most 0xFFFF, gets none, because it plays
    /// phantom notes from a journal.
    package var sendsJournal: Bool { wantsJournal && remoteSSRC > 0xFFFF }
}

/// Why the loop ended a session.
package enum SessionEnd: Equatable, Sendable {
    /// The peer no longer answers (N4).
    case gone
    case saidBye
    case unreachable
    /// The loop has performed `PeerAction.leave`.
    case left
}

/// A peer as `treadle ports` shows it (N12).
package struct PeerStatus: Equatable, Sendable {
    package enum State: String, Sendable {
        case found, inviting, connected, refused, gone
    }

    package var name: String
    /// The peer's control port; nil while its host name has no address.
    package var address: PeerAddress?
    package var state: State
    /// The port of the box for the peer.
    package var port: Int?
    /// The slot of an open session.
    package var slot: Int?
}

/// A caller whose invitation was refused (N3), as `treadle status` shows it, so that the player can write its name into
/// the configuration.
package struct TurnedAway: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// The configuration accepts no invitations, or none of peers that it does not name.
        case acceptsNobody, isNotNamed
        /// No port accepts every peer, and no port names this one.
        case hasNoPort
        /// Another peer already uses this port of the box.
        case portIsTaken(Int)
        /// All session slots are in use.
        case isFull
    }

    package var name: String
    /// The caller's control port.
    package var address: PeerAddress
    package var reason: Reason
}

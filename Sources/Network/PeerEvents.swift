import Devices
import RTPMIDI

/// A socket on which a session message was heard.
package enum PeerSocket: Equatable, Sendable {
    case control
    /// The data port of the box, as strangers reach it.
    case data
    /// The socket of a peer that the loop does not have yet.
    case slot(Int)
}

/// What the box does next about its peers, in order.
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
    /// Tell the loop about an RS that came on the control port, where most peers send it.
    case feedback(slot: Int, sequence: UInt32)
    /// Tell the loop that the link to a peer is down, or up again.
    case link(slot: Int, isUp: Bool)
    /// Let the loop give the data socket of a slot back.
    case leave(slot: Int)
    /// Close a data socket that the loop never had.
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
    /// Nanoseconds (N8).
    package var buffer: UInt64
    /// `journal` of the port (N6).
    package var wantsJournal = true
    package var name: SessionName

    /// Whether packets carry a journal (N6). rtpmidid, whose SSRC is always at most 0xFFFF, plays phantom notes of it.
    package var sendsJournal: Bool { wantsJournal && remoteSSRC > 0xFFFF }
}

/// How the loop ended with a session.
package enum SessionEnd: Equatable, Sendable {
    /// The peer no longer answers (N4).
    case gone
    case saidBye
    case unreachable
    /// After `PeerAction.leave`.
    case left
}

/// A peer as `treadle ports` shows it (N12).
package struct PeerStatus: Equatable, Sendable {
    package enum State: String, Sendable {
        case found, inviting, connected, refused, gone
    }

    package var name: String
    /// Its control port; nil while its host name has no address.
    package var address: PeerAddress?
    package var state: State
    /// The port of the box that it belongs to.
    package var port: Int?
    /// The slot of an open session.
    package var slot: Int?
}

/// Somebody whose invitation was not taken (N3), as `treadle status` shows it: the player needs the name to write.
package struct TurnedAway: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// The configuration takes no invitations, or none of peers that it does not name.
        case acceptsNobody, isNotNamed
        /// No port is for everybody, and none has the name.
        case hasNoPort
        /// Another peer has this port.
        case portIsTaken(Int)
        /// There are as many sessions as there can be.
        case isFull
    }

    package var name: String
    /// Its control port.
    package var address: PeerAddress
    package var reason: Reason
}

import Plan
import RTPMIDI

/// A session that the control thread has agreed on with a peer, for the loop (N10).
package struct JoinedPeer: BitwiseCopyable {
    /// The number of the peer, 0 ..< `LoopLimits.peers`.
    package var slot: UInt8
    /// The port that the peer plays into and listens at. Several peers may share one.
    package var port: PortIndex
    /// The UDP socket of the data port, connected to the peer. It is returned in `LoopReports.peers`.
    package var socket: Int32
    package var session: SessionSetup
    /// The number of the first packet, random.
    package var firstSequence: UInt16
    /// The display announces the port (D3).
    package var isAnnounced: Bool

    package init(
        slot: UInt8, port: PortIndex, socket: Int32, session: SessionSetup, firstSequence: UInt16, isAnnounced: Bool
    ) {
        (self.slot, self.port, self.socket, self.session) = (slot, port, socket, session)
        (self.firstSequence, self.isAnnounced) = (firstSequence, isAnnounced)
    }
}

/// The state of a peer, as the loop reports it.
package struct PeerReport: BitwiseCopyable {
    package enum State: UInt8, BitwiseCopyable {
        case none, connected
        /// The peer was silent for too long (N4).
        case gone
        /// The peer has ended the session (N3).
        case saidBye
        /// Nothing listens at the peer's data port any more.
        case unreachable
        /// The control thread has ended the session.
        case left
    }

    package var slot: UInt8 = 0
    /// Unless `connected`, the loop no longer uses the socket.
    package var state = State.none
    package var socket: Int32 = -1
    package var port = PortIndex.none
    package var remoteSSRC: UInt32 = 0
    package var counters = SessionCounters()

    package init() {}
}

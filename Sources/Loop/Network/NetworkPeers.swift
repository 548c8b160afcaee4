import Plan
import RTPMIDI

/// The peers of the network, by slot. The memory of all sessions is allocated before the loop runs.
package struct NetworkPeers: BitwiseCopyable {
    struct Peer {
        var session: Session
        var sysEx: PeerSysEx
        var socket: Int32 = -1
        var port = PortIndex.none
        /// When the session next has work to do, in nanoseconds; `UInt64.max` if there is no session.
        var deadline = UInt64.max
        /// Whether the link to the peer is down. The port then works without the peer; the session continues when the
        /// link is up again.
        var isSuspended = false
        /// The display announces the port (D3).
        var isAnnounced = true
        /// Consecutive answers that nothing listens at the peer's port.
        var refusals = 0

        var isOpen: Bool { socket >= 0 }
    }

    /// The number of slots: `LoopLimits.peers`, or 0 in a box without a network.
    let count: Int
    let peers: UnsafeMutablePointer<Peer>
    /// One bit for each slot with a session.
    var open: UInt32 = 0
    /// When the first session or Bluetooth link has work to do, in nanoseconds. May be early.
    var deadline = UInt64.max
    /// Memory for one datagram to send.
    let datagram: UnsafeMutableRawBufferPointer

    subscript(slot: Int) -> Peer {
        @inline(__always) unsafeAddress { UnsafePointer(peers + slot) }
        @inline(__always) nonmutating unsafeMutableAddress { peers + slot }
    }

    /// Calls `body` with each slot that has a session at a port.
    @inline(__always)
    func forEach(of port: Int, _ body: (inout Peer) -> Void) {
        var left = open
        while left != 0 {
            let slot = left.trailingZeroBitCount
            left &= left - 1
            if peers[slot].port.position == port { body(&peers[slot]) }
        }
    }

    /// Whether a port has a peer whose link is up.
    func hasPeer(of port: PortIndex) -> Bool {
        var isFound = false
        forEach(of: port.position) { isFound = isFound || !$0.isSuspended }
        return isFound
    }

    /// Updates the deadlines after a change of a peer's session.
    mutating func schedule(_ peer: inout Peer) {
        peer.deadline = peer.session.deadline
        deadline = min(deadline, peer.deadline)
    }
}

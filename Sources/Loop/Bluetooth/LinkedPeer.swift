import BLEMIDI
import Plan

/// A Bluetooth peer that may play, for the loop (B15). The control thread has its connected socket from the Bluetooth
/// process.
package struct LinkedPeer: BitwiseCopyable {
    /// The number of the link, 0 ..< `LoopLimits.links`.
    package var slot: UInt8
    /// The same for every link of a peer, and for no other peer: its address, and one bit for its kind.
    package var identity: UInt64
    /// The port that the peer plays into and listens at. Several peers may share one.
    package var port: PortIndex
    /// The connected L2CAP socket of ATT, which never waits and buffers as little as it may (B10). It is returned in
    /// `LoopReports.links`.
    package var socket: Int32
    /// The box has connected to the peer, and not the peer to the box.
    package var isCentral: Bool
    /// The server as far as it has come with the peer.
    package var server: ATTServer
    /// The handle of the peer's data characteristic, where the box is central.
    package var valueHandle: UInt16
    /// The peer's characteristic has no write without response.
    package var writesWithResponse: Bool
    /// Bytes of the ATT MTU that is agreed so far, 23...247.
    package var mtu: UInt16
    /// Nanoseconds from the time stamp of a message to its routing, 0...100 ms (B12).
    package var buffer: UInt64
    /// The display announces the port (D3).
    package var isAnnounced: Bool

    package init(
        slot: UInt8, identity: UInt64, port: PortIndex, socket: Int32, isCentral: Bool, server: ATTServer,
        valueHandle: UInt16, writesWithResponse: Bool, mtu: UInt16, buffer: UInt64, isAnnounced: Bool
    ) {
        (self.slot, self.identity, self.port, self.socket) = (slot, identity, port, socket)
        self.isCentral = isCentral
        (self.server, self.valueHandle, self.writesWithResponse) = (server, valueHandle, writesWithResponse)
        (self.mtu, self.buffer, self.isAnnounced) = (mtu, buffer, isAnnounced)
    }
}

/// The state of a Bluetooth peer, as the loop reports it: at its begin and end, and when counters are asked for.
package struct LinkReport: BitwiseCopyable {
    /// Why the last link of the slot has ended.
    package enum Reason: UInt8, BitwiseCopyable {
        case none
        /// The control thread has ended it.
        case unlinked
        /// The peer has gone, or is out of reach.
        case hungUp
        /// The peer has taken nothing for 5 s (B10).
        case stalled
        /// The peer has asked too much (B14).
        case flooded
    }

    /// Counts the beginnings and ends of links in the slot; wraps.
    package var generation: UInt32 = 0
    package var isLinked = false
    /// The socket that the loop no longer uses, to be closed; -1 while there is a link.
    package var socket: Int32 = -1
    package var reason = Reason.none
    package var port = PortIndex.none
    /// Bytes of the agreed ATT MTU.
    package var mtu: UInt16 = 0
    package var packetsIn: UInt32 = 0
    package var packetsOut: UInt32 = 0
    /// Parts of packets that could not be read.
    package var malformed: UInt32 = 0
    /// Messages and packets that were not sent to the peer.
    package var dropped: UInt32 = 0
    /// Writes of MIDI before the link was encrypted (B5).
    package var ignoredWrites: UInt32 = 0
    /// The peer's time stamps do not go on with time (B12).
    package var hasNoStamps = false

    package init() {}
}

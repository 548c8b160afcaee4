import BLEMIDI
import Plan

/// What a peer that has gone may still hold (B13).
struct DepartedPeer: BitwiseCopyable {
    var identity: UInt64 = 0
    var port = PortIndex.none
    /// When it went, in nanoseconds.
    var wentAt: UInt64 = 0
    var mayHold = HeldByPeer(keepsReleased: true)
}

// A port that was gone releases its destination when it comes back (H9). It knows all its peers as one, and is not gone
// while others are there. So a peer that leaves others is remembered by its identity, and released when it comes back.
extension PeerLinks {
    /// Remembers what the peer of a slot may hold. Of more than `LoopLimits.departedPeers`, the one that went first is
    /// forgotten.
    func rememberDeparted(_ slot: Int, at now: UInt64) {
        let link = links[slot]
        if link.mayHold.isEmpty { return }
        var place = 0
        for other in 0..<departedCount where departed[other].wentAt < departed[place].wentAt { place = other }
        departed[place] = DepartedPeer(
            identity: link.identity, port: link.port, wentAt: now, mayHold: link.mayHold)
    }

    /// Prepares the release of a peer that has come back. Nothing else is sent to it before that.
    func releaseReturned(_ slot: Int) {
        for place in 0..<departedCount where departed[place].identity == links[slot].identity {
            if departed[place].port != links[slot].port { continue }
            links[slot].comeBack(with: departed[place].mayHold)
            departed[place] = DepartedPeer()
        }
    }
}

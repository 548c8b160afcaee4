import CPlatform
import Devices
import Engine
import MIDI
import Program
import RTPMIDI
import Routing

// Beginning and ending sessions. A network port is attached as long as one of its peers has a session.
extension Loop {
    func join(_ joined: JoinedPeer, at now: UInt64) {
        let slot = Int(joined.slot)
        let network = outputs.pointee.network
        precondition(slot < network.count)
        if network.peers[slot].isOpen { close(slot, .left, at: now) }
        let peer = network.peers + slot
        let isFirst = !network.hasPeer(of: joined.port)
        peer.pointee.session.begin(joined.session, firstSequence: joined.firstSequence, at: now)
        peer.pointee.sysEx.clear()
        peer.pointee.socket = joined.socket
        peer.pointee.port = joined.port
        peer.pointee.refusals = 0
        peer.pointee.isAnnounced = joined.isAnnounced
        peer.pointee.isSuspended = false
        network.open.pointee |= 1 << UInt32(slot)
        network.schedule(peer)
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, joined.socket, EPOLLIN.rawValue, Tag.network.of(slot))
        reportPeer(slot, .connected)
        if isFirst { attachPort(of: slot, at: now) }
    }

    private func attachPort(of slot: Int, at now: UInt64) {
        let peer = outputs.pointee.network.peers + slot
        let traits = engine.router.pointee.traits(of: peer.pointee.port)
        var port = AttachedPort(port: peer.pointee.port)
        port.input = traits.receives ? .network : .none
        port.output = traits.sends ? .network : .none
        port.isAnnounced = peer.pointee.isAnnounced
        attach(port, at: now)
    }

    /// The link to a peer is down: releases what the peer holds, and detaches the port if it has no other peer (H9).
    func suspend(_ slot: Int, at now: UInt64) {
        let network = outputs.pointee.network
        if slot >= network.count || !network.peers[slot].isOpen || network.peers[slot].isSuspended { return }
        release(slot, at: now)
        network.peers[slot].isSuspended = true
        let port = network.peers[slot].port
        if !network.hasPeer(of: port) { detach(port, isLost: true, at: now) }
    }

    /// The link to a peer is up again.
    func resume(_ slot: Int, at now: UInt64) {
        let network = outputs.pointee.network
        if slot >= network.count || !network.peers[slot].isOpen || !network.peers[slot].isSuspended { return }
        let isFirst = !network.hasPeer(of: network.peers[slot].port)
        network.peers[slot].isSuspended = false
        if isFirst { attachPort(of: slot, at: now) }
    }

    /// Releases what a peer holds, unless the port is set to keep it after an unplug (H9).
    private func release(_ slot: Int, at now: UInt64) {
        let peer = outputs.pointee.network.peers + slot
        let releases = engine.router.pointee.traits(of: peer.pointee.port).releasesOnUnplug
        peer.pointee.session.end(releases: releases) { route($0, from: slot, at: now) }
    }

    func leave(_ slot: Int, at now: UInt64) {
        let network = outputs.pointee.network
        if slot < network.count && network.peers[slot].isOpen { close(slot, .left, at: now) }
    }

    func acknowledge(_ slot: Int, _ sequence: UInt32, at now: UInt64) {
        let network = outputs.pointee.network
        if slot >= network.count || !network.peers[slot].isOpen { return }
        network.peers[slot].session.acknowledge(sequence, at: now)
        // The acknowledgement may make room for the rest of a SysEx dump.
        outputs.pointee.markNetwork(network.peers[slot].port.position)
    }

    /// Ends a session: releases what its peer holds, and detaches the port after its last peer (H9).
    func close(_ slot: Int, _ state: PeerReport.State, at now: UInt64) {
        let network = outputs.pointee.network
        let peer = network.peers + slot
        let port = peer.pointee.port
        release(slot, at: now)
        _ = treadle_epoll_control(epoll, EPOLL_CTL_DEL, peer.pointee.socket, 0, 0)
        reportPeer(slot, state)
        peer.pointee.socket = -1
        peer.pointee.port = .none
        peer.pointee.deadline = UInt64.max
        network.open.pointee &= ~(1 << UInt32(slot))
        if !network.hasPeer(of: port) { detach(port, isLost: state != .left, at: now) }
    }

    func reportPeer(_ slot: Int, _ state: PeerReport.State) {
        let peer = outputs.pointee.network.peers + slot
        var report = PeerReport()
        report.slot = UInt8(slot)
        report.state = state
        report.socket = peer.pointee.socket
        report.port = peer.pointee.port
        report.remoteSSRC = peer.pointee.session.setup.remoteSSRC
        report.counters = peer.pointee.session.counters
        self.report(report, in: reports.peers[slot])
    }

    /// Publishes the counters of all sessions.
    func reportPeers() {
        for slot in 0..<outputs.pointee.network.count where outputs.pointee.network.peers[slot].isOpen {
            reportPeer(slot, .connected)
        }
    }
}

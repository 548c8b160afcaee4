import CPlatform
import Devices
import Engine
import MIDI
import Plan
import RTPMIDI
import Routing

// Beginning and ending sessions. A network port is attached as long as one of its peers has a session.
extension Loop {
    func join(_ joined: JoinedPeer, at now: UInt64) {
        let slot = Int(joined.slot)
        precondition(slot < outputs.network.count)
        if outputs.network[slot].isOpen { close(slot, .left, at: now) }
        let isFirst = !outputs.network.hasPeer(of: joined.port)
        outputs.network[slot].session.begin(joined.session, firstSequence: joined.firstSequence, at: now)
        outputs.network[slot].sysEx.clear()
        outputs.network[slot].socket = joined.socket
        outputs.network[slot].port = joined.port
        outputs.network[slot].refusals = 0
        outputs.network[slot].isAnnounced = joined.isAnnounced
        outputs.network[slot].isSuspended = false
        outputs.network.open |= 1 << UInt32(slot)
        outputs.network.schedule(&outputs.network[slot])
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, joined.socket, EPOLLIN.rawValue, Tag.network.of(slot))
        reportPeer(slot, .connected)
        if isFirst { attachPort(of: slot, at: now) }
    }

    private func attachPort(of slot: Int, at now: UInt64) {
        let traits = engine.router.traits(of: outputs.network[slot].port)
        var port = AttachedPort(port: outputs.network[slot].port)
        port.input = traits.receives ? .network : .none
        port.output = traits.sends ? .network : .none
        port.isAnnounced = outputs.network[slot].isAnnounced
        attach(port, at: now)
    }

    /// The link to a peer is down: releases what the peer holds, and detaches the port if it has no other peer (H9).
    func suspend(_ slot: Int, at now: UInt64) {
        if slot >= outputs.network.count || !outputs.network[slot].isOpen || outputs.network[slot].isSuspended {
            return
        }
        release(slot, at: now)
        outputs.network[slot].isSuspended = true
        let port = outputs.network[slot].port
        if !outputs.network.hasPeer(of: port) { detach(port, isLost: true, at: now) }
    }

    /// The link to a peer is up again.
    func resume(_ slot: Int, at now: UInt64) {
        if slot >= outputs.network.count || !outputs.network[slot].isOpen || !outputs.network[slot].isSuspended {
            return
        }
        let isFirst = !outputs.network.hasPeer(of: outputs.network[slot].port)
        outputs.network[slot].isSuspended = false
        if isFirst { attachPort(of: slot, at: now) }
    }

    /// Releases what a peer holds, unless the port is set to keep it after an unplug (H9).
    private func release(_ slot: Int, at now: UInt64) {
        let releases = engine.router.traits(of: outputs.network[slot].port).releasesOnUnplug
        outputs.network[slot].session.end(releases: releases) { route($0, from: slot, at: now) }
    }

    func leave(_ slot: Int, at now: UInt64) {
        if slot < outputs.network.count && outputs.network[slot].isOpen { close(slot, .left, at: now) }
    }

    func acknowledge(_ slot: Int, _ sequence: UInt32, at now: UInt64) {
        if slot >= outputs.network.count || !outputs.network[slot].isOpen { return }
        outputs.network[slot].session.acknowledge(sequence, at: now)
        // The acknowledgement may make room for the rest of a SysEx dump.
        outputs.markNetwork(outputs.network[slot].port.position)
    }

    /// Ends a session: releases what its peer holds, and detaches the port after its last peer (H9).
    func close(_ slot: Int, _ state: PeerReport.State, at now: UInt64) {
        let port = outputs.network[slot].port
        release(slot, at: now)
        _ = treadle_epoll_control(epoll, EPOLL_CTL_DEL, outputs.network[slot].socket, 0, 0)
        reportPeer(slot, state)
        outputs.network[slot].socket = -1
        outputs.network[slot].port = .none
        outputs.network[slot].deadline = UInt64.max
        outputs.network.open &= ~(1 << UInt32(slot))
        if !outputs.network.hasPeer(of: port) { detach(port, isLost: state != .left, at: now) }
    }

    func reportPeer(_ slot: Int, _ state: PeerReport.State) {
        var report = PeerReport()
        report.slot = UInt8(slot)
        report.state = state
        report.socket = outputs.network[slot].socket
        report.port = outputs.network[slot].port
        report.remoteSSRC = outputs.network[slot].session.setup.remoteSSRC
        report.counters = outputs.network[slot].session.counters
        self.report(report, in: reports.peers[slot])
    }

    /// Publishes the counters of all sessions.
    func reportPeers() {
        for slot in 0..<outputs.network.count where outputs.network[slot].isOpen {
            reportPeer(slot, .connected)
        }
    }
}

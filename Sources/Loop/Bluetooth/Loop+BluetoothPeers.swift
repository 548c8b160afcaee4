import BLEMIDI
import CPlatform
import Devices
import Engine
import MIDI
import Plan
import Routing

// Beginning and ending links. A Bluetooth port is attached as long as one of its peers is linked.
extension Loop {
    func link(_ peer: LinkedPeer, at now: UInt64) {
        let slot = Int(peer.slot)
        precondition(slot < outputs.links.count)
        if outputs.links[slot].isOpen { endLink(slot, .unlinked, at: now) }
        let isFirst = outputs.links.peers(of: peer.port) == 0
        outputs.links[slot].begin(peer)
        outputs.links.open |= 1 << UInt32(slot)
        let events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
        _ = treadle_epoll_control(epoll, EPOLL_CTL_ADD, peer.socket, events, Tag.bluetooth.of(slot))
        outputs.links.releaseReturned(slot)
        outputs.flushLink(&outputs.links[slot], at: now)
        reportLink(slot)
        if isFirst { attachLinked(peer.port, isAnnounced: peer.isAnnounced, at: now) }
        followListeners(of: peer.port, at: now)
        outputs.schedule(&outputs.links[slot])
        settle(peer.port, at: now)
    }

    /// Takes the identity of a peer that has told it while it plays, by pairing. A peer whose link has ended meanwhile
    /// is not known by it.
    func identify(_ slot: Int, as identity: UInt64, at now: UInt64) {
        guard slot < outputs.links.count, outputs.links[slot].isOpen else { return }
        outputs.links[slot].identity = identity
        outputs.links.releaseReturned(slot)
        outputs.flushLink(&outputs.links[slot], at: now)
        settle(outputs.links[slot].port, at: now)
    }

    private func attachLinked(_ index: PortIndex, isAnnounced: Bool, at now: UInt64) {
        let traits = engine.router.traits(of: index)
        var port = AttachedPort(port: index)
        port.input = traits.receives ? .bluetooth : .none
        port.output = traits.sends && outputs.links.hasListener(of: index) ? .bluetooth : .none
        port.isAnnounced = isAnnounced
        attach(port, at: now)
    }

    /// Attaches the output of a port as soon as a peer listens, and detaches it when none does. So a peer that turns
    /// notifications on later gets what a destination gets when it comes (H9).
    func followListeners(of port: PortIndex, at now: UInt64) {
        let index = port.position
        if !engine.router.traits(of: port).sends { return }
        let isAttached = outputs.ports[index].endpoint.isBluetooth
        if outputs.links.hasListener(of: port) == isAttached { return }
        if isAttached {
            outputs.attach(LoopOutputs.Port(), index)
            engine.outputWent(port, at: now)
        } else {
            var attached = AttachedPort(port: port)
            attached.output = .bluetooth
            attachOutput(attached, index, at: now)
        }
    }

    func unlink(_ slot: Int, at now: UInt64) {
        if slot < outputs.links.count && outputs.links[slot].isOpen { endLink(slot, .unlinked, at: now) }
    }

    /// Ends a link (B13): routes what waits for its time, releases what the peer holds, drops what waits for it, and
    /// detaches the port after its last peer (H9).
    func endLink(_ slot: Int, _ reason: LinkReport.Reason, at now: UInt64) {
        let port = outputs.links[slot].port
        let isLast = outputs.links.peers(of: port) == 1
        let packets = outputs.links[slot].packets
        packets.receiver.end { message in
            // S4: half of a SysEx is no SysEx. Its port closes what has already gone.
            if message == .sysExEnd() && (isLast || outputs.links[slot].gathers) { return }
            routeLinked(message, from: slot, at: now)
        }
        if !isLast && engine.router.traits(of: port).releasesOnUnplug { release(slot, at: now) }
        _ = treadle_epoll_control(epoll, EPOLL_CTL_DEL, outputs.links[slot].socket, 0, 0)
        outputs.links.open &= ~(1 << UInt32(slot))
        if !isLast { outputs.links.rememberDeparted(slot, at: now) }
        reportEnd(slot, reason)
        outputs.links[slot].socket = -1
        outputs.links[slot].port = .none
        if isLast {
            detach(port, isLost: reason != .unlinked, at: now)
        } else {
            followListeners(of: port, at: now)
            settle(port, at: now)
        }
    }

    /// Releases what one of several peers of a port holds. Keys of the others go on.
    private func release(_ slot: Int, at now: UInt64) {
        let port = outputs.links[slot].port
        while let message = outputs.links[slot].received.next() {
            engine.receive(asBytes: message, from: port.rawValue, at: now)
        }
    }

    /// Ends the links of a port to which writing has failed.
    func endLostLinks(of index: Int, at now: UInt64) {
        for slot in 0..<outputs.links.count {
            if !outputs.links[slot].isOpen || outputs.links[slot].port.position != index { continue }
            if outputs.links[slot].isLost { endLink(slot, .hungUp, at: now) }
        }
    }

    /// Stops or resumes reading the peers of a port, as `state.paused` has it (S8).
    func watchLinks(of index: Int) {
        let isPaused = state.paused & 1 << UInt32(index) != 0
        outputs.links.forEach(of: index) { link in
            if link.isPaused == isPaused { return }
            link.isPaused = isPaused
            outputs.watch(link)
        }
    }

    /// Lets the end of the box wait for the output of the links (E5). Responses to writes are no longer read.
    func watchLinksToEnd() {
        for slot in 0..<outputs.links.count where outputs.links[slot].isOpen {
            outputs.links[slot].playing.ignoreResponses()
            let (socket, port) = (outputs.links[slot].socket, outputs.links[slot].port)
            let events = EPOLLOUT.rawValue | EPOLLET.rawValue
            _ = treadle_epoll_control(outputsOnly, EPOLL_CTL_ADD, socket, events, Tag.output.of(port.position))
        }
    }

    // MARK: Reports

    func reportLink(_ slot: Int) {
        outputs.links[slot].updateReport()
        report(outputs.links[slot].report, in: reports.links[slot])
    }

    private func reportEnd(_ slot: Int, _ reason: LinkReport.Reason) {
        outputs.links[slot].updateReport()
        outputs.links[slot].report.generation &+= 1
        outputs.links[slot].report.isLinked = false
        outputs.links[slot].report.socket = outputs.links[slot].socket
        outputs.links[slot].report.reason = reason
        report(outputs.links[slot].report, in: reports.links[slot])
    }

    /// Publishes the counters of all links.
    func reportLinks() {
        for slot in 0..<outputs.links.count where outputs.links[slot].isOpen { reportLink(slot) }
    }
}

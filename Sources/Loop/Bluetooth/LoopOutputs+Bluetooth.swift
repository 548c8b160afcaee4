import BLEMIDI
import CPlatform
import Engine
import MIDI
import Plan

// Output to the peers of a Bluetooth port (B9, B10). What the kernel does not take blocks the port, so that everything
// later waits in the lanes of the router.
extension LoopOutputs {
    /// Adds a message to the next packet of each peer of a port. Returns false while a peer has packets that the kernel
    /// does not take.
    mutating func putLinks(_ message: Message, _ index: Int, at time: UInt64) -> Bool {
        if ports[index].isBlocked {
            ports[index].hasRefused = true
            return false
        }
        recorder?.sent(message, to: UInt8(truncatingIfNeeded: index), at: time)
        links.forEach(of: index) { link in
            if !link.isListening { return }
            if link.isBehind {
                link.report.dropped &+= 1
            } else {
                link.sent.hear(message)
                link.mayHold.hear(message)
                link.put(message, at: time)
                drain(&link, at: time)
            }
        }
        settleLinks(index)
        markNetwork(index)
        return true
    }

    /// Sends what is due to all peers of a port.
    mutating func flushLinks(_ index: Int, at now: UInt64) {
        dirty &= ~(1 << UInt32(index))
        links.forEach(of: index) { flushLink(&$0, at: now) }
        settleLinks(index)
    }

    /// Sends what waits for a peer, then what is due to it.
    mutating func flushLink(_ link: inout PeerLink, at now: UInt64) {
        drain(&link, at: now)
        let isOwing = link.isBehind || link.isReturned && link.isListening
        if isOwing && !link.hasOutput { catchUp(&link, at: now) }
        if !link.hasOutput && !link.isBehind {
            link.flush(at: now)
            drain(&link, at: now)
        }
        schedule(&link)
    }

    /// Makes the next work of a link due.
    mutating func schedule(_ link: inout PeerLink) {
        link.deadline = link.nextWork(isShared: links.peers(of: link.port) > 1)
        network.deadline = min(network.deadline, link.deadline)
    }

    /// Blocks a port whose packets the kernel does not take, or unblocks it.
    mutating func settleLinks(_ index: Int) {
        var isBlocked = false
        links.forEach(of: index) { isBlocked = isBlocked || $0.blocksPort }
        if isBlocked == ports[index].isBlocked { return }
        if isBlocked { recorder?.stall(PortIndex(index)) }
        ports[index].isBlocked = isBlocked
        // The rest of a wake may have stayed in the packet.
        if !isBlocked { markNetwork(index) }
    }

    /// Releases what a peer holds that was left behind or has come back, as far as the kernel takes it. Then the peer
    /// takes part again.
    private mutating func catchUp(_ link: inout PeerLink, at now: UInt64) {
        // Closes a SysEx whose rest the peer has missed.
        if link.isBehind { link.put(.sysExEnd(), at: now) }
        while !link.hasOutput {
            guard let message = link.owed.next() else {
                (link.isBehind, link.isReturned) = (false, false)
                return
            }
            link.put(message, at: now)
            drain(&link, at: now)
        }
    }

    // MARK: Writing

    /// Writes what waits for a peer, an answer first, until the kernel takes no more.
    mutating func drain(_ link: inout PeerLink, at now: UInt64) {
        var hasTaken = false
        if link.answerCount > 0 {
            let answer = UnsafeRawBufferPointer(start: link.answer.baseAddress, count: link.answerCount)
            if write(answer, to: &link) { (link.answerCount, hasTaken) = (0, true) }
        }
        while link.answerCount == 0 && !link.frames.isEmpty && link.playing.maySend {
            let frame = link.frames.oldest
            if !write(frame, to: &link) { break }
            written &+= UInt64(frame.count)
            link.frames.removeOldest()
            link.playing.sentPacket()
            link.report.packetsOut &+= 1
            hasTaken = true
        }
        link.noteProgress(hasTaken, at: now)
        // While a response is awaited, the kernel has room.
        let isFull = link.hasOutput && (link.answerCount > 0 || link.playing.maySend)
        if isFull != link.isFull {
            link.isFull = isFull
            watch(link)
        }
    }

    /// Writes one PDU. Returns false if the kernel does not take it now. A link that is gone takes everything.
    private mutating func write(_ pdu: UnsafeRawBufferPointer, to link: inout PeerLink) -> Bool {
        let result = treadle_write(link.socket, pdu.baseAddress, pdu.count)
        if result == -Int(EAGAIN) || result == -Int(EINTR) { return false }
        if result < 0 {
            link.isLost = true
            gone |= 1 << UInt32(link.port.position)
        }
        return true
    }

    /// Sets the epoll events of a link.
    func watch(_ link: PeerLink) {
        var events = EPOLLRDHUP.rawValue
        if !link.isPaused { events |= EPOLLIN.rawValue }
        if link.isFull { events |= EPOLLOUT.rawValue }
        _ = treadle_epoll_control(epoll, EPOLL_CTL_MOD, link.socket, events, Loop.Tag.bluetooth.of(link.slot))
    }
}

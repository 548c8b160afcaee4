import BLEMIDI
import CPlatform
import Engine
import MIDI
import Plan
import Routing

// Input from Bluetooth peers, and the timed work of their links.
extension Loop {
    /// Handles the events of a peer's socket.
    @inline(never)
    func serveLink(_ slot: Int, _ events: UInt32, at now: UInt64) {
        if !outputs.links[slot].isOpen { return }
        if events & EPOLLOUT.rawValue != 0 { writeLink(slot, at: now) }
        let ends = EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue
        if events & (EPOLLIN.rawValue | ends) != 0 { readLink(slot, hasEnded: events & ends != 0, at: now) }
    }

    /// Continues the output to a peer that takes packets again.
    private func writeLink(_ slot: Int, at now: UInt64) {
        outputs.flushLink(&outputs.links[slot], at: now)
        settle(outputs.links[slot].port, at: now)
    }

    /// Lets the router send what has waited for a port, if the port takes it now.
    func settle(_ port: PortIndex, at now: UInt64) {
        outputs.settleLinks(port.position)
        if outputs.isEmptied(port.position) { engine.outputReady(port, at: now) }
    }

    /// Reads one PDU. A further one causes another event, after the other ports. A PDU of 0 bytes is no end: the peer
    /// has sent an empty frame.
    private func readLink(_ slot: Int, hasEnded: Bool, at now: UInt64) {
        let count = treadle_read(outputs.links[slot].socket, datagram.baseAddress, datagram.count)
        if count > 0 { return handle(UnsafeRawBufferPointer(rebasing: datagram[..<count]), of: slot, at: now) }
        let isFailure = count < 0 && count != -Int(EAGAIN) && count != -Int(EINTR)
        if hasEnded || isFailure { endLink(slot, .hungUp, at: now) }
    }

    /// Handles one PDU of a peer: MIDI is routed, a request answered (B7, B11).
    private func handle(_ pdu: UnsafeRawBufferPointer, of slot: Int, at now: UInt64) {
        state.counters.bytesIn &+= UInt64(pdu.count)
        let wasListening = outputs.links[slot].isListening
        let outcome = outputs.links[slot].playing.handle(pdu, into: outputs.links.scratch, at: now)
        if outputs.links[slot].playing.isFlooded { return endLink(slot, .flooded, at: now) }
        keepAnswer(for: slot)
        let packets = outputs.links[slot].packets
        packets.sender.mtu = outputs.links[slot].playing.mtu
        if case .packet(let range) = outcome {
            receive(UnsafeRawBufferPointer(rebasing: pdu[range]), from: slot, at: now)
        }
        let port = outputs.links[slot].port
        if outputs.links[slot].isListening != wasListening {
            if wasListening { packets.sender.forget() } else { outputs.flushLink(&outputs.links[slot], at: now) }
            followListeners(of: port, at: now)
        }
        outputs.flushLink(&outputs.links[slot], at: now)
        settle(port, at: now)
    }

    /// Keeps the answer to the last PDU until it is sent. A peer asks one question at a time: what it asks before its
    /// last answer could be sent is not answered.
    private func keepAnswer(for slot: Int) {
        let count = outputs.links[slot].playing.answerCount
        if count == 0 { return }
        if outputs.links[slot].answerCount > 0 {
            outputs.links[slot].report.dropped &+= 1
            return
        }
        outputs.links[slot].answer.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: outputs.links.scratch[..<count]))
        outputs.links[slot].answerCount = count
    }

    /// Routes what a packet holds, unless it waits for its time (B12).
    private func receive(_ packet: UnsafeRawBufferPointer, from slot: Int, at now: UInt64) {
        outputs.links[slot].report.packetsIn &+= 1
        let packets = outputs.links[slot].packets
        let hadNoStamps = packets.receiver.hasNoStamps
        packets.receiver.receive(packet, at: now) { routeLinked($0, from: slot, at: now) }
        if packets.receiver.hasNoStamps != hadNoStamps { reportLink(slot) }
        let index = outputs.links[slot].port.position
        if engine.router.room < LoopLimits.pauseRoom && engine.ports[index].parser.isInSysEx { pause(index, true) }
    }

    /// Does the work of the links that is due: messages whose time has come are routed (B12), real-time is sent that
    /// has waited for the end of a SysEx (B9), and a link that takes nothing is ended (B10).
    func advanceLinks(to now: UInt64) {
        for slot in 0..<outputs.links.count where outputs.links[slot].isOpen {
            if outputs.links[slot].deadline > now {
                outputs.network.deadline = min(outputs.network.deadline, outputs.links[slot].deadline)
                continue
            }
            let port = outputs.links[slot].port
            let since = outputs.links[slot].stalledSince
            if since != UInt64.max && now >= since &+ LoopLimits.linkStall {
                endLink(slot, .stalled, at: now)
                continue
            }
            if since != UInt64.max && now >= since &+ LoopLimits.linkPatience && outputs.links.peers(of: port) > 1 {
                outputs.links[slot].fallBehind()
            }
            let packets = outputs.links[slot].packets
            packets.receiver.advance(to: now) { routeLinked($0, from: slot, at: now) }
            outputs.flushLink(&outputs.links[slot], at: now)
            settle(port, at: now)
        }
    }

    /// Routes a message of a peer. While its port has other peers, a SysEx is routed when it is whole: in the router
    /// its pieces must not mix with what the others send (S8).
    func routeLinked(_ message: Message, from slot: Int, at now: UInt64) {
        outputs.links[slot].received.hear(message)
        let port = outputs.links[slot].port
        if message.type != MessageType.sysEx {
            return engine.receive(asBytes: message, from: port.rawValue, at: now)
        }
        if message.sysExStatus == .start { outputs.links[slot].gathers = outputs.links.peers(of: port) > 1 }
        if !outputs.links[slot].gathers || message.sysExStatus == .complete {
            return engine.receive(asBytes: message, from: port.rawValue, at: now)
        }
        switch outputs.links[slot].sysEx.add(message) {
        case .gathering: return
        case .tooLong: return engine.router.countDrop()
        case .whole: break
        }
        if engine.router.room < LoopLimits.injectionRoom { return engine.router.countDrop() }
        for index in 0..<outputs.links[slot].sysEx.count {
            let piece = outputs.links[slot].sysEx.pieces[index].message
            engine.receive(asBytes: piece, from: port.rawValue, at: now)
        }
    }
}

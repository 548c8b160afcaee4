import CPlatform
import Devices
import Engine
import MIDI
import Program
import RTPMIDI
import Routing

// Input from the peers of the network, and the timed work of their sessions.
extension Loop {
    /// Reads one datagram of a peer. A further datagram causes another event, after the other ports.
    func readPeer(_ slot: Int, at now: UInt64) {
        let peer = outputs.pointee.network.peers + slot
        if !peer.pointee.isOpen { return }
        let result = DatagramIO.receive(peer.pointee.socket, into: datagram)
        if result == IOResult.gone { return refused(slot, at: now) }
        if result <= 0 { return }
        peer.pointee.refusals = 0
        if peer.pointee.isSuspended { resume(slot, at: now) }
        state.pointee.counters.bytesIn &+= UInt64(result)
        let bytes = UnsafeRawBufferPointer(rebasing: datagram[..<result])
        let counters = peer.pointee.session.counters
        let event = peer.pointee.session.receive(bytes, at: now) { route($0, from: slot, at: now) }
        served(slot, event, at: now)
        // N7: a loss is reported when it happens.
        if event == .none && peer.pointee.session.counters.hasLosses(since: counters) { reportPeer(slot, .connected) }
    }

    /// Lets each session do the work that is due now (N4, N5, N8).
    @inline(never)
    func advanceNetwork(to now: UInt64) {
        let network = outputs.pointee.network
        network.deadline.pointee = UInt64.max
        for slot in 0..<network.count where network.peers[slot].isOpen {
            let peer = network.peers + slot
            if peer.pointee.deadline > now {
                network.deadline.pointee = min(network.deadline.pointee, peer.pointee.deadline)
                continue
            }
            let event = peer.pointee.session.advance(to: now) { route($0, from: slot, at: now) }
            served(slot, event, at: now)
        }
    }

    /// Called after a session has received or done something: schedules the session's output, or closes an ended
    /// session.
    private func served(_ slot: Int, _ event: Session.Event, at now: UInt64) {
        switch event {
        case .none:
            let peer = outputs.pointee.network.peers + slot
            outputs.pointee.markNetwork(peer.pointee.port.position)
            outputs.pointee.network.schedule(peer)
        case .saidBye: close(slot, .saidBye, at: now)
        case .gone: close(slot, .gone, at: now)
        }
    }

    /// Counts an answer that nothing listens at the peer's port. A single such answer may be late or due to a restart.
    private func refused(_ slot: Int, at now: UInt64) {
        let peer = outputs.pointee.network.peers + slot
        peer.pointee.refusals += 1
        if peer.pointee.refusals >= LoopLimits.refusals { close(slot, .unreachable, at: now) }
    }

    /// Routes a message of a peer. A SysEx is routed when it is whole.
    func route(_ message: Message, from slot: Int, at now: UInt64) {
        let peer = outputs.pointee.network.peers + slot
        let port = peer.pointee.port
        if message == Message.cutSysEx { return peer.pointee.sysEx.clear() }
        if message.type != MessageType.sysEx {
            return engine.inject(Injection(message, .play, port: port), at: now)
        }
        switch peer.pointee.sysEx.add(message) {
        case .gathering: return
        case .tooLong: return engine.router.pointee.countDrop()
        case .whole: break
        }
        if engine.router.pointee.room < LoopLimits.injectionRoom { return engine.router.pointee.countDrop() }
        for index in 0..<peer.pointee.sysEx.count {
            engine.inject(Injection(peer.pointee.sysEx.pieces[index].message, .play, port: port), at: now)
        }
    }
}

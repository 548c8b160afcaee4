import CPlatform
import Devices
import Engine
import MIDI
import Plan
import RTPMIDI
import Routing

// Input from the peers of the network, and the timed work of their sessions.
extension Loop {
    /// Reads one datagram of a peer. A further datagram causes another event, after the other ports.
    func readPeer(_ slot: Int, at now: UInt64) {
        if !outputs.network[slot].isOpen { return }
        let result = DatagramIO.receive(outputs.network[slot].socket, into: datagram)
        if result == IOResult.gone { return refused(slot, at: now) }
        if result <= 0 { return }
        outputs.network[slot].refusals = 0
        if outputs.network[slot].isSuspended { resume(slot, at: now) }
        state.counters.bytesIn &+= UInt64(result)
        let bytes = UnsafeRawBufferPointer(rebasing: datagram[..<result])
        let counters = outputs.network[slot].session.counters
        let event = outputs.network[slot].session.receive(bytes, at: now) { route($0, from: slot, at: now) }
        served(slot, event, at: now)
        // N7: a loss is reported when it happens.
        if event == .none && outputs.network[slot].session.counters.hasLosses(since: counters) {
            reportPeer(slot, .connected)
        }
    }

    /// Lets each session and each Bluetooth link do the work that is due now. They share a deadline, so that a turn
    /// compares only one.
    @inline(never)
    func advancePeers(to now: UInt64) {
        outputs.network.deadline = UInt64.max
        advanceNetwork(to: now)
        advanceLinks(to: now)
    }

    /// Lets each session do the work that is due now (N4, N5, N8).
    private func advanceNetwork(to now: UInt64) {
        for slot in 0..<outputs.network.count where outputs.network[slot].isOpen {
            if outputs.network[slot].deadline > now {
                outputs.network.deadline = min(outputs.network.deadline, outputs.network[slot].deadline)
                continue
            }
            let event = outputs.network[slot].session.advance(to: now) { route($0, from: slot, at: now) }
            served(slot, event, at: now)
        }
    }

    /// Called after a session has received or done something: schedules the session's output, or closes an ended
    /// session.
    private func served(_ slot: Int, _ event: Session.Event, at now: UInt64) {
        switch event {
        case .none:
            outputs.markNetwork(outputs.network[slot].port.position)
            outputs.network.schedule(&outputs.network[slot])
        case .saidBye: close(slot, .saidBye, at: now)
        case .gone: close(slot, .gone, at: now)
        }
    }

    /// Counts an answer that nothing listens at the peer's port. A single such answer may be late or due to a restart.
    private func refused(_ slot: Int, at now: UInt64) {
        outputs.network[slot].refusals += 1
        if outputs.network[slot].refusals >= LoopLimits.refusals { close(slot, .unreachable, at: now) }
    }

    /// Routes a message of a peer. A SysEx is routed when it is whole.
    func route(_ message: Message, from slot: Int, at now: UInt64) {
        let port = outputs.network[slot].port
        if message == Message.cutSysEx { return outputs.network[slot].sysEx.clear() }
        if message.type != MessageType.sysEx {
            return engine.inject(Injection(message, .play, port: port), at: now)
        }
        switch outputs.network[slot].sysEx.add(message) {
        case .gathering: return
        case .tooLong: return engine.router.countDrop()
        case .whole: break
        }
        if engine.router.room < LoopLimits.injectionRoom { return engine.router.countDrop() }
        for index in 0..<outputs.network[slot].sysEx.count {
            engine.inject(Injection(outputs.network[slot].sysEx.pieces[index].message, .play, port: port), at: now)
        }
    }
}

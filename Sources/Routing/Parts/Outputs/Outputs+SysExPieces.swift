import MIDI
import Plan

extension Outputs {
    /// Sends a piece of a SysEx along a path. Ignores it if the SysEx was dropped.
    @inline(__always)
    mutating func send(piece message: Message, of path: Slot, isEnd: Bool, at now: UInt64) {
        if sysEx[path].state == .dropped { return }
        sysEx.touch(path, at: now)
        // Fast path: the SysEx owns the port, and the port accepts any piece.
        let port = sysEx[path].destination
        if outbox[port].owner == path && !isEnd && outbox[port].admitsPieces {
            if transmit(raw: message, to: port, at: now) { return awaitMore(at: now) }
            outbox[port].block(for: message)
        }
        queue(piece: message, of: path, isEnd: isEnd, at: now)
    }

    @inline(never)
    private mutating func queue(piece message: Message, of path: Slot, isEnd: Bool, at now: UInt64) {
        let port = sysEx[path].destination
        if tracer.isOn { tracer.report(.sent, by: .none, message, to: port, at: now) }
        if isEnd {
            sysEx.end(path, as: feedback.sysEx.whole(of: sysEx[path].source))
            holdBackEnd(of: sysEx[path].whole, from: sysEx[path].source, to: port, at: now)
        }
        let owner = outbox[port].owner
        let lane = owner == path ? .stream : outbox[port].laneOfNextSysEx
        let isTurn = owner == path || owner.isNone
        if isTurn && sysEx[path].waiting == 0 && outbox[port].isEmpty(lane) && transmit(message, to: port, at: now) {
            if isEnd { feedback.remember(sysEx: sysEx[path].whole, to: port, at: now) }
            began(path, isEnd: isEnd, on: port, at: now)
        } else {
            if isEnd { feedback.rememberWaiting(sysEx[path].whole, to: port, at: now) }
            queue(message, in: lane, path: path, to: port, at: now)
        }
        if outbox[port].owner == path && !isEnd { awaitMore(at: now) }
    }

    /// Schedules the check whether the SysEx that owns a port has fallen silent.
    @inline(__always)
    private mutating func awaitMore(at now: UInt64) { schedule(at: now &+ IncomingSysEx.silence) }

    /// Updates the owner after a piece was sent: the first piece takes the port, the last one frees it.
    mutating func began(_ path: Slot, isEnd: Bool, on port: PortIndex, at now: UInt64) {
        if isEnd {
            outbox[port].own(by: .none)
            sysEx.release(path)
            drain(port, at: now)
        } else if outbox[port].owner != path {
            outbox[port].own(by: path)
            silentSysExAt = 0
            outbox.promote(path: path, of: port)
        }
    }
}

// MARK: - Giving up

extension Outputs {
    /// Drops a whole SysEx: discards its waiting pieces, sends F7 if it has begun, and ignores pieces that still
    /// arrive.
    mutating func dropSysEx(_ path: Slot, at now: UInt64) {
        let port = sysEx[path].destination
        _ = outbox.removeAll(of: port, lane: .stream) { _, owner in owner == path }
        _ = outbox.removeAll(of: port, lane: outbox[port].laneOfNextSysEx) { _, owner in owner == path }
        sysEx.drop(path)
        if outbox[port].owner == path {
            outbox[port].own(by: .none)
            queueEnd(to: port, at: now)
            drain(port, at: now)
        }
    }

    /// Queues F7 ahead of everything that waits; at an interleaved port, only ahead of other SysEx.
    mutating func queueEnd(to port: PortIndex, at now: UInt64) {
        if !transmit(Message.sysExEnd(), to: port, at: now) {
            let lane: Outbox.Lane = outbox[port].isInterleaved ? .stream : .realTime
            _ = outbox.append(Message.sysExEnd(), path: .none, to: lane, of: port)
        }
    }

    /// S8: closes a SysEx whose source has been silent for a second, which frees the port.
    mutating func closeSilentSysEx(at now: UInt64) {
        if silentSysExAt > now { return schedule(at: silentSysExAt) }
        var next = UInt64.max
        silentSysExAt = UInt64.max
        for port in PortIndex.all {
            let owner = outbox[port].owner
            if owner.isNone { continue }
            let path = sysEx[owner]
            if path.state != .open { continue }
            if path.waiting > 0 {
                silentSysExAt = 0
                continue
            }
            if now >= path.touched + IncomingSysEx.silence {
                tracer.report(.silentSysEx, by: .none, to: path.destination, at: now)
                dropSysEx(owner, at: now)
            } else {
                next = min(next, path.touched + IncomingSysEx.silence)
            }
        }
        silentSysExAt = min(silentSysExAt, next)
        schedule(at: next)
    }
}

import MIDI
import Plan

extension Outputs {
    /// Lets a message wait in a lane. Successive values of one continuous controller collapse if they wait for a slow
    /// wire (S9) or a link (B10). If there is no room, whole messages are dropped and counted, never a note-off (S8).
    mutating func queue(_ message: Message, in lane: Outbox.Lane, path: Slot, to port: PortIndex, at now: UInt64) {
        if outbox[port].mayCollapse && lane == .other && outbox.collapse(message, of: port) {
            return tracer.report(.collapsed, to: port, at: now)
        }
        let isScarce = outbox.freeCount <= Limits.waitingReserve
        if isScarce && !path.isNone {
            countDrop()
            tracer.report(.noRoomForSysEx, to: port, at: now)
            return dropSysEx(path, at: now)
        }
        if isScarce && message.isNoteOff && outbox.isRepeated(message, of: port) { return }
        if outbox.freeCount == 0 && !makeRoom(for: message, on: port, at: now) {
            countDrop()
            return tracer.report(.noRoom, to: port, at: now)
        }
        _ = outbox.append(message, path: path, to: lane, of: port)
        if !path.isNone { sysEx.addWaiting(path) }
    }

    /// S8: makes room by dropping the oldest controller value of the port. A note-off, which is never dropped, may
    /// displace any message.
    mutating func makeRoom(for message: Message, on port: PortIndex, at now: UInt64) -> Bool {
        if drop(outbox[port].oldest(.controller), of: port, at: now) { return true }
        if !message.isNoteOff { return false }
        return dropAnywhere(.controller, at: now) || dropAnywhere(.noteOn, at: now) || dropAnywhere(.other, at: now)
            || dropRealTimeAnywhere(at: now) || dropLongestSysEx(at: now)
    }

    private mutating func dropAnywhere(_ kind: Outbox.Kind, at now: UInt64) -> Bool {
        for port in PortIndex.all where drop(outbox[port].oldest(kind), of: port, at: now) { return true }
        return false
    }

    private mutating func dropRealTimeAnywhere(at now: UInt64) -> Bool {
        for port in PortIndex.all where drop(outbox.oldestRealTime(of: port), of: port, at: now) { return true }
        return false
    }

    /// Drops a waiting message unless the slot is `none`. Note-offs behind a dropped note-on are dropped too if they
    /// would end nothing.
    private mutating func drop(_ slot: Slot, of port: PortIndex, at now: UInt64) -> Bool {
        if slot.isNone { return false }
        let message = outbox[slot].message
        if message.isNoteOn {
            let isSounding = heard[port].isSounding(message.channel, message.data1)
            if !isSounding || outbox.hasNoteOff(message, of: port) { outbox.dropNoteOffs(of: slot) }
        }
        outbox.remove(slot, of: port)
        countDrop()
        tracer.report(.noRoom, by: .none, to: port, at: now)
        return true
    }

    private mutating func dropLongestSysEx(at now: UInt64) -> Bool {
        let longest = sysEx.longestWaiting
        if longest.isNone { return false }
        countDrop()
        tracer.report(.noRoomForSysEx, by: .none, to: sysEx[longest].destination, at: now)
        dropSysEx(longest, at: now)
        return outbox.freeCount > 0
    }
}

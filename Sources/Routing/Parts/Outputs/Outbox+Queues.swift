import MIDI
import Plan

extension Outbox {
    /// Appends a message to a lane. Returns false if the pool is full.
    mutating func append(_ message: Message, path: Slot, to lane: Lane, of port: PortIndex) -> Bool {
        let slot = pool.take()
        if slot.isNone { return false }
        pool[slot] = Waiting(message, path: path, lane: lane)
        if lane == .noteOff {
            appendNoteOff(slot, message, of: port)
            return true
        }
        link(slot, to: lane, of: port)
        if message.isNoteOn {
            index.setNoteOn(message, of: port, slot)
        } else if lane == .other {
            index.setValue(message, of: port, slot)
        }
        return true
    }

    /// Removes a message that was sent or is dropped.
    mutating func remove(_ slot: Slot, of port: PortIndex) {
        unlink(slot, of: port)
        let message = pool[slot].message
        if message.isNoteOn {
            index.clearNoteOn(message, of: port, slot)
            releaseNoteOffs(of: slot, on: port)
        } else {
            index.clearValue(message, of: port, slot)
        }
        if message.hasWaitingUMP { forgetUMP(of: message) }
        pool.giveBack(slot)
    }

    /// Drops all messages in one lane for which `fits` returns true, given the message and its SysEx path. Returns
    /// their number.
    mutating func removeAll(of port: PortIndex, lane: Lane, where fits: (Message, Slot) -> Bool) -> Int {
        var removed = 0
        var slot = self[port].first(lane)
        while !slot.isNone {
            let next = pool.next(after: slot)
            if fits(pool[slot].message, pool[slot].path) {
                remove(slot, of: port)
                removed += 1
            }
            slot = next
        }
        return removed
    }

    /// Moves the waiting pieces of a SysEx whose first piece was sent ahead of everything else that waits.
    func promote(path: Slot, of port: PortIndex) {
        var slot = self[port].first(self[port].laneOfNextSysEx)
        while !slot.isNone {
            let next = pool.next(after: slot)
            if pool[slot].path == path {
                unlink(slot, of: port)
                pool[slot].lane = .stream
                link(slot, to: .stream, of: port)
            }
            slot = next
        }
    }

    func link(_ slot: Slot, to lane: Lane, of port: PortIndex) {
        self[port].append(slot, to: lane, by: pool)
        if lane == .noteOff { index.setNoteOff(pool[slot].message, of: port, waits: true) }
        if lane != .other && lane != .sysEx { return }
        pool[slot].kind = pool[slot].message.kindWaiting
        self[port].append(slot, as: pool[slot].kind, by: kinds)
    }

    private func unlink(_ slot: Slot, of port: PortIndex) {
        let lane = pool[slot].lane
        self[port].remove(slot, from: lane, by: pool)
        if lane == .noteOff { index.setNoteOff(pool[slot].message, of: port, waits: false) }
        if lane == .other || lane == .sysEx { self[port].remove(slot, as: pool[slot].kind, by: kinds) }
    }
}

// MARK: - Giving way

extension Outbox {
    /// Replaces the waiting value of the same continuous controller with a newer one (S9). Returns false if none waits.
    func collapse(_ message: Message, of port: PortIndex) -> Bool {
        let slot = index.value(message, of: port)
        if slot.isNone { return false }
        pool[slot].message = message
        return true
    }

    /// The oldest whole real-time message that waits for a port, or `none`. The lane may also contain an F7 that closes
    /// a SysEx.
    func oldestRealTime(of port: PortIndex) -> Slot {
        var slot = self[port].first(.realTime)
        while !slot.isNone && !pool[slot].message.isWhole { slot = pool.next(after: slot) }
        return slot
    }
}

import MIDI
import Program

extension Outbox {
    /// Puts a message at the end of a lane. False when the pool is full.
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

    /// Takes out a message that has gone or is dropped.
    mutating func remove(_ slot: Slot, of port: PortIndex) {
        unlink(slot, of: port)
        let message = pool[slot].message
        if message.isNoteOn {
            index.clearNoteOn(message, of: port, slot)
            releaseNoteOffs(of: slot, on: port)
        } else {
            index.clearValue(message, of: port, slot)
        }
        if message.hasWaitingPacket { forgetPacket(of: message) }
        pool.giveBack(slot)
    }

    /// Drops everything in one lane that fits; the closure is told each message and its SysEx path. Returns how many.
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

    /// The SysEx `path` has begun to go out: its waiting pieces go before everything else that waits.
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
    /// Puts a newer value in the place of one of the same continuous controller that waits (S9). False: none waits.
    func collapse(_ message: Message, of port: PortIndex) -> Bool {
        let slot = index.value(message, of: port)
        if slot.isNone { return false }
        pool[slot].message = message
        return true
    }

    /// The oldest whole real-time message that waits for a port, or `none`. Besides those there is at most an F7.
    func oldestRealTime(of port: PortIndex) -> Slot {
        var slot = self[port].first(.realTime)
        while !slot.isNone && !pool[slot].message.isWhole { slot = pool.next(after: slot) }
        return slot
    }
}

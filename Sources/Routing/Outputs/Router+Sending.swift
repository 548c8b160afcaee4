import MIDI
import Program

extension Router {
    /// Sends a message that is no piece of a longer SysEx to a destination, at once or in its turn (S8, S9).
    mutating func send(_ message: Message, to destination: UInt8) {
        note(message, at: destination)
        give(message, to: destination, as: .any)
    }

    /// What a message is, where that is known without asking it: `other` leaves nothing that would have to be ended.
    enum Given { case noteOn, noteOff, other, any }

    /// The same of a message that moves nothing which `ChannelState` remembers. Mostly nobody listens, and the port takes
    /// whatever comes.
    @inline(__always)
    mutating func give(_ message: Message, to destination: UInt8, as given: Given) {
        let port = Int(destination)
        if listener.trace != nil || !outbox[port].isPresent || !outbox[port].takesAll {
            return giveInTurn(message, to: destination)
        }
        if transmit(context, UInt32(destination), message.word0, message.word1, now) == 0 {
            outbox[port].block()
            return giveInTurn(message, to: destination)
        }
        switch given {
        case .noteOn: heard[Int(destination)].hearNoteOn(message)
        case .noteOff: heard[Int(destination)].hearNoteOff(message, at: now)
        case .other: break
        case .any: heard[Int(destination)].hear(message, at: now)
        }
        loops.note(message, to: destination, at: now, isAnswer: true)
    }

    /// A message to a destination that may have others before it, or somebody who listens.
    @inline(never)
    mutating func giveInTurn(_ message: Message, to destination: UInt8) {
        let port = Int(destination)
        if !outbox[port].isPresent { return why(.unplugged, to: destination) }
        if listener.trace != nil {
            tell(.sent, routing: working.routing, of: working.preset, message, to: destination)
        } else if outbox[port].isFreeWire(at: now) && message.isChannelMessageOfFirstGroup {
            // Mostly so, of a wire.
            let sentAt = outbox[port].wire.end(of: message.status & 0xE0 == 0xC0 ? 2 : 3, at: now)
            if hand(message, to: port, at: sentAt) {
                outbox[port].wire.keepBusy(until: sentAt)
                return loops.noteCounting(message, to: destination, at: now, isAnswer: true)
            }
        }
        // What is refused waits as behind a slow wire, which the port is from now on.
        if outbox[port].takesAll && hand(message, to: port, at: now) {
            return loops.note(message, to: destination, at: now, isAnswer: true)
        }
        let lane = lane(of: message, on: port)
        if outbox[port].isTurn(of: lane) && put(message, on: port) {
            return loops.note(message, to: destination, at: now, isAnswer: true)
        }
        wait(message, path: .none, lane: lane, on: port)
    }

    private mutating func lane(of message: Message, on port: Int) -> Outbox.Lane {
        if message.isRealTime { return .realTime }
        return message.isNoteOff && outbox[port].isSlow ? .noteOff : .other
    }

    /// Hands a message to the port; false when the wire or the driver is not ready for it.
    mutating func put(_ message: Message, on port: Int) -> Bool {
        if outbox[port].isBlocked(for: message) { return false }
        if !outbox[port].wire.isSlow { return hand(message, to: port, at: now) }
        var sentAt = now
        if message.isRealTime {
            sentAt = outbox[port].wire.slipIn(at: now)
        } else if outbox[port].wire.isFree(at: now) {
            sentAt = outbox[port].wire.end(of: message.wireLength, at: now)
        } else {
            schedule(at: outbox[port].wire.isFreeAt)
            return false
        }
        if !hand(message, to: port, at: sentAt) { return false }
        outbox[port].wire.keepBusy(until: sentAt)
        return true
    }

    /// Hands a message to the driver; false when that is not ready for it.
    @inline(__always)
    private mutating func hand(_ message: Message, to port: Int, at sentAt: UInt64) -> Bool {
        if transmit(context, UInt32(truncatingIfNeeded: port), message.word0, message.word1, sentAt) == 0 {
            outbox[port].block()
            return false
        }
        heard[port].hear(message, at: now)
        return true
    }

    /// The port can take messages again.
    public mutating func ready(port: UInt8, at time: UInt64) {
        now = max(now, time)
        outbox[Int(port)].unblock()
        drain(Int(port))
    }

    /// Sends what waits, the most urgent first, as far as the port takes it (S9).
    mutating func drain(_ port: Int) {
        while let lane = outbox[port].mostUrgent {
            let slot = outbox[port].first(lane)
            let (message, path) = (outbox[slot].message, outbox[slot].path)
            if !put(message, on: port) { return }
            loops.note(message, to: UInt8(truncatingIfNeeded: port), at: now, isAnswer: false)
            outbox.remove(slot, of: port)
            if !path.isNone {
                sysEx.go(path)
                began(path, isEnd: message.sysExStatus == .end, on: port)
            }
        }
    }

    /// Remembers what a channel of a destination was told last (H9, H10), also while it is away.
    @inline(__always)
    private mutating func note(_ message: Message, at destination: UInt8) {
        if let controller = RetainedController(message) {
            channels[Int(destination) << 4 | Int(message.channel)].values[Int(controller.rawValue)] =
                controller.value(of: message)
        }
    }
}

// MARK: - Waiting

extension Router {
    /// Lets a message wait. Successive values of one continuous controller collapse where the wire is what they wait
    /// for (S9). When there is no room whole messages are dropped and counted, never a note-off (S8).
    mutating func wait(_ message: Message, path: Slot, lane: Outbox.Lane, on port: Int) {
        if outbox[port].wire.isSlow && lane == .other && outbox.collapse(message, of: port) {
            return why(.collapsed, to: UInt8(truncatingIfNeeded: port))
        }
        if !path.isNone && outbox.freeCount <= Limits.waitingReserve {
            status.dropped &+= 1
            why(.noRoomForSysEx, to: UInt8(truncatingIfNeeded: port))
            dropSysEx(path)
            return
        }
        let isScarce = outbox.freeCount <= Limits.waitingReserve
        if isScarce && message.isNoteOff && outbox.isRepeated(message, of: port) { return }
        if outbox.freeCount == 0 && !makeRoom(for: message, on: port) {
            status.dropped &+= 1
            why(.noRoom, to: UInt8(truncatingIfNeeded: port))
            return
        }
        _ = outbox.append(message, path: path, to: lane, of: port)
        if !path.isNone { sysEx.wait(path) }
    }

    /// S8: oldest controller values first. A note-off, which is never dropped, may take the place of any message.
    private mutating func makeRoom(for message: Message, on port: Int) -> Bool {
        if drop(outbox[port].oldest(.controller), of: port) { return true }
        if !message.isNoteOff { return false }
        return dropAnywhere(.controller) || dropAnywhere(.noteOn) || dropAnywhere(.other) || dropRealTimeAnywhere()
            || dropLongestSysEx()
    }

    private mutating func dropAnywhere(_ kind: Outbox.Kind) -> Bool {
        for port in 0..<Limits.ports where drop(outbox[port].oldest(kind), of: port) { return true }
        return false
    }

    private mutating func dropRealTimeAnywhere() -> Bool {
        for port in 0..<Limits.ports where drop(outbox.oldestRealTime(of: port), of: port) { return true }
        return false
    }

    /// Drops a message that waits, if there is one. The note-offs of a note-on go with it where they would end nothing.
    private mutating func drop(_ slot: Slot, of port: Int) -> Bool {
        if slot.isNone { return false }
        let message = outbox[slot].message
        if message.isNoteOn {
            let isSounding = heard[port].isSounding(message.channel, message.data1)
            if !isSounding || outbox.hasNoteOff(message, of: port) { outbox.dropNoteOffs(of: slot) }
        }
        outbox.remove(slot, of: port)
        status.dropped &+= 1
        tell(.noRoom, routing: TraceRecord.none, to: UInt8(truncatingIfNeeded: port))
        return true
    }

    private mutating func dropLongestSysEx() -> Bool {
        let longest = sysEx.longestWaiting
        if longest.isNone { return false }
        status.dropped &+= 1
        tell(.noRoomForSysEx, routing: TraceRecord.none, to: sysEx[longest].destination)
        dropSysEx(longest)
        return outbox.freeCount > 0
    }
}

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
        let port = outbox.ports + Int(destination)
        if listener.trace != nil || !port.pointee.isPresent || !port.pointee.takesAll {
            return giveInTurn(message, to: destination)
        }
        if transmit(context, UInt32(destination), message.word0, message.word1, now) == 0 {
            port.pointee.isBlocked = true
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
        if !outbox.ports[port].isPresent { return why(.unplugged, to: destination) }
        if listener.trace != nil {
            tell(.sent, routing: working.routing, of: working.preset, message, to: destination)
        } else if outbox.ports[port].isFreeWire(at: now) && message.isChannelMessageOfFirstGroup {
            // Mostly so, of a wire.
            let wire = outbox.ports + port
            let bytes: UInt64 = message.status & 0xE0 == 0xC0 ? 2 : 3
            let sentAt = max(wire.pointee.busyUntil, now) &+ wire.pointee.byteTime &* bytes
            if hand(message, to: port, at: sentAt) {
                wire.pointee.busyUntil = sentAt
                return loops.noteCounting(message, to: destination, at: now, isAnswer: true)
            }
        }
        // What is refused waits as behind a slow wire, which the port is from now on.
        if outbox.ports[port].takesAll && hand(message, to: port, at: now) {
            return loops.note(message, to: destination, at: now, isAnswer: true)
        }
        let lane = lane(of: message, on: port)
        if isTurn(of: lane, on: port) && put(message, on: port) {
            return loops.note(message, to: destination, at: now, isAnswer: true)
        }
        wait(message, path: Outbox.none, lane: lane, on: port)
    }

    private mutating func lane(of message: Message, on port: Int) -> Outbox.Lane {
        if message.isRealTime { return .realTime }
        // Behind a SysEx on a wire that is fast enough everything keeps its order of arrival (S8); only a slow wire
        // makes note-offs more urgent than the rest (S9).
        let isSlow = outbox.ports[port].byteTime > 0 || outbox.ports[port].isBlocked
        return message.isNoteOff && isSlow ? .noteOff : .other
    }

    /// Whether nothing that waits goes before a new message of this lane.
    private mutating func isTurn(of lane: Outbox.Lane, on port: Int) -> Bool {
        if lane == .realTime { return outbox.ports[port].isEmpty(.realTime) }
        return outbox.ports[port].owner == Outbox.none && outbox.ports[port].isIdle
    }

    /// Hands a message to the port; false when the wire or the driver is not ready for it.
    mutating func put(_ message: Message, on port: Int) -> Bool {
        let byteTime = outbox.ports[port].byteTime
        // A wire always has room for a real-time byte.
        if outbox.ports[port].isBlocked && !(byteTime > 0 && message.isRealTime) { return false }
        var sentAt = now
        if byteTime > 0 && message.isRealTime {
            sentAt = outbox.ports[port].slipIn(at: now)
        } else if byteTime > 0 {
            let busyUntil = outbox.ports[port].busyUntil
            if busyUntil > now + outbox.ports[port].lead {
                schedule(at: busyUntil - outbox.ports[port].lead)
                return false
            }
            sentAt = max(busyUntil, now) + byteTime * UInt64(message.wireLength)
        }
        if !hand(message, to: port, at: sentAt) { return false }
        if byteTime > 0 { outbox.ports[port].busyUntil = max(sentAt, outbox.ports[port].busyUntil) }
        return true
    }

    /// Hands a message to the driver; false when that is not ready for it.
    @inline(__always)
    private mutating func hand(_ message: Message, to port: Int, at sentAt: UInt64) -> Bool {
        if transmit(context, UInt32(truncatingIfNeeded: port), message.word0, message.word1, sentAt) == 0 {
            outbox.ports[port].isBlocked = true
            return false
        }
        heard[port].hear(message, at: now)
        return true
    }

    /// The port can take messages again.
    public mutating func ready(port: UInt8, at time: UInt64) {
        now = max(now, time)
        outbox.ports[Int(port)].isBlocked = false
        drain(Int(port))
    }

    /// Sends what waits, the most urgent first, as far as the port takes it (S9).
    mutating func drain(_ port: Int) {
        while let lane = mostUrgent(on: port) {
            let index = outbox.ports[port].queues[Int(lane.rawValue)].first
            let message = outbox.message(index)
            let path = outbox.pool[Int(index)].path
            if !put(message, on: port) { return }
            loops.note(message, to: UInt8(truncatingIfNeeded: port), at: now, isAnswer: false)
            outbox.remove(index, of: port)
            if path != Outbox.none {
                sysEx.paths[Int(path)].waiting -= 1
                began(path, isEnd: message.sysExStatus == .end, on: port)
            }
        }
    }

    private mutating func mostUrgent(on port: Int) -> Outbox.Lane? {
        if !outbox.ports[port].isEmpty(.realTime) { return .realTime }
        if outbox.ports[port].owner != Outbox.none {
            return outbox.ports[port].isEmpty(.stream) ? nil : .stream
        }
        if !outbox.ports[port].isEmpty(.noteOff) { return .noteOff }
        return outbox.ports[port].isEmpty(.other) ? nil : .other
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
    mutating func wait(_ message: Message, path: UInt16, lane: Outbox.Lane, on port: Int) {
        if outbox.ports[port].byteTime > 0, lane == .other, let value = Outbox.continuousIndex(message) {
            let waiting = outbox.waitingValue[port * Outbox.continuous + value]
            if waiting != Outbox.none {
                why(.collapsed, to: UInt8(truncatingIfNeeded: port))
                outbox.pool[Int(waiting)].word0 = message.word0
                return
            }
        }
        if path != Outbox.none && outbox.freeCount <= Limits.waitingReserve {
            status.dropped &+= 1
            why(.noRoomForSysEx, to: UInt8(truncatingIfNeeded: port))
            dropSysEx(path)
            return
        }
        let isScarce = outbox.freeCount <= Limits.waitingReserve
        if isScarce && message.isNoteOff && outbox.isRepeated(message, of: port) { return }
        if outbox.free == Outbox.none && !makeRoom(for: message, on: port) {
            status.dropped &+= 1
            why(.noRoom, to: UInt8(truncatingIfNeeded: port))
            return
        }
        _ = outbox.append(message, path: path, to: lane, of: port)
        if path != Outbox.none { sysEx.paths[Int(path)].waiting += 1 }
    }

    /// S8: oldest controller values first. A note-off, which is never dropped, may take the place of any message.
    private mutating func makeRoom(for message: Message, on port: Int) -> Bool {
        if drop(outbox.oldest(.controller, of: port), of: port) { return true }
        if !message.isNoteOff { return false }
        return dropAnywhere(.controller) || dropAnywhere(.noteOn) || dropAnywhere(.other) || dropRealTimeAnywhere()
            || dropLongestSysEx()
    }

    private mutating func dropAnywhere(_ kind: Outbox.Kind) -> Bool {
        for port in 0..<Limits.ports where drop(outbox.oldest(kind, of: port), of: port) { return true }
        return false
    }

    private mutating func dropRealTimeAnywhere() -> Bool {
        for port in 0..<Limits.ports where drop(outbox.oldestRealTime(of: port), of: port) { return true }
        return false
    }

    /// Drops a message that waits, if there is one. The note-offs of a note-on go with it where they would end nothing.
    private mutating func drop(_ index: UInt16, of port: Int) -> Bool {
        if index == Outbox.none { return false }
        let message = outbox.message(index)
        if message.isNoteOn {
            let isSounding = heard[port].isSounding(message.channel, message.data1)
            if !isSounding || outbox.hasNoteOff(message, of: port) { outbox.dropNoteOffs(of: index) }
        }
        outbox.remove(index, of: port)
        status.dropped &+= 1
        tell(.noRoom, routing: TraceRecord.none, to: UInt8(truncatingIfNeeded: port))
        return true
    }

    private mutating func dropLongestSysEx() -> Bool {
        var longest = 0
        for index in 0..<Limits.sysExPaths where sysEx.paths[index].waiting > sysEx.paths[longest].waiting {
            longest = index
        }
        if sysEx.paths[longest].waiting == 0 { return false }
        status.dropped &+= 1
        tell(.noRoomForSysEx, routing: TraceRecord.none, to: sysEx.paths[longest].destination)
        dropSysEx(UInt16(longest))
        return outbox.free != Outbox.none
    }
}

extension Message {
    /// Bytes on a MIDI 1.0 wire, running status not counted.
    var wireLength: Int {
        if type != 3 { return MessageLength.bytes(status: status) }
        switch sysExStatus {
        case .complete: return sysExCount + 2
        case .start, .end: return sysExCount + 1
        case .continue, nil: return sysExCount
        }
    }
}

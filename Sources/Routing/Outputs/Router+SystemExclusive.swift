import MIDI
import Program

extension Router {
    /// A piece of a SysEx: the routings in force at its first piece carry it to its last (S4).
    mutating func systemExclusive(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        switch message.sysExStatus {
        case .complete: system(message, moves, from: source)
        case .start:
            endSysEx(of: source)
            let holders = holders(of: source)
            for concern in concerned(by: message, from: source) {
                guard let routing = admitted(concern, channel: nil) else { continue }
                let bit: UInt64 = 1 << UInt64(concern.routing)
                if holders & bit != 0 && !isBypassed(concern.routing) {
                    inputs.incoming[source].holding |= bit
                } else if !filters(routing, .sysEx, concern) {
                    openSysEx(from: source, through: routing, number: concern.routing)
                }
            }
            continueHeld(message, from: source)
        case .continue: continueHeld(message, from: source)
        case .end:
            retained(message, moves, from: source)
            endHeld(message, moves, from: source)
            sysEx.detachAll(of: source)
        case nil: break
        }
    }

    /// A new SysEx of a source to every destination of a routing; what finds no room is dropped whole (S8).
    mutating func openSysEx(from source: UInt8, through routing: UnsafePointer<Routing>, number: UInt16) {
        for end in 0..<Int(routing.pointee.destinationCount) {
            openSysEx(from: source, to: routing.pointee.destinations[end], through: number)
        }
    }

    /// A message of the box's own to all destinations of a routing; of a SysEx the pieces follow each other.
    mutating func sendOwn(_ message: Message, _ routing: UnsafePointer<Routing>) {
        if message.kind == .sysEx && message.sysExStatus != .complete {
            if message.sysExStatus == .start { openSysEx(from: Source.clock, through: routing, number: 0) }
            return continueOwnSysEx(message)
        }
        for end in 0..<Int(routing.pointee.destinationCount) {
            send(message, to: routing.pointee.destinations[end])
        }
    }

    mutating func openSysEx(from source: UInt8, to destination: UInt8, through routing: UInt16 = 0) {
        if isLooped(Message.sysExEnd(), from: source, to: destination) { return }
        if !outbox[Int(destination)].isPresent {
            why(.unplugged, to: destination)
        } else if !sysEx.open(source: source, destination: destination, through: UInt8(routing), at: now) {
            status.dropped &+= 1
            why(.noRoomForSysEx, to: destination)
        }
    }

    /// A piece of a SysEx of the box's own, whose paths its first piece opened: all of its pieces follow each other.
    mutating func continueOwnSysEx(_ message: Message) {
        continueSysEx(message, from: Source.clock)
        if message.sysExStatus == .end { sysEx.detachAll(of: Source.clock) }
    }

    /// A piece along the paths of a source, of all routings or some by index.
    mutating func continueSysEx(
        _ message: Message, from source: UInt8, through routings: Range<Int> = 0..<Limits.routings
    ) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            if routings ~= Int(sysEx[path].routing) {
                sendPiece(message, of: path, isEnd: message.sysExStatus == .end)
            }
            path = next
        }
    }

    /// The same of a piece from the middle, of all routings, while nobody listens.
    @inline(never)
    mutating func continuePlainly(_ message: Message, from source: UInt8) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            sendPiece(message, of: path, isEnd: false)
            path = next
        }
    }

    /// Whether a message is the middle of a SysEx that nobody compares or listens to, which only goes on its way.
    @inline(__always)
    mutating func takesPiecesPlainly(_ message: Message, from source: UInt8) -> Bool {
        message.word0 & 0xF0F0_0000 == 0x3020_0000 && listener.trace == nil
            && !inputs.listeners.listensToMessages(of: source)
    }

    /// Data bytes of a source's SysEx have come, though they make no whole piece yet: it is not silent (S8).
    public mutating func sysExContinues(from source: UInt8, at time: UInt64) {
        now = max(now, time)
        _ = inputs.incoming.touch(source, at: now)
        sysEx.touchAll(of: source, at: now)
    }

    /// A source began anew without an end: what is open is closed.
    private mutating func endSysEx(of source: UInt8) {
        if sysEx.first(of: source).isNone { return }
        continueSysEx(Message.sysExEnd(), from: source)
        sysEx.detachAll(of: source)
    }

    @inline(__always)
    private mutating func sendPiece(_ message: Message, of path: Slot, isEnd: Bool) {
        if sysEx[path].state == .dropped { return }
        sysEx.touch(path, at: now)
        // Mostly the port is its own, and takes what comes.
        let port = Int(sysEx[path].destination)
        if outbox[port].owner == path && !isEnd && outbox[port].isOpen && listener.trace == nil {
            if transmit(context, UInt32(truncatingIfNeeded: port), message.word0, message.word1, now) != 0 {
                return awaitMore()
            }
            outbox[port].block()
        }
        sendPieceInTurn(message, of: path, isEnd: isEnd)
    }

    @inline(never)
    private mutating func sendPieceInTurn(_ message: Message, of path: Slot, isEnd: Bool) {
        let destination = sysEx[path].destination
        if listener.trace != nil { tell(.sent, routing: TraceRecord.none, message, to: destination) }
        if isEnd { sysEx.end(path) }
        let port = Int(destination)
        let owner = outbox[port].owner
        let lane: Outbox.Lane = owner == path ? .stream : .other
        let isTurn = owner == path || owner.isNone
        if isTurn && sysEx[path].waiting == 0 && outbox[port].isEmpty(lane) && put(message, on: port) {
            began(path, isEnd: isEnd, on: port)
        } else {
            wait(message, path: path, lane: lane, on: port)
        }
        if outbox[port].owner == path && !isEnd { awaitMore() }
    }

    /// A SysEx that holds a port must go on.
    @inline(__always)
    private mutating func awaitMore() { schedule(at: now &+ SysExPaths.silence) }

    /// A piece has gone out: the first takes the port, the last gives it back.
    mutating func began(_ path: Slot, isEnd: Bool, on port: Int) {
        if isEnd {
            outbox[port].owner = .none
            sysEx.release(path)
            drain(port)
        } else if outbox[port].owner != path {
            outbox[port].owner = path
            silentSysExAt = 0
            outbox.promote(path: path, of: port)
        }
    }

    /// Drops a whole SysEx: what waits of it goes nowhere, what has begun is closed with F7, what comes is ignored.
    mutating func dropSysEx(_ path: Slot) {
        let port = Int(sysEx[path].destination)
        _ = outbox.removeAll(of: port, lane: .stream) { _, owner in owner == path }
        _ = outbox.removeAll(of: port, lane: .other) { _, owner in owner == path }
        sysEx.drop(path)
        if outbox[port].owner == path {
            outbox[port].owner = .none
            close(port)
            drain(port)
        }
    }

    /// F7, ahead of everything that waits.
    mutating func close(_ port: Int) {
        if !put(Message.sysExEnd(), on: port) {
            _ = outbox.append(Message.sysExEnd(), path: .none, to: .realTime, of: port)
        }
    }

    /// S8: a SysEx whose source has been silent for a second gives the port back.
    mutating func closeSilentSysEx() {
        if silentSysExAt > now { return schedule(at: silentSysExAt) }
        var next = UInt64.max
        silentSysExAt = UInt64.max
        for port in 0..<Limits.ports {
            let owner = outbox[port].owner
            if owner.isNone { continue }
            let path = sysEx[owner]
            if path.state != .open { continue }
            if path.waiting > 0 {
                silentSysExAt = 0
                continue
            }
            if now >= path.touched + SysExPaths.silence {
                tell(.silentSysEx, routing: TraceRecord.none, to: path.destination)
                dropSysEx(owner)
            } else {
                next = min(next, path.touched + SysExPaths.silence)
            }
        }
        silentSysExAt = min(silentSysExAt, next)
        schedule(at: next)
    }
}

import MIDI
import Program

// A SysEx under way holds each of its ports from its first piece to its last (S8).
extension Outputs {
    /// Opens a path from a source to every destination of a routing; a SysEx that finds no room is dropped whole (S8).
    mutating func openSysEx(
        from source: UInt8, through routing: UnsafePointer<Routing>, number: UInt16, at now: UInt64
    ) {
        for end in 0..<Int(routing.pointee.destinationCount) {
            openSysEx(from: source, to: routing.pointee.destinations[end], through: number, at: now)
        }
    }

    mutating func openSysEx(from source: UInt8, to destination: UInt8, through routing: UInt16 = 0, at now: UInt64) {
        if isLooped(Message.sysExEnd(), from: source, to: destination, at: now) { return }
        if !outbox[Int(destination)].isPresent {
            tracer.report(.unplugged, to: destination, at: now)
        } else if !sysEx.open(
            source: source, destination: destination, through: UInt8(truncatingIfNeeded: routing), at: now)
        {
            countDrop()
            tracer.report(.noRoomForSysEx, to: destination, at: now)
        }
    }

    /// Sends a message of the box's own to all destinations of a routing; the pieces of a SysEx follow each other.
    mutating func sendOwn(_ message: Message, through routing: UnsafePointer<Routing>, at now: UInt64) {
        if message.kind == .sysEx && message.sysExStatus != .complete {
            if message.sysExStatus == .start { openSysEx(from: Source.clock, through: routing, number: 0, at: now) }
            return continueOwnSysEx(message, at: now)
        }
        for end in 0..<Int(routing.pointee.destinationCount) {
            send(message, to: routing.pointee.destinations[end], at: now)
        }
    }

    /// Sends a message of the box's own to one destination; the pieces of a SysEx follow each other.
    mutating func sendOwn(_ message: Message, to destination: UInt8, at now: UInt64) {
        if message.kind != .sysEx || message.sysExStatus == .complete {
            return send(message, to: destination, at: now)
        }
        if message.sysExStatus == .start { openSysEx(from: Source.clock, to: destination, at: now) }
        continueOwnSysEx(message, at: now)
    }

    private mutating func continueOwnSysEx(_ message: Message, at now: UInt64) {
        continueSysEx(message, from: Source.clock, at: now)
        if message.sysExStatus == .end { sysEx.detachAll(of: Source.clock) }
    }

    /// Closes what a source has open: it began anew without an end.
    mutating func endSysEx(of source: UInt8, at now: UInt64) {
        if sysEx.first(of: source).isNone { return }
        continueSysEx(Message.sysExEnd(), from: source, at: now)
        sysEx.detachAll(of: source)
    }

    /// Sends a piece along the paths of a source, those of all routings or of some by index.
    mutating func continueSysEx(
        _ message: Message, from source: UInt8, through routings: Range<Int> = 0..<Limits.routings, at now: UInt64
    ) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            if routings ~= Int(sysEx[path].routing) {
                sendPiece(message, of: path, isEnd: message.sysExStatus == .end, at: now)
            }
            path = next
        }
    }

    /// Sends a piece from the middle along all paths of a source.
    @inline(never)
    mutating func continueMiddle(_ message: Message, from source: UInt8, at now: UInt64) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            sendPiece(message, of: path, isEnd: false, at: now)
            path = next
        }
    }
}

// MARK: - Pieces

extension Outputs {
    @inline(__always)
    private mutating func sendPiece(_ message: Message, of path: Slot, isEnd: Bool, at now: UInt64) {
        if sysEx[path].state == .dropped { return }
        sysEx.touch(path, at: now)
        // Fast path: the SysEx holds the port, and the port takes what comes.
        let port = Int(sysEx[path].destination)
        if outbox[port].owner == path && !isEnd && outbox[port].isOpen {
            if transmit(message, to: port, at: now) { return awaitMore(at: now) }
            outbox[port].block()
        }
        sendPieceInTurn(message, of: path, isEnd: isEnd, at: now)
    }

    @inline(never)
    private mutating func sendPieceInTurn(_ message: Message, of path: Slot, isEnd: Bool, at now: UInt64) {
        let destination = sysEx[path].destination
        if tracer.isOn { tracer.report(.sent, by: .none, message, to: destination, at: now) }
        if isEnd { sysEx.end(path) }
        let port = Int(destination)
        let owner = outbox[port].owner
        let lane: Outbox.Lane = owner == path ? .stream : .other
        let isTurn = owner == path || owner.isNone
        if isTurn && sysEx[path].waiting == 0 && outbox[port].isEmpty(lane) && put(message, on: port, at: now) {
            began(path, isEnd: isEnd, on: port, at: now)
        } else {
            wait(message, path: path, lane: lane, on: port, at: now)
        }
        if outbox[port].owner == path && !isEnd { awaitMore(at: now) }
    }

    /// A SysEx that holds a port must go on.
    @inline(__always)
    private mutating func awaitMore(at now: UInt64) { schedule(at: now &+ SysExPaths.silence) }

    /// A piece has gone out: the first takes the port, the last gives it back.
    mutating func began(_ path: Slot, isEnd: Bool, on port: Int, at now: UInt64) {
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
    /// Drops a whole SysEx: its waiting pieces go nowhere, F7 closes it where it has begun, and what still comes is ignored.
    mutating func dropSysEx(_ path: Slot, at now: UInt64) {
        let port = Int(sysEx[path].destination)
        _ = outbox.removeAll(of: port, lane: .stream) { _, owner in owner == path }
        _ = outbox.removeAll(of: port, lane: .other) { _, owner in owner == path }
        sysEx.drop(path)
        if outbox[port].owner == path {
            outbox[port].own(by: .none)
            sendEnd(to: port, at: now)
            drain(port, at: now)
        }
    }

    /// Sends F7 ahead of everything that waits.
    mutating func sendEnd(to port: Int, at now: UInt64) {
        if !put(Message.sysExEnd(), on: port, at: now) {
            _ = outbox.append(Message.sysExEnd(), path: .none, to: .realTime, of: port)
        }
    }

    /// S8: a SysEx whose source has been silent for a second gives the port back.
    mutating func closeSilentSysEx(at now: UInt64) {
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
                tracer.report(.silentSysEx, by: .none, to: path.destination, at: now)
                dropSysEx(owner, at: now)
            } else {
                next = min(next, path.touched + SysExPaths.silence)
            }
        }
        silentSysExAt = min(silentSysExAt, next)
        schedule(at: next)
    }
}

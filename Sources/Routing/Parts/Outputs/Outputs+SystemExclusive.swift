import MIDI
import Plan

// A SysEx under way owns each of its ports from its first piece to its last (S8).
extension Outputs {
    /// Opens a path from a source to each destination of a routing; if there is no room, that SysEx is dropped whole
    /// (S8).
    mutating func openSysEx(
        from source: UInt8, to destinations: UnsafeBufferPointer<PortIndex>,
        through routing: RoutingIndex = RoutingIndex(0), at now: UInt64
    ) {
        for destination in destinations { openSysEx(from: source, to: destination, through: routing, at: now) }
    }

    mutating func openSysEx(
        from source: UInt8, to destination: PortIndex, through routing: RoutingIndex = RoutingIndex(0), at now: UInt64
    ) {
        if isFeedback(Message.sysExEnd(), from: source, to: destination, at: now) { return }
        if !outbox[destination].isPresent {
            tracer.report(.unplugged, to: destination, at: now)
        } else if !sysEx.open(
            source: source, destination: destination, through: routing, at: now)
        {
            countDrop()
            tracer.report(.noRoomForSysEx, to: destination, at: now)
        }
    }

    /// Sends one of the box's own messages to some destinations. Pieces of a SysEx follow each other without gaps.
    mutating func send(own message: Message, to destinations: UnsafeBufferPointer<PortIndex>, at now: UInt64) {
        if message.kind == .sysEx && message.sysExStatus != .complete {
            if message.sysExStatus == .start {
                openSysEx(from: Source.clock, to: destinations, at: now)
            }
            return send(ownPiece: message, of: Source.clock, at: now)
        }
        for destination in destinations {
            if message.isPair {
                send(pair: message, to: destination, at: now)
            } else {
                send(message, to: destination, at: now)
            }
        }
    }

    /// Sends a message of a client to one destination. Other messages may come between the pieces of its SysEx.
    mutating func send(ofClient message: Message, to destination: PortIndex, at now: UInt64) {
        if message.kind != .sysEx || message.sysExStatus == .complete {
            return send(message, to: destination, at: now)
        }
        if message.sysExStatus == .start {
            endSysEx(of: SysExPaths.clients, at: now)
            openSysEx(from: SysExPaths.clients, to: destination, at: now)
        }
        send(ownPiece: message, of: SysExPaths.clients, at: now)
    }

    private mutating func send(ownPiece message: Message, of sender: UInt8, at now: UInt64) {
        send(piece: message, from: sender, at: now)
        if message.sysExStatus == .end { sysEx.detachAll(of: sender) }
    }

    /// Detaches the paths of a source after its last piece: they remain only while pieces wait.
    mutating func leaveSysEx(of source: UInt8) { sysEx.detachAll(of: source) }

    /// Records that a data byte of a source's SysEx arrived, so the source is not silent (S8).
    func touchSysEx(of source: UInt8, at now: UInt64) { sysEx.touchAll(of: source, at: now) }

    /// Closes the open SysEx of a source that starts a new one without an end.
    mutating func endSysEx(of source: UInt8, at now: UInt64) {
        if sysEx.first(of: source).isNone { return }
        send(piece: Message.sysExEnd(), from: source, at: now)
        sysEx.detachAll(of: source)
    }

    /// Sends a piece along the paths of a source, through all routings or a range of them.
    mutating func send(
        piece message: Message, from source: UInt8, through routings: Range<RoutingIndex> = RoutingIndex.all,
        at now: UInt64
    ) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            if routings.contains(sysEx[path].routing) {
                send(piece: message, of: path, isEnd: message.sysExStatus == .end, at: now)
            }
            path = next
        }
    }

    /// Sends a middle piece along all paths of a source.
    @inline(__always)
    mutating func send(middlePiece message: Message, from source: UInt8, at now: UInt64) {
        var path = sysEx.first(of: source)
        while !path.isNone {
            let next = sysEx.next(after: path)
            send(piece: message, of: path, isEnd: false, at: now)
            path = next
        }
    }
}

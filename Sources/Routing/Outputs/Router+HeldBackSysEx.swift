import MIDI
import Program

// SysEx that a free message could still be: each routing holds it back for itself, until it is one or cannot be (R17).
extension Router {
    /// Keeps a piece of a SysEx for as long as something could be it; the length of the whole, once it has come.
    mutating func compare(_ message: Message, from source: UInt8) -> Int? {
        let status = message.sysExStatus
        if status == .start { incoming.begin(source, under: preset, at: now) }
        if !incoming.touch(source, at: now) { return nil }
        // S4: an end without a byte closes what was cut.
        if status == .end && message.sysExCount == 0 {
            incoming.forget(source)
            return nil
        }
        let stream = incoming.streams + Int(source)
        // Its first bytes may have been looked at already.
        var next = Int(stream.pointee.count - stream.pointee.arrived)
        while next < message.sysExCount {
            incoming.keep(message.sysExByte(next), of: source)
            next += 1
        }
        if status != .end { return nil }
        incoming.keep(0xF7, of: source)
        return stream.pointee.isAlive ? Int(stream.pointee.count) : nil
    }

    /// Routings that hold back what has come of a source's SysEx, as one of their free messages could still be it.
    mutating func holders(of source: UInt8) -> UInt64 {
        let stream = incoming.streams + Int(source)
        guard stream.pointee.isAlive, let patterns = program.pointee.patterns else { return 0 }
        let holds = stream.pointee.preset?.pointee.holds
        var holders: UInt64 = 0
        var isAlive = false
        patterns.pointee.forEachNode(incoming.bytes(source), Int(stream.pointee.count), from: source) { node in
            isAlive = true
            if let holds { holders |= holds[node] }
        }
        stream.pointee.isAlive = isAlive
        return holders
    }

    /// What a piece that is not the last shows: routings that hold back what can no longer match let it go.
    mutating func continueHeld(_ message: Message, from source: UInt8) {
        letGo(incoming.streams[Int(source)].holding & ~holders(of: source), from: source)
        continueSysEx(message, from: source)
        incoming.streams[Int(source)].arrived &+= UInt16(message.sysExCount)
    }

    /// A data byte of a SysEx, before the piece that it will be part of: it may be the one that does not match.
    public mutating func sysExByte(_ byte: UInt8, from source: UInt8, at time: UInt64) {
        now = max(now, time)
        if !incoming.touch(source, at: now) { return }
        incoming.keep(byte, of: source)
        letGo(incoming.streams[Int(source)].holding & ~holders(of: source), from: source)
    }

    /// Whether a routing holds back the SysEx of a source.
    public mutating func holdsBack(_ source: UInt8) -> Bool { incoming.streams[Int(source)].holding != 0 }

    /// What some routings, a bit each, have held back passes on, in order.
    private mutating func letGo(_ routings: UInt64, from source: UInt8) {
        let stream = incoming.streams + Int(source)
        guard let preset = stream.pointee.preset else { return }
        var routings = routings
        while routings != 0 {
            let number = routings.trailingZeroBitCount
            routings &= routings - 1
            stream.pointee.holding &= ~(1 << UInt64(number))
            let routing = preset.pointee.routings + number
            working = AtWork(UInt8(number))
            if routing.pointee.filtered & (1 << UInt32(MessageKind.sysEx.rawValue)) != 0 {
                why(.filtered, UInt16(number))
                continue
            }
            openSysEx(from: source, through: routing, number: UInt16(number))
            var index = 0
            while let piece = incoming.piece(index, of: source) {
                continueSysEx(piece, from: source, through: number..<number + 1)
                index += 1
            }
        }
    }

    /// The last piece: what is held back is one of its routing's free messages, or passes on. In the order of the routings.
    mutating func endHeld(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let stream = incoming.streams + Int(source)
        var passed = 0
        while stream.pointee.holding != 0 {
            let number = stream.pointee.holding.trailingZeroBitCount
            continueSysEx(message, from: source, through: passed..<number)
            passed = number
            if sendMatches(message, moves, from: source, through: number) {
                stream.pointee.holding &= ~(1 << UInt64(number))
                passed += 1
            } else {
                letGo(1 << UInt64(number), from: source)
            }
        }
        continueSysEx(message, from: source, through: passed..<Limits.routings)
        incoming.forget(source)
    }

    /// P3: by the routing that held it back, though its preset may run no longer. False: it is none of its messages.
    private mutating func sendMatches(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, through number: Int
    ) -> Bool {
        guard moves.hasMessages, let past = incoming.streams[Int(source)].preset else { return false }
        let running = preset
        routesPast = past != running
        preset = past
        var isTaken = false
        working = AtWork(UInt8(number))
        for concern in concerned(by: message, from: source) where Int(concern.routing) == number {
            let routing = preset.pointee.routings + number
            if replaces(message, moves, through: routing, concern) {
                control(message, moves, from: source, through: routing, concern)
                isTaken = true
            }
        }
        preset = running
        routesPast = false
        return isTaken
    }

    /// Another configuration: what is held back can be none of its free messages, and passes on as it is.
    ///
    /// - Parameter kept: what this preset holds back stays.
    mutating func letAllGo(butOf kept: UnsafePointer<Preset>?) {
        for source in 0..<UInt8(Limits.sources) where kept == nil || incoming.streams[Int(source)].preset != kept {
            letGo(incoming.streams[Int(source)].holding, from: source)
            incoming.forget(source)
        }
    }
}

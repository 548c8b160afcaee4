import MIDI
import Program

// SysEx that may still be a free message: each routing holds it back for itself, until it matches or cannot match (R17).
extension Router {
    /// Keeps a piece of a SysEx for as long as a free message could match. Returns the length of the whole with its last
    /// piece.
    mutating func compare(_ message: Message, from source: UInt8) -> Int? {
        let incoming = inputs.incoming
        let status = message.sysExStatus
        if status == .start { incoming.begin(source, under: preset, at: now) }
        if !incoming.touch(source, at: now) { return nil }
        // S4: an end without a byte closes a SysEx that was cut off.
        if status == .end && message.sysExCount == 0 {
            incoming.forget(source)
            return nil
        }
        // The first bytes may have been compared already, before their piece was whole.
        var next = incoming[source].ahead
        while next < message.sysExCount {
            incoming.keep(message.sysExByte(next), of: source)
            next += 1
        }
        if status != .end { return nil }
        incoming.keep(Status.sysExEnd, of: source)
        return incoming[source].isAlive ? Int(incoming[source].count) : nil
    }

    /// Routings that hold back what has come of a source's SysEx, as one of their free messages could still match.
    mutating func holders(of source: UInt8) -> UInt64 {
        let incoming = inputs.incoming
        guard incoming[source].isAlive, let patterns = program.pointee.patterns else { return 0 }
        let holds = incoming[source].preset?.pointee.holds
        var holders: UInt64 = 0
        var isAlive = false
        patterns.pointee.forEachNode(incoming.bytes(source), Int(incoming[source].count), from: source) { node in
            isAlive = true
            if let holds { holders |= holds[node] }
        }
        incoming[source].isAlive = isAlive
        return holders
    }

    /// After a piece that is not the last: routings whose free messages no longer match let go of what they held back.
    mutating func continueHeld(_ message: Message, from source: UInt8) {
        letGo(inputs.incoming[source].holding & ~holders(of: source), from: source)
        outputs.continueSysEx(message, from: source, at: now)
        inputs.incoming[source].arrive(message.sysExCount)
    }

    /// Compares a data byte of a SysEx before its piece is whole: it may be the first that does not match.
    public mutating func sysExByte(_ byte: UInt8, from source: UInt8, at time: UInt64) {
        now = max(now, time)
        if !inputs.incoming.touch(source, at: now) { return }
        inputs.incoming.keep(byte, of: source)
        letGo(inputs.incoming[source].holding & ~holders(of: source), from: source)
    }

    /// Whether a routing holds back the SysEx of a source.
    public mutating func holdsBack(_ source: UInt8) -> Bool { inputs.incoming[source].holding != 0 }

    /// Passes on, in order, what some routings, a bit each, have held back.
    private mutating func letGo(_ routings: UInt64, from source: UInt8) {
        let incoming = inputs.incoming
        guard let preset = incoming[source].preset else { return }
        var routings = routings
        while routings != 0 {
            let number = RoutingIndex(routings.trailingZeroBitCount)
            routings &= routings - 1
            incoming[source].holding &= ~number.bit
            let routing = preset.pointee.routings.at(number)
            working = AtWork(number)
            if routing.pointee.filters(.sysEx) && !inputs.inquiries.isOpen(source) {
                why(.filtered, number)
                continue
            }
            if routing.pointee.filters(.timeCode), incoming.piece(0, of: source)?.beginsFullFrame == true {
                why(.filteredTimeCode, number)
                continue
            }
            outputs.openSysEx(
                from: source, to: destinations(of: routing, from: source), through: number, at: now)
            var index = 0
            while let piece = incoming.piece(index, of: source) {
                outputs.continueSysEx(piece, from: source, through: number..<number.advanced(by: 1), at: now)
                index += 1
            }
        }
    }

    /// After the last piece: what is held back is one of its routing's free messages, or passes on. In the order of the
    /// routings.
    mutating func endHeld(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let incoming = inputs.incoming
        var passed = RoutingIndex(0)
        while incoming[source].holding != 0 {
            let number = RoutingIndex(incoming[source].holding.trailingZeroBitCount)
            outputs.continueSysEx(message, from: source, through: passed..<number, at: now)
            passed = number
            if sendMatches(message, moves, from: source, through: number) {
                incoming[source].holding &= ~number.bit
                passed = number.advanced(by: 1)
            } else {
                letGo(number.bit, from: source)
            }
        }
        outputs.continueSysEx(message, from: source, through: passed..<RoutingIndex.all.upperBound, at: now)
        incoming.forget(source)
    }

    /// Sends the outputs of a SysEx that a routing held back, even if the preset of that routing no longer runs (P3).
    /// Returns false when the SysEx matches none of the routing's free messages.
    private mutating func sendMatches(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, through number: RoutingIndex
    ) -> Bool {
        guard moves.hasMessages, let past = inputs.incoming[source].preset else { return false }
        let running = preset
        routesPast = past != running
        preset = past
        var isTaken = false
        working = AtWork(number)
        for concern in concerned(by: message, from: source) where concern.routing == number {
            let routing = preset.pointee.routings.at(number)
            if replaces(message, moves, through: routing, concern) {
                control(message, moves, from: source, through: routing, concern)
                isTaken = true
            }
        }
        preset = running
        routesPast = false
        return isTaken
    }

    /// Another configuration has other free messages: passes on what is held back as it is.
    ///
    /// - Parameter kept: what this preset holds back stays.
    mutating func letAllGo(butOf kept: UnsafePointer<Preset>?) {
        for source in 0..<UInt8(Limits.sources) where kept == nil || inputs.incoming[source].preset != kept {
            letGo(inputs.incoming[source].holding, from: source)
            inputs.incoming.forget(source)
        }
    }
}

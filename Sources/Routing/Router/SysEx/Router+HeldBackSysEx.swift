import MIDI
import Plan

// SysEx that may still match a free message: each routing holds it back until it matches or can no longer match (R17).
extension Router {
    /// Stores a piece of a SysEx while a free message could still match. With the last piece, returns the length of the
    /// whole SysEx in bytes; nil otherwise.
    mutating func compare(_ message: Message, from source: UInt8) -> Int? {
        let incoming = inputs.incoming
        let status = message.sysExStatus
        if status == .start { incoming.begin(source, under: presetAddress, at: now) }
        if !incoming.touch(source, at: now) { return nil }
        // S4: an end without data bytes closes a SysEx that was cut off.
        if status == .end && message.sysExCount == 0 {
            incoming.forget(source)
            return nil
        }
        // The first bytes may have been compared already, before their piece was complete.
        var next = incoming[source].ahead
        while next < message.sysExCount {
            incoming.keep(message.sysExByte(next), of: source)
            next += 1
        }
        if status != .end { return nil }
        incoming.keep(Status.sysExEnd, of: source)
        return incoming[source].isAlive ? Int(incoming[source].count) : nil
    }

    /// The routings that must hold back a source's SysEx because one of their free messages could still match, one bit
    /// each.
    mutating func holders(of source: UInt8) -> UInt64 {
        let incoming = inputs.incoming
        guard incoming[source].isAlive, let patterns = plan.patterns else { return 0 }
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

    /// Handles a middle piece: passes on what was held back by routings whose free messages can no longer match.
    mutating func continueHeld(_ message: Message, from source: UInt8) {
        letGo(inputs.incoming[source].holding & ~holders(of: source), from: source)
        outputs.send(piece: message, from: source, at: now)
        inputs.incoming[source].arrive(message.sysExCount)
    }

    /// Compares a data byte of a SysEx before its piece is complete, as it may be the first mismatch.
    package mutating func sysExByte(_ byte: UInt8, from source: UInt8, at time: UInt64) {
        now = max(now, time)
        if !inputs.incoming.touch(source, at: now) { return }
        inputs.incoming.keep(byte, of: source)
        letGo(inputs.incoming[source].holding & ~holders(of: source), from: source)
    }

    /// Whether any routing holds back the SysEx of a source.
    package mutating func holdsBack(_ source: UInt8) -> Bool { inputs.incoming[source].holding != 0 }

    /// Passes on, in order, the pieces that some routings, one bit each, have held back.
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
            let isFrame = incoming.piece(0, of: source)?.beginsFullFrame == true
            if routing.pointee.filters(.sysEx) && !inputs.inquiries.isOpen(source)
                && !(isFrame && routing.pointee.passesFullFrames)
            {
                why(.filtered, number)
                continue
            }
            if routing.pointee.filters(.timeCode), isFrame {
                why(.filteredTimeCode, number)
                continue
            }
            outputs.openSysEx(
                from: source, to: destinations(of: routing, from: source), through: number, at: now)
            var index = 0
            while let piece = incoming.piece(index, of: source) {
                outputs.send(piece: piece, from: source, through: number..<number.advanced(by: 1), at: now)
                index += 1
            }
        }
    }

    /// Handles the last piece: in the order of routings, sends the outputs of a matching free message, or passes the
    /// SysEx on.
    mutating func endHeld(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let incoming = inputs.incoming
        var passed = RoutingIndex(0)
        while incoming[source].holding != 0 {
            let number = RoutingIndex(incoming[source].holding.trailingZeroBitCount)
            outputs.send(piece: message, from: source, through: passed..<number, at: now)
            passed = number
            if sendMatches(message, moves, from: source, through: number) {
                incoming[source].holding &= ~number.bit
                passed = number.advanced(by: 1)
            } else {
                letGo(number.bit, from: source)
            }
        }
        outputs.send(piece: message, from: source, through: passed..<RoutingIndex.all.upperBound, at: now)
        incoming.forget(source)
    }

    /// Sends the outputs of a SysEx that a routing held back, even if the preset of that routing no longer runs (P3).
    /// Returns false if the SysEx matches none of the routing's free messages.
    private mutating func sendMatches(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, through number: RoutingIndex
    ) -> Bool {
        guard moves.hasMessages, let past = inputs.incoming[source].preset else { return false }
        let running = presetAddress
        routesPast = past != running
        presetAddress = past
        var isTaken = false
        working = AtWork(number)
        for concern in concerned(by: message, from: source) where concern.routing == number {
            let routing = preset.routings.at(number)
            if replaces(message, moves, through: routing, concern) {
                control(message, moves, from: source, through: routing, concern)
                isTaken = true
            }
        }
        presetAddress = running
        routesPast = false
        return isTaken
    }

    /// Passes on everything held back unchanged, because another configuration has other free messages.
    ///
    /// - Parameter kept: a preset whose held-back SysEx stays held back; nil for none.
    mutating func letAllGo(butOf kept: UnsafePointer<Preset>?) {
        for source in 0..<UInt8(Limits.sources) where kept == nil || inputs.incoming[source].preset != kept {
            letGo(inputs.incoming[source].holding, from: source)
            inputs.incoming.forget(source)
        }
    }
}

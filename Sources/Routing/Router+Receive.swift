import MIDI
import Program

extension Router {
    /// Routes one message of a source at a time, in nanoseconds, that is never before the last one's.
    ///
    /// What most messages are goes its own way at once; each of these is a function that ends here, so that nothing is kept
    /// for afterwards.
    public mutating func receive(_ message: Message, from source: UInt8, at time: UInt64) {
        if time > now { now = time }
        receiveNow(message, from: source)
    }

    /// The same at the time up to which time has run.
    @inline(__always)
    public mutating func receiveNow(_ message: Message, from source: UInt8) {
        if message.isNote && takesNotesPlainly(from: source) && !loops.meets(message, from: source, at: now) {
            return message.isNoteOn
                ? plainNoteOn(message, from: source) : plainNoteOff(message, from: source)
        }
        receiveOther(message, from: source)
    }

    @inline(never)
    private mutating func receiveOther(_ message: Message, from source: UInt8) {
        if takesPlainly(message, from: source) && !loops.meets(message, from: source, at: now) {
            return plainController(message, from: source)
        }
        if takesPiecesPlainly(message, from: source) { return continuePlainly(message, from: source) }
        receiveAny(message, from: source)
    }

    @inline(never)
    private mutating func receiveAny(_ message: Message, from source: UInt8) {
        let kind = message.kind
        if kind == .controlChange { endWaits(before: message, from: source) }
        loops.meet(message, from: source, at: now)
        let moves = moves(of: message, as: kind, from: source)
        route(message, as: kind, moves, from: source)
        leaveLoops(source)
    }

    /// Routes a message, or a value that was waited for, in the order of A1.
    @inline(__always)
    mutating func route(
        _ message: Message, as kind: MessageKind, _ moves: ControllerMoves, from source: UInt8
    ) {
        inputs.moves.push(moves)
        if listener.trace != nil { hear(message, from: source, isNew: moves.passes) }
        if isDroppedAtInput(kind, from: source) {
            why(.clockIn, UInt16(TraceRecord.none))
            inputs.moves.pop(moves)
            return
        }
        updateConditions(message, moves, from: source)
        switch kind {
        case .noteOn: noteOn(message, moves, from: source)
        case .noteOff: noteOff(message, moves, from: source)
        case .polyPressure: polyPressure(message, moves, from: source)
        case .controlChange, .programChange, .channelPressure, .pitchBend, .motion, .contact:
            controller(message, moves, from: source)
        case .sysEx: systemExclusive(message, moves, from: source)
        case .timingClock, .start, .continue, .stop, .songPosition:
            if source < Limits.ports && kind == .timingClock { clocks.measureTick(from: source, at: now) }
            system(message, moves, from: source)
            if source < Limits.ports { externalClock(message, from: source) }
        default: system(message, moves, from: source)
        }
        inputs.set(moves, of: source)
        // A1: assignments come last, and what they change holds from the next message on.
        assignments(message, moves, from: source)
        inputs.moves.pop(moves)
        if kind == .contact { updateLights() }
    }

    /// K5: `clock-in: false` drops clock and transport at the input.
    @inline(__always)
    private mutating func isDroppedAtInput(_ kind: MessageKind, from source: UInt8) -> Bool {
        switch kind {
        case .timingClock, .start, .continue, .stop, .songPosition:
            return source < Limits.ports && !program.pointee.ports[Int(source)].clockIn
        default: return false
        }
    }

    /// Routings that a message may concern, in listed order.
    @inline(__always)
    mutating func concerned(by message: Message, from source: UInt8) -> UnsafeBufferPointer<Concern> {
        let slot = asksAll ? Concerns.everything : Concerns.slot(kind: message.kind, channel: message.channel)
        return preset.pointee.concerns.routings(source: source, slot: slot)
    }

    /// Whether lists by kind and channel do not do: a routing is bypassed by hand (R4), or who listens is to be told why.
    @inline(__always)
    var asksAll: Bool {
        mutating get { session.hasBypassByHand || listener.trace != nil }
    }

    /// The first stages of R2: mute, the source's own channels, channel restriction, conditions. Nil: it does not pass.
    @inline(__always)
    mutating func admitted(_ concern: Concern, channel: UInt8?) -> UnsafePointer<Routing>? {
        let index = Int(concern.routing)
        if let channel, !takes(concern, channel) {
            why(.channel, concern.routing)
            return nil
        }
        if isShut(index) {
            if listener.trace != nil { whyShut(concern.routing) }
            return nil
        }
        working = AtWork(UInt8(truncatingIfNeeded: concern.routing))
        return preset.pointee.routings + index
    }

    /// Whether a routing listens to a channel of a source; bypass lifts its restriction, not that of the source (R4).
    @inline(__always)
    mutating func takes(_ concern: Concern, _ channel: UInt8) -> Bool {
        let index = Int(concern.routing)
        let bit: UInt16 = 1 &<< UInt16(channel)
        return concern.channels & bit != 0
            && (preset.pointee.routings[index].channels & bit != 0 || isBypassed(concern.routing))
    }

    /// Whether a routing filters a kind of message; bypass lifts that (R4).
    @inline(__always)
    mutating func filters(_ routing: UnsafePointer<Routing>, _ kind: MessageKind, _ concern: Concern) -> Bool {
        if !isFiltered(kind, by: routing, concern) { return false }
        why(.filtered, concern.routing)
        return true
    }

    @inline(__always)
    mutating func isFiltered(_ kind: MessageKind, by routing: UnsafePointer<Routing>, _ concern: Concern) -> Bool {
        routing.pointee.filters(kind) && !isBypassed(concern.routing)
    }
}

extension Routing {
    /// The channel a message of channel `channel` leaves on.
    @inline(__always)
    func outChannel(_ channel: UInt8) -> UInt8 { self.channel == Routing.keepsChannel ? channel : self.channel }
}

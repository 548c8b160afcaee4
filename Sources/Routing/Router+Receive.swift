import MIDI
import Program

extension Router {
    /// Routes one message of a source at a time, in nanoseconds, that is never before the time of the last one.
    public mutating func receive(_ message: Message, from source: UInt8, at time: UInt64) {
        if time > now { now = time }
        receiveNow(message, from: source)
    }

    /// Routes one message of a source at the time up to which time has run.
    ///
    /// Frequent messages take a short path, where they can: notes that are only notes, then Control Changes that are only passed
    /// on, then pieces of a SysEx under way. Each path is a tail call, so that no register is saved for the others.
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
        if kind == .controlChange { endWaits(before: message, from: source) }  // R15
        loops.meet(message, from: source, at: now)  // R19
        let moves = moves(of: message, as: kind, from: source)  // R9, R14, R15, R16, R17
        route(message, as: kind, moves, from: source)  // A1
        leaveLoops(source)  // R19
    }
}

// MARK: - Concerned routings

extension Router {
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

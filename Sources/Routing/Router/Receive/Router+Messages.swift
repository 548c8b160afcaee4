import MIDI
import Plan

// Free messages as inputs (R17): any message can be one.
extension Router {
    /// Adds a move for each free message that a message matches. A SysEx of several pieces matches with its last piece.
    mutating func addMatches(of message: Message, from source: UInt8, _ moves: inout ControllerMoves) {
        guard let patterns = plan.patterns else { return }
        if message.kind == .sysEx && message.sysExStatus != .complete {
            guard let count = compare(message, from: source) else { return }
            add(patterns, inputs.incoming.bytes(source), count, source, &moves)
        } else {
            var bytes = InlineArray<8, UInt8>(repeating: 0)
            let count = StreamWriter.encode(message, into: &bytes)
            add(patterns, inputs.incoming.bytes(of: bytes), count, source, &moves)
        }
    }

    @inline(__always)
    private mutating func add(
        _ patterns: UnsafePointer<MessagePatterns>, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ source: UInt8,
        _ moves: inout ControllerMoves
    ) {
        patterns.pointee.forEachMatch(bytes, count, from: source) { end in
            let channel = end.channel(in: bytes)
            var move = ControllerMove(slot: Int(end.slot), value: end.value(in: bytes), channel: channel ?? 0)
            move.isMessage = true
            move.hasChannel = channel != nil
            move.isRestricted = end.channel != nil
            // A free message without a value counts as pressed anew each time, so its previous value stays 0.
            if end.msb != 0 { move.previous = inputs.value(source, move.channel, move.slot) }
            moves.add(move)
        }
    }

    /// Whether a move may reach the remaps of a routing (R2): the channel of a free message must match the channel
    /// restriction, and a note must be in the note and velocity ranges.
    @inline(__always)
    mutating func admits(
        _ move: ControllerMove, _ message: Message, _ concern: Concern, _ routing: UnsafePointer<Routing>
    ) -> Bool {
        !move.isMessage || !isStopped(move, concern, routing) && admitsMatch(message, routing)
    }

    /// Whether a message that matches a free message is one that the routing lets in: a note in its note and velocity
    /// ranges, a Control Change that its `only` names (R23), or any other message.
    @inline(never)
    private mutating func admitsMatch(_ message: Message, _ routing: UnsafePointer<Routing>) -> Bool {
        if message.isControlChange && routing.pointee.filtered & Routing.choosesBit != 0 {
            return routing.pointee.chooses(message.data1)
        }
        if !message.isNote { return true }
        if message.data1 < routing.pointee.lowestNote || message.data1 > routing.pointee.highestNote { return false }
        return message.isNoteOff
            || routing.pointee.lowestVelocity <= message.data2 && message.data2 <= routing.pointee.highestVelocity
    }

    /// Whether a move is a free message with a `[CH]` that the channel restriction of a routing or of its source
    /// excludes.
    @inline(__always)
    mutating func isStopped(
        _ move: ControllerMove, _ concern: Concern, _ routing: UnsafePointer<Routing>
    ) -> Bool {
        let channel: UInt16 = 1 &<< UInt16(move.channel)
        return move.isRestricted && concern.channels & routing.pointee.channels & channel == 0
    }

    /// Whether a message does not pass a routing because it is one of the routing's free messages: either remaps
    /// replace it, or the channel restriction stops it (R17).
    @inline(__always)
    mutating func replaces(
        _ message: Message, _ moves: ControllerMoves, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> Bool {
        moves.hasMessages && isReplaced(message, moves, through: routing, concern)
    }

    private mutating func isReplaced(
        _ message: Message, _ moves: ControllerMoves, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> Bool {
        guard let heads = routing.pointee.remapHeads,
            routesPast || !isBypassed(concern.routing)
        else { return false }
        for place in 0..<moves.count where moves[place].isMessage && heads[moves[place].slot] != Remap.none {
            if isStopped(moves[place], concern, routing) || admits(moves[place], message, concern, routing) {
                return true
            }
        }
        return false
    }

    /// Applies a routing's remaps to a free message that is not a controller. Returns false if the routing has no such
    /// free message.
    mutating func control(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, through concern: Concern
    ) -> Bool {
        followNotes(of: concern, message, moves, from: source)
        // Quiet, because the caller checks admission again if this returns false, and then traces the reason.
        outputs.tracer.isQuiet = true
        let admitted = admitted(concern, channel: message.ownChannel)
        outputs.tracer.isQuiet = false
        guard let routing = admitted, replaces(message, moves, through: routing, concern) else { return false }
        control(message, moves, from: source, through: routing, concern)
        return true
    }
}

import MIDI
import Plan

extension Router {
    /// Routes a system message. It has no channel, so only conditions, mute and filters can stop it (R3).
    mutating func system(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if isTraced { outputs.tracer.route(message, from: source) }
        if moves.hasMessages { retained(message, moves, from: source) }
        let kind = message.kind
        if kind == .songPosition { clocks.songs.locate(message, from: source) }
        if kind == .stop { stopUnreached(message, moves, from: source) }
        let isTransport = kind == .start || kind == .continue || kind == .stop || kind == .songPosition
        for concern in concernedBySystem(message, as: kind, from: source) {
            if moves.hasMessages && control(message, moves, from: source, through: concern) { continue }
            if kind == .timingClock {
                timingClock(concern, from: source)
                continue
            }
            locateClock(message, concern, from: source)
            guard let routing = admitted(concern, channel: nil), !filters(routing, kind, concern) else {
                continue
            }
            var out = message
            if routing.pointee.startAsContinue && kind == .start && !isBypassed(concern.routing) {
                out = Message(status: Status.continue)
            }
            if kind == .songPosition && !isBypassed(concern.routing) {
                out = songPosition(message, routing)
            }
            for destination in destinations(of: routing, from: source) {
                if outputs.isFeedback(message, from: source, to: destination, at: now) { continue }
                if isTransport {
                    if !hearsTransport(kind, from: source, at: destination, routing, concern) { continue }
                    if let position = missedPosition(before: kind, from: source, at: destination, routing, concern) {
                        outputs.send(system: position, from: source, to: destination, at: now)
                    }
                }
                outputs.send(system: out, from: source, to: destination, at: now)
            }
        }
        if kind == .stop { outputs.forgetStarted(by: source) }
        clocks.songs.count(kind, from: source)
    }

    /// Routes a message of the box's own clock.
    mutating func system(_ message: Message, from source: UInt8) {
        let moves = moves(of: message, as: message.kind, from: source)
        inputs.moves.push(moves)
        system(message, moves, from: source)
        inputs.set(moves, of: source)
        inputs.moves.pop(moves)
    }

    /// The routings that a system message concerns. Transport concerns every routing that names the source, as even
    /// filtered transport sets the clock's phase (K4).
    @inline(__always)
    private mutating func concernedBySystem(
        _ message: Message, as kind: MessageKind, from source: UInt8
    ) -> UnsafeBufferPointer<Concern> {
        switch kind {
        case .start, .continue, .stop:
            preset.concerns.routings(source: source, slot: Concerns.everything)
        default: concerned(by: message, as: kind, from: source)
        }
    }
}

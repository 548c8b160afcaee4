import MIDI
import Plan

/// One path of a controller message through a routing: by a remap, or unchanged.
struct ControllerPath {
    let routing: UnsafePointer<Routing>
    let number: RoutingIndex
    /// Index into the preset's remaps; nil if the message passes unchanged.
    let remap: UInt16?
    /// The output channel, 0...15.
    let channel: UInt8
}

// Controllers in a routing, including the box's own (R8, R20): remaps replace a message, otherwise it passes unchanged.
extension Router {
    mutating func controller(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        retained(message, moves, from: source)
        for concern in concerned(by: message, from: source) {
            followNotes(of: concern, message, moves, from: source)
            guard let routing = admitted(concern, channel: message.ownChannel) else { continue }
            control(message, moves, from: source, through: routing, concern)
        }
    }

    /// Sends what a routing makes of a message that moves controllers. Fast path: a routing without remaps passes it
    /// on.
    @inline(__always)
    mutating func control(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, through routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) {
        if routing.pointee.remapHeads == nil && moves.passes && moves.withheld == 0 && message.isController {
            pass(message, moves, from: source, through: routing, concern)
        } else {
            remap(message, moves, from: source, through: routing, concern)
        }
    }

    @inline(never)
    private mutating func pass(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, through routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) {
        if filters(routing, message, concern) { return }
        let channel = routing.pointee.outChannel(message.channel)
        let path = ControllerPath(routing: routing, number: concern.routing, remap: nil, channel: channel)
        if fine.stands(for: message) { return passFine(message, InputKey(source, moves[0]), along: path) }
        deliver(message.on(channel: channel), part: 0, InputKey(source, moves[0]), along: path, remap: nil)
    }

    @inline(never)
    private mutating func remap(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, through routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) {
        forEachPath(message, moves, through: routing, concern) { router, move, path in
            router.send(message, move, from: source, along: path)
        }
    }
}

// MARK: - Paths

extension Router {
    /// Visits each path of a message through a routing, in listed order, with the move that takes the path.
    @inline(__always)
    mutating func forEachPath(
        _ message: Message, _ moves: ControllerMoves, through routing: UnsafePointer<Routing>, _ concern: Concern,
        _ body: (inout Router, ControllerMove, ControllerPath) -> Void
    ) {
        let waits = moves.withheld & concern.routing.bit != 0
        if waits { why(.partOfValue, concern.routing) }
        var isTaken = !moves.passes || waits
        var isStopped = false
        if let heads = routing.pointee.remapHeads, routesPast || !isBypassed(concern.routing) {
            for index in 0..<moves.count {
                var head = heads[moves[index].slot]
                if head != Remap.none && !admits(moves[index], message, concern, routing) {
                    if self.isStopped(moves[index], concern, routing) { isStopped = true }
                    head = Remap.none
                }
                if head != Remap.none {
                    isTaken = true
                    if !moves[index].fires { whyIdle(moves[index], concern.routing) }
                }
                moves[index].next = moves[index].fires ? head : Remap.none
            }
            while let (place, index) = moves.nextInOrder(preset.remaps) {
                let remap = preset.remaps + Int(index)
                if remap.pointee.sendsNothing {
                    why(.filteredByRemap, concern.routing)
                    continue
                }
                if !remap.pointee.sees(message) { continue }
                let channel =
                    remap.pointee.channel == Routing.keepsChannel
                    ? routing.pointee.outChannel(moves[place].channel) : remap.pointee.channel
                body(
                    &self, moves[place],
                    ControllerPath(routing: routing, number: concern.routing, remap: index, channel: channel))
            }
        }
        if isStopped && !isTaken {
            why(.channel, concern.routing)
            return
        }
        if message.isOwn && !isTaken { why(.noRemap, concern.routing) }
        // The box's own controllers, and notes as controllers, are sent only if a remap replaces them.
        if isTaken || message.isOwn || message.isNote || filters(routing, message, concern) { return }
        let channel = routing.pointee.outChannel(message.channel)
        body(&self, moves[0], ControllerPath(routing: routing, number: concern.routing, remap: nil, channel: channel))
    }
}

import MIDI
import Program

/// One way a controller message takes: through a routing, by a remap of it or as it is.
struct ControllerPath {
    let routing: UnsafePointer<Routing>
    /// Index of the routing.
    let number: UInt16
    /// Index into the preset's remaps; nil: it passes as it is.
    let remap: UInt16?
    /// The channel it leaves on, 0...15.
    let channel: UInt8
}

extension Router {
    /// Controllers, the box's own included (R8, R20).
    mutating func controller(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        retained(message, moves, from: source)
        for concern in concerned(by: message, from: source) {
            followNotes(of: concern, message, moves, from: source)
            guard let routing = admitted(concern, channel: message.ownChannel) else { continue }
            control(message, moves, from: source, through: routing, concern)
        }
    }

    /// What a routing makes of a message that moves controllers. Most have no remaps, and pass it on.
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
        if filters(routing, message.kind, concern) { return }
        let channel = routing.pointee.outChannel(message.channel)
        let way = ControllerPath(routing: routing, number: concern.routing, remap: nil, channel: channel)
        deliver(message.on(channel: channel), part: 0, moves[0], from: source, along: way, remap: nil)
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

    /// Every way a routing lets a message take that moves controllers, in listed order, with the move that takes it.
    @inline(__always)
    mutating func forEachPath(
        _ message: Message, _ moves: ControllerMoves, through routing: UnsafePointer<Routing>, _ concern: Concern,
        _ body: (inout Router, ControllerMove, ControllerPath) -> Void
    ) {
        let waits = moves.withheld & (1 << UInt64(concern.routing)) != 0
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
                    if !moves[index].fires { why(.partOfValue, concern.routing) }
                }
                moves[index].next = moves[index].fires ? head : Remap.none
            }
            while let (place, index) = moves.nextInOrder(preset.pointee.remaps) {
                let remap = preset.pointee.remaps + Int(index)
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
        // Of the box's own controllers, and of notes as controllers, nothing goes on but what remaps make of them.
        if isTaken || message.isOwn || message.isNote || filters(routing, message.kind, concern) { return }
        let channel = routing.pointee.outChannel(message.channel)
        body(
            &self, moves[0], ControllerPath(routing: routing, number: concern.routing, remap: nil, channel: channel))
    }

    private mutating func send(
        _ message: Message, _ move: ControllerMove, from source: UInt8, along path: ControllerPath
    ) {
        guard let remapIndex = path.remap else {
            deliver(message.on(channel: path.channel), part: 0, move, from: source, along: path, remap: nil)
            return
        }
        let remap = preset.pointee.remaps + Int(remapIndex)
        // Of a preset that is gone nobody knows where its increments and latches stood.
        if routesPast && remap.pointee.mode.kind != .direct { return }
        let last = stages.remaps[remap.pointee.state]
        guard let internalValue = remap.pointee.next(after: last, move, back: remap.pointee.stepsBack) else {
            return why(.noTrigger, path.number)
        }
        let value = remap.pointee.output(of: internalValue)
        if remap.pointee.mode.kind != .direct {
            stages.remaps[remap.pointee.state] = internalValue
        } else if message.kind == .motion && !stages.remaps.send(value, by: remapIndex) {
            // F4: only when the sent value changes.
            return why(.unchanged, path.number)
        }
        if message.kind == .motion { tiltsSent &+= 1 }
        if listener.trace != nil && (move.isMessage || message.isChannelMessage && !message.isNote) {
            why(.remapped, path.number)
        }
        if let played = remap.pointee.output.note(of: value) {
            play(played.note, velocity: played.velocity, by: remap, move, from: source, along: path)
            return
        }
        for part in 0..<remap.pointee.output.messageCount {
            let out = remap.pointee.output.message(part, value: value, channel: path.channel)
            if out.kind == .sysEx {
                sendOwn(out, path.routing)
            } else if out.isNote {
                play(out, part: part, by: remap, move, from: source, along: path)
            } else {
                deliver(out, part: part, move, from: source, along: path, remap: remap)
            }
        }
    }

    private mutating func deliver(
        _ out: Message, part: Int, _ move: ControllerMove, from source: UInt8,
        along path: ControllerPath, remap: UnsafePointer<Remap>?
    ) {
        let controller = RetainedController(out)
        for end in 0..<Int(path.routing.pointee.destinationCount) {
            let destination = path.routing.pointee.destinations[end]
            if isLooped(out, from: source, to: destination) { continue }
            if let controller {
                retain(controller, out, part: part, move, from: source, to: destination, remap: remap)
                send(out, to: destination)
            } else {
                give(out, to: destination, as: .other)
            }
        }
    }
}

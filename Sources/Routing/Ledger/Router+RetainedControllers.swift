import MIDI
import Program

// Pedals, bends and pressures that go on along their old way until they are at rest (H4, H5, H6, H7, H8).
extension Router {
    /// Remembers the way of what went away from rest; forgets the way of what came back.
    mutating func retain(
        _ controller: RetainedController, _ out: Message, part: Int, _ move: ControllerMove,
        from source: UInt8, to destination: UInt8, remap: UnsafePointer<Remap>?
    ) {
        var path = HeldControllers.Path()
        path.source = source
        path.channel = move.channel
        path.slot = UInt16(move.slot)
        path.destination = destination
        path.outChannel = out.channel
        path.controller = controller
        path.part = UInt8(part)
        path.sentBy = working.routing
        path.sentIn = working.preset ?? UInt8(truncatingIfNeeded: status.preset)
        if let remap { follows(remap, &path) }
        let known = controllers.find(path)
        if controller.value(of: out) == controller.rest {
            if known != HeldControllers.none { controllers.remove(known) }
        } else if known != HeldControllers.none {
            controllers.update(known, path)
        } else {
            addPath(path)
        }
    }

    /// A path goes by a remap from now on.
    mutating func follows(_ remap: UnsafePointer<Remap>, _ path: inout HeldControllers.Path) {
        path.remap = remap.pointee
        path.isRemapped = true
        path.value = stages.remaps[remap.pointee.state]
        // Both inputs move the one value, and so it has one way.
        if remap.pointee.backSlot != Remap.none { path.slot = remap.pointee.forwardSlot }
    }

    /// Remembers a path that is not remembered yet; when there is no room the oldest is brought to rest, and counted.
    mutating func addPath(_ path: HeldControllers.Path) {
        var path = path
        path.sentBy = working.routing
        path.sentIn = working.preset ?? UInt8(truncatingIfNeeded: status.preset)
        if controllers.isFull {
            releaseController(controllers.oldest, counted: true)
            working = AtWork(path.sentBy, of: path.sentIn)
        }
        path.began = nextBegun()
        controllers.add(path)
    }

    /// What is away from rest keeps its old way until it comes back, unless the settings in force send the very same
    /// controller to the same channel of the same destination (H8).
    @inline(__always)
    mutating func retained(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if controllers.oldest != HeldControllers.none { followRetained(message, moves, from: source) }
    }

    private mutating func followRetained(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        var channels: UInt16 = 0
        for place in 0..<moves.count {
            // A free message may have another channel than the next one that is the same message.
            let channel: UInt16 = 1 << UInt16(moves[place].channel)
            if channels & channel != 0 { continue }
            channels |= channel
            var index = controllers.head(source, moves[place].channel)
            while index != HeldControllers.none {
                let next = controllers.paths[Int(index)].next
                if isRetained(index) { follow(message, moves, from: source, along: index) }
                index = next
            }
        }
    }

    /// Whether something goes its old way before anything else does. Notes that remaps play belong to the settings of the
    /// past for that; those of a routing that is there still keep its place in the order (H8).
    mutating func isRetained(_ index: UInt16) -> Bool {
        let path = controllers.paths + Int(index)
        return path.pointee.controller != nil || path.pointee.routing == HeldControllers.none
    }

    /// Whether a message moves what went this way.
    mutating func listens(_ index: UInt16, to moves: ControllerMoves) -> Bool {
        for place in 0..<moves.count where moves[place].fires {
            if controllers.paths[Int(index)].listens(to: moves[place]) { return true }
        }
        return false
    }

    mutating func follow(_ message: Message, _ moves: ControllerMoves, from source: UInt8, along index: UInt16) {
        for place in 0..<moves.count where moves[place].fires {
            // The first of two that it listens to may bring it to rest.
            if !controllers.paths[Int(index)].listens(to: moves[place]) { continue }
            if follow(message, place, of: moves, from: source, along: index) { return }
        }
    }

    /// Whether it came to rest.
    private mutating func follow(
        _ message: Message, _ place: Int, of moves: ControllerMoves, from source: UInt8, along index: UInt16
    ) -> Bool {
        let path = controllers.paths[Int(index)]
        let move = moves[place]
        if path.isRemapped && !path.remap.sees(message) { return false }
        if isCovered(path, message, move.slot, moves, from: source) { return false }
        working = AtWork(path.sentBy, of: path.sentIn)
        var out = message.on(channel: path.outChannel)
        if path.isRemapped {
            // H7: its old remap with its old state; what does not trigger sends nothing.
            let back = path.remap.backSlot == UInt16(move.slot)
            guard let value = path.remap.next(after: path.value, move, back: back) else { return false }
            controllers.paths[Int(index)].value = value
            let sent = path.remap.output(of: value)
            if path.controller == nil && isRetained(index) { tell(.retainedNote, of: path) }
            if path.controller == nil { return replay(index, velocity: UInt8(truncatingIfNeeded: sent)) }
            out = path.remap.output.message(Int(path.part), value: sent, channel: path.outChannel)
            // R17: a free message may say the same whatever comes, or move another controller with another value.
            if path.remap.output.isFixed(Int(path.part)) || RetainedController(out) != path.controller {
                return false
            }
        }
        guard let controller = path.controller else { return false }
        tell(.retainedController, of: path)
        if message.kind == .motion { tiltsSent &+= 1 }
        let rests = controller.value(of: out) == controller.rest
        if rests { controllers.remove(index) }
        send(out, to: path.destination)
        return rests
    }

    private mutating func isCovered(
        _ old: HeldControllers.Path, _ message: Message, _ slot: Int, _ moves: ControllerMoves, from source: UInt8
    ) -> Bool {
        var covered = false
        listener.isQuiet = true
        defer { listener.isQuiet = false }
        for concern in concerned(by: message, from: source) {
            guard let routing = admitted(concern, channel: message.ownChannel) else { continue }
            forEachPath(message, moves, through: routing, concern) { router, move, path in
                guard move.slot == slot else { return }
                if let remap = path.remap {
                    let output = router.preset.pointee.remaps[Int(remap)].output
                    guard old.isMoved(by: output, on: path.channel) else { return }
                } else {
                    guard let controller = old.controller, path.channel == old.outChannel,
                        RetainedController(message) == controller
                    else { return }
                }
                for end in 0..<Int(routing.pointee.destinationCount)
                where routing.pointee.destinations[end] == old.destination {
                    covered = true
                }
            }
        }
        return covered
    }

    /// Brings to rest what another program cannot follow: what goes by a curve, list or free message of the one that is
    /// about to be freed, and what is moved by an input that the other does not name. The rest is moved by the other's
    /// slots from now on.
    ///
    /// - Parameter kept: a preset of the other, whose curves, lists and free messages are known there.
    mutating func releaseUnknown(to program: UnsafePointer<Program>, keeping kept: UnsafePointer<Preset>?) {
        var index = controllers.oldest
        while index != HeldControllers.none {
            let next = controllers.paths[Int(index)].newer
            let path = controllers.paths + Int(index)
            let remap = path.pointee.remap
            let source = path.pointee.source
            let isKnown = kept.map { goes(remap, by: $0) } ?? false
            if isKnown || !remap.hasTable && !remap.output.refersToProgram,
                let slot = translated(path.pointee.slot, at: source, to: program),
                let forward = translated(remap.forwardSlot, at: source, to: program),
                let back = translated(remap.backSlot, at: source, to: program)
            {
                path.pointee.slot = slot
                path.pointee.remap.forwardSlot = forward
                path.pointee.remap.backSlot = back
            } else {
                releaseController(index, counted: false)
            }
            index = next
        }
    }

    /// The slot of the same input in another program; nil: it is not known there at its source.
    private mutating func translated(_ slot: UInt16, at source: UInt8, to program: UnsafePointer<Program>) -> UInt16? {
        if slot == Remap.none || slot < ControlInput.derived { return slot }
        guard let old = self.program.pointee.derived, let new = program.pointee.derived,
            new.pointee.isFollowed(at: source)
        else { return nil }
        return new.pointee.slot(of: old.pointee.input(Int(slot))).map { UInt16($0) }
    }

    /// Brings a remembered controller to rest where it went (H9, and when the table is full).
    mutating func releaseController(_ index: UInt16, counted: Bool) {
        let path = controllers.paths[Int(index)]
        working = AtWork(path.sentBy, of: path.sentIn)
        if counted {
            status.dropped &+= 1
            why(.tooManyHeld, to: path.destination)
        }
        guard let controller = path.controller else { return endNote(index) }
        controllers.remove(index)
        send(controller.atRest(channel: path.outChannel), to: path.destination)
    }
}

extension HeldControllers.Path {
    /// Whether an input moves what went this way.
    func listens(to move: ControllerMove) -> Bool {
        channel == move.channel && (Int(slot) == move.slot || isRemapped && Int(remap.backSlot) == move.slot)
    }

    /// Whether an output on a channel sends the very same controller (H8).
    func isMoved(by output: ControlOutput, on channel: UInt8) -> Bool {
        if let controller { return output.moves(controller, of: outChannel, on: channel) }
        return output == .key(note) && channel == outChannel
    }
}

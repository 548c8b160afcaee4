import MIDI
import Plan

// Controllers away from rest, and notes that remaps play, keep their old path until they return to rest (H4, H5, H6,
// H7, H8).
extension Router {
    /// Sends a message along the old paths of the controllers it moves, unless the settings in force send the same
    /// controller to the same channel of the same destination (H8).
    @inline(__always)
    mutating func retained(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if !ledger.controllers.isEmpty { followRetained(message, moves, from: source) }
    }

    private mutating func followRetained(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        var channels: UInt16 = 0
        for place in 0..<moves.count {
            // Two moves of one message may be on one channel, or on two: a free message sets its own channel.
            let channel: UInt16 = 1 << UInt16(moves[place].channel)
            if channels & channel != 0 { continue }
            channels |= channel
            var slot = ledger.controllers.first(of: source, moves[place].channel)
            while !slot.isNone {
                let next = ledger.controllers.next(after: slot)
                if isRetained(slot) { follow(message, moves, from: source, along: slot) }
                slot = next
            }
        }
    }

    /// Whether a path is followed before the routings of the running preset. A note that a remap plays is, only if it
    /// belongs to earlier settings; otherwise its routing decides when it is followed (H8).
    mutating func isRetained(_ slot: Slot) -> Bool {
        !ledger.controllers[slot].isNote || ledger.controllers[slot].routing == .byPast
    }

    /// Whether a message moves a held path.
    mutating func listens(_ slot: Slot, to moves: ControllerMoves) -> Bool {
        for place in 0..<moves.count where moves[place].fires {
            if ledger.controllers[slot].listens(to: moves[place]) { return true }
        }
        return false
    }

    /// Follows the key-driven notes of a routing whose conditions fail now, at the routing's place in the order (H8).
    /// Mute and bypass have already ended such notes (H7).
    @inline(__always)
    mutating func followNotes(
        of concern: Concern, _ message: Message, _ moves: ControllerMoves, from source: UInt8
    ) {
        if !ledger.controllers.firstNote(of: concern.routing).isNone {
            followNotesPlayed(by: concern, message, moves, from: source)
        }
    }

    @inline(never)
    private mutating func followNotesPlayed(
        by concern: Concern, _ message: Message, _ moves: ControllerMoves, from source: UInt8
    ) {
        if !isShut(concern.routing) { return }
        var slot = ledger.controllers.firstNote(of: concern.routing)
        while !slot.isNone {
            let next = ledger.controllers.nextNote(after: slot)
            let path = ledger.controllers[slot]
            if !path.endsWithRouting && path.input.source == source {
                follow(message, moves, from: source, along: slot)
            }
            slot = next
        }
    }

    mutating func follow(_ message: Message, _ moves: ControllerMoves, from source: UInt8, along slot: Slot) {
        for place in 0..<moves.count where moves[place].fires {
            // An earlier move of this message may already have ended this path, and another may use its slot.
            if !ledger.controllers[slot].listens(to: moves[place]) { continue }
            if follow(message, place, of: moves, from: source, along: slot) { return }
        }
    }

    /// Moves a path. Returns whether the path returned to rest and ended.
    private mutating func follow(
        _ message: Message, _ place: Int, of moves: ControllerMoves, from source: UInt8, along slot: Slot
    ) -> Bool {
        let path = ledger.controllers[slot]
        if path.isRemapped && !path.remap.sees(message) { return false }
        if isCovered(path, message, moves[place].slot, moves, from: source) { return false }
        working = AtWork(path.sentBy, of: path.sentIn)
        var out = message.on(channel: path.outChannel)
        if path.isRemapped {
            // H7: the old remap continues with its old value; a move that does not trigger it sends nothing.
            let back = Int(path.remap.backSlot) == moves[place].slot
            let next = stages.next(of: path.remap, after: path.value, moves[place], back: back, of: source)
            guard let value = next else { return false }
            ledger.controllers.setValue(value, of: slot)
            let sent = path.remap.output(of: value)
            if path.isNote {
                if isRetained(slot) { tell(.retainedNote, of: path) }
                return replay(slot, velocity: UInt8(truncatingIfNeeded: sent))
            }
            out = path.remap.output.message(Int(path.part), value: sent, channel: path.outChannel)
            if fine.stands(for: message), let fine = fineMessage(of: path, moves[place]) { out = fine }  // U4
            // R17: a free message may be equal at every value, or move another controller at another value.
            if path.remap.output.isFixed(Int(path.part)) || RetainedController(out) != path.controller {
                return false
            }
        }
        guard let controller = path.controller else { return false }
        tell(.retainedController, of: path)
        if message.kind == .motion { tiltsSent &+= 1 }
        if outputs.speaksMIDI2(path.destination), let ump = fineUMP(of: path, moves[place], message) {
            return followFine(slot, out, ump)
        }
        let rests = controller.value(of: out) == controller.rest
        if rests { ledger.controllers.remove(slot) }
        outputs.send(out, to: path.destination, at: now)
        return rests
    }

    /// Whether the settings in force send the controller of an old path to the same place (H8).
    private mutating func isCovered(
        _ old: HeldControllers.Path, _ message: Message, _ slot: Int, _ moves: ControllerMoves, from source: UInt8
    ) -> Bool {
        var covered = false
        outputs.tracer.isQuiet = true
        defer { outputs.tracer.isQuiet = false }
        for concern in concerned(by: message, from: source) {
            guard let routing = admitted(concern, channel: message.ownChannel) else { continue }
            forEachPath(message, moves, through: routing, concern) { router, move, path in
                guard move.slot == slot else { return }
                if let remap = path.remap {
                    let output = router.preset.remaps[Int(remap)].output
                    guard old.isMoved(by: output, on: path.channel) else { return }
                } else {
                    guard let controller = old.controller, path.channel == old.outChannel,
                        RetainedController(message) == controller
                    else { return }
                }
                for destination in router.destinations(of: routing, from: source)
                where destination == old.destination {
                    covered = true
                }
            }
        }
        return covered
    }
}

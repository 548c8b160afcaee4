import MIDI
import Plan

// The end of notes that remaps, loads and actions play.
extension Router {
    /// Removes a played note. Sends its Note Off if nothing else holds the note (H3): in the form of `release`, or as
    /// `8n kk 40` if that is nil (R5).
    mutating func endNote(_ slot: Slot, as release: Message? = nil) {
        let path = ledger.controllers[slot]
        forgetPath(slot)
        let atWork = working
        working = AtWork(path.sentBy, of: path.sentIn)
        if ledger.notes.sounding.drop(path.sound) {
            outputs.send(path.noteOff(as: release), to: path.destination, at: now)
        } else {
            why(.heldByAnotherKey, to: path.destination)
        }
        working = atWork
    }

    /// Removes a path. A note of earlier settings is also removed from the `HELD` count.
    mutating func forgetPath(_ slot: Slot) {
        let path = ledger.controllers[slot]
        if path.isOfPast && !ledger.isAged(path.began) { status.heldNotes &-= 1 }
        ledger.controllers.remove(slot)
    }

    /// Ends the notes of a path's player at its destination, except the same note if `keepingSame`. Returns whether any
    /// note ended.
    mutating func endOwn(_ path: HeldControllers.Path, keepingSame: Bool, as release: Message?) -> Bool {
        var ended = false
        var slot = ledger.controllers.firstNote(of: path.routing)
        while !slot.isNone {
            let next = ledger.controllers.nextNote(after: slot)
            let other = ledger.controllers[slot]
            if other.hasSamePlayer(as: path) && !(keepingSame && other.isSameNote(as: path)) {
                endNote(slot, as: release)
                ended = true
            }
            slot = next
        }
        return ended
    }

    /// H8: ends the same note of the same input along paths no longer in force, because it is now one with the note
    /// being played. Returns whether any note ended.
    mutating func endOthers(_ path: HeldControllers.Path, _ slot: Int) -> Bool {
        var ended = false
        let move = ControllerMove(slot: slot, channel: path.input.channel)
        var held = ledger.controllers.first(of: path.input.source, path.input.channel)
        while !held.isNone {
            let next = ledger.controllers.next(after: held)
            let other = ledger.controllers[held]
            if other.isNote && !other.endsWithRouting && other.listens(to: move) && other.isSameSound(as: path)
                && !isInForce(other)
            {
                endNote(held)
                ended = true
            }
            held = next
        }
        return ended
    }

    private mutating func isInForce(_ path: HeldControllers.Path) -> Bool {
        path.routing != .byPast && !isShut(path.routing) && !isBypassed(path.routing)
    }
}

// MARK: - With their routing (H1, H7, H8)

extension Router {
    /// H7: ends the notes that a routing plays by `note-value` or played when it was loaded, and releases its held
    /// values (R21).
    ///
    /// - Parameter andKeys: also ends notes played by `key`. Conditions and loads leave these to the release of their
    ///   input.
    mutating func endNotes(of routing: RoutingIndex, andKeys: Bool = false) {
        leaveHolds(of: routing)
        var slot = ledger.controllers.firstNote(of: routing)
        while !slot.isNone {
            let next = ledger.controllers.nextNote(after: slot)
            if andKeys || ledger.controllers[slot].endsWithRouting { endNote(slot) }
            slot = next
        }
    }

    /// Ends the notes of `failing` routings, one bit each, that a condition now blocks.
    mutating func shut(_ failing: UInt64) {
        var failing = failing
        while failing != 0 {
            let routing = RoutingIndex(failing.trailingZeroBitCount)
            failing &= failing - 1
            if isShut(routing) { endNotes(of: routing) }
        }
    }

    /// Before another preset is loaded: notes of this preset's routings end, or become notes of earlier settings.
    mutating func leaveNotes() {
        for routing in RoutingIndex.all where !ledger.controllers.firstNote(of: routing).isNone {
            endNotes(of: routing)
            ledger.controllers.detachNotes(of: routing)
        }
    }
}

extension HeldControllers.Path {
    /// The Note Off of a note: in the form of `release`, or `8n kk 40` if that is nil (R5).
    func noteOff(as release: Message?) -> Message {
        release?.on(channel: outChannel) ?? Message(status: Status.noteOff | outChannel, note, 0x40)
    }
}

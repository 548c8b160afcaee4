import MIDI
import Plan

// Notes that remaps play by `to: key` and `to: note-value`, and notes that loads and actions play. They are held like
// the notes of keys (H3): a note of a destination sounds until nothing holds it.
extension Router {
    /// Plays or ends the note that a remap makes from a value; velocity 0 ends it. `note-value` ends the previous note
    /// (H7).
    mutating func play(
        _ note: UInt8, velocity: UInt8, by remap: UnsafePointer<Remap>, _ input: InputKey, along way: ControllerPath
    ) {
        // An earlier preset's notes have already ended.
        if routesPast { return }
        var path = HeldControllers.Path()
        path.input = input
        path.outChannel = way.channel
        path.note = note
        path.player = remap.pointee.state
        path.routing = way.number
        path.endsWithRouting = remap.pointee.output == .noteValue
        follow(remap, &path)
        play(path, velocity: velocity, replaces: path.endsWithRouting, slot: Int(input.slot), through: way.routing)
    }

    /// Plays a note that a load or an action sends. No key release will end it, so it ends with its routing at the
    /// latest (H1). Actions use the routing index `RoutingIndex.byAction`.
    mutating func playOwn(
        _ message: Message, of number: RoutingIndex, through routing: UnsafePointer<Routing>, replaces: Bool
    ) {
        var path = HeldControllers.Path()
        path.input.source = Source.clock
        path.outChannel = message.channel
        path.note = message.data1
        path.player = HeldControllers.Path.player(of: message, replaces: replaces)
        path.routing = number
        path.endsWithRouting = true
        let release = message.isNoteOff ? message : nil
        play(
            path, velocity: message.isNoteOn ? message.data2 : 0, replaces: replaces, slot: ControlInput.slots,
            through: routing, release: release)
    }

    private mutating func play(
        _ played: HeldControllers.Path, velocity: UInt8, replaces: Bool, slot: Int,
        through routing: UnsafePointer<Routing>, release: Message? = nil
    ) {
        var path = played
        path.controller = nil
        // R1: each message is sent to all destinations before the next message.
        for destination in allDestinations(of: routing) {
            path.destination = destination
            var ended = endOwn(path, keepingSame: velocity > 0 && !replaces, as: release)
            if velocity > 0 { continue }
            ended = endOthers(path, slot) || ended
            // R11: a note-off is sent even if no note was on, except while another key holds that note (H3).
            if ended || leavesOut(destination, routing, from: path.input.source) { continue }
            if ledger.notes.sounding.isHeld(path.sound) {
                why(.heldByAnotherKey, to: path.destination)
            } else {
                outputs.send(path.noteOff(as: release), to: path.destination, at: now)
            }
        }
        if velocity == 0 { return }
        for destination in destinations(of: routing, from: path.input.source) {
            path.destination = destination
            let noteOn = Message(status: Status.noteOn | path.outChannel, path.note, velocity)
            if outputs.isFeedback(noteOn, from: path.input.source, to: path.destination, at: now) { continue }
            hold(path)
            outputs.send(noteOn, to: path.destination, at: now)
            _ = endOthers(path, slot)
        }
    }

    /// Stores a played note. The same note of the same player, begun by another channel or source, ends: both are one
    /// note.
    private mutating func hold(_ path: HeldControllers.Path) {
        var slot = ledger.controllers.firstNote(of: path.routing)
        while !slot.isNone {
            let other = ledger.controllers[slot]
            if other.isSameNote(as: path) && other.input.source == path.input.source
                && other.input.channel == path.input.channel
            {
                return ledger.controllers.update(slot, path)
            }
            slot = ledger.controllers.nextNote(after: slot)
        }
        ledger.notes.sounding.hold(path.sound)
        addPath(path)
        let new = ledger.controllers.newest
        slot = ledger.controllers.firstNote(of: path.routing)
        while !slot.isNone {
            let next = ledger.controllers.nextNote(after: slot)
            if slot != new && ledger.controllers[slot].isSameNote(as: path) { endNote(slot) }
            slot = next
        }
    }

    /// Applies a new value to a retained note; 0 ends the note (H7). Returns whether the note ended.
    mutating func replay(_ slot: Slot, velocity: UInt8) -> Bool {
        let path = ledger.controllers[slot]
        if velocity > 0 {
            outputs.send(
                Message(status: Status.noteOn | path.outChannel, path.note, velocity), to: path.destination, at: now)
        } else {
            endNote(slot)
        }
        return velocity == 0
    }
}

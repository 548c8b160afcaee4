import MIDI
import Plan

// Notes that free messages play (R17). They are held like the notes of `note-value`, and end with their routing at the
// latest (H1, H7), since the source that began them may be unable to end them.
extension Router {
    /// Plays a note-on or note-off of a free message. If the note number is the value, the previous note ends.
    mutating func play(
        _ out: Message, part: Int, by remap: UnsafePointer<Remap>, _ input: InputKey, along way: ControllerPath
    ) {
        // An earlier preset's notes have already ended.
        if routesPast { return }
        let varies = remap.pointee.output.noteVaries(part)
        var path = HeldControllers.Path()
        path.controller = nil
        path.input = input
        path.outChannel = out.channel
        path.note = out.data1
        path.routing = way.number
        path.endsWithRouting = true
        path.player = HeldControllers.Path.player(of: remap, noteVaries: varies)
        for destination in allDestinations(of: way.routing) {
            path.destination = destination
            if out.isNoteOff {
                release(path, as: out, always: !leavesOut(destination, way.routing, from: input.source))
            } else if varies {
                endBefore(path)
            }
        }
        if out.isNoteOff { return }
        for destination in destinations(of: way.routing, from: input.source) {
            path.destination = destination
            if !isPlayed(path) {
                ledger.notes.sounding.hold(path.sound)
                addPath(path)
            }
            outputs.send(out, to: path.destination, at: now)
        }
    }

    /// Ends what the routing of `path` plays of a note, whichever message began the note. A note-off that ends nothing
    /// is sent only if `always`, and never while something else holds the note (R5, H3).
    private mutating func release(_ path: HeldControllers.Path, as out: Message, always: Bool) {
        var ended = always
        var isHeld = ledger.notes.sounding.isHeld(path.sound)
        var slot = ledger.controllers.firstNote(of: path.routing)
        while !slot.isNone {
            let next = ledger.controllers.nextNote(after: slot)
            let other = ledger.controllers[slot]
            if other.endsWithRouting && other.isSameSound(as: path) {
                ledger.controllers.remove(slot)
                isHeld = !ledger.notes.sounding.drop(path.sound)
                ended = true
            }
            slot = next
        }
        if ended && !isHeld { outputs.send(out, to: path.destination, at: now) }
    }

    /// Ends other notes that the same remap plays on the same channel of the destination.
    private mutating func endBefore(_ path: HeldControllers.Path) {
        var slot = ledger.controllers.firstNote(of: path.routing)
        while !slot.isNone {
            let next = ledger.controllers.nextNote(after: slot)
            let other = ledger.controllers[slot]
            if other.player == path.player && other.destination == path.destination
                && other.outChannel == path.outChannel && other.note != path.note
            {
                endNote(slot)
            }
            slot = next
        }
    }

    private mutating func isPlayed(_ path: HeldControllers.Path) -> Bool {
        var slot = ledger.controllers.firstNote(of: path.routing)
        while !slot.isNone {
            let other = ledger.controllers[slot]
            if other.player == path.player && other.isSameSound(as: path) { return true }
            slot = ledger.controllers.nextNote(after: slot)
        }
        return false
    }
}

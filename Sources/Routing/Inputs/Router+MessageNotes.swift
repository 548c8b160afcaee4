import MIDI
import Program

// Notes that free messages play (R17). They are held like those of `note-value`, and end with their routing at the latest
// (H1, H7): whoever pressed them need not be able to release them.
extension Router {
    /// A note on or off of a free message. One whose number the value says ends the one before.
    mutating func play(
        _ out: Message, part: Int, by remap: UnsafePointer<Remap>, _ move: ControllerMove,
        from source: UInt8, along way: ControllerPath
    ) {
        // The notes of a preset that is gone have ended.
        if routesPast { return }
        var path = HeldControllers.Path()
        path.controller = nil
        path.source = source
        path.channel = move.channel
        path.slot = UInt16(move.slot)
        path.outChannel = out.channel
        path.note = out.data1
        path.routing = way.number
        path.endsWithRouting = true
        let varies = remap.pointee.output.noteVaries(part)
        path.player =
            varies ? HeldControllers.Path.messagePlayers + 1 + remap.pointee.state : HeldControllers.Path.messagePlayers
        let destinations = way.routing.pointee.destinations
        for end in 0..<Int(way.routing.pointee.destinationCount) {
            path.destination = destinations[end]
            if out.isNoteOff {
                release(path, as: out)
            } else if varies {
                endBefore(path)
            }
        }
        if out.isNoteOff { return }
        for end in 0..<Int(way.routing.pointee.destinationCount) {
            path.destination = destinations[end]
            if !isPlayed(path) {
                held.hold(path.sound)
                addPath(path)
            }
            send(out, to: path.destination)
        }
    }

    /// A note off ends what its routing plays of that note, whoever began it; one that nothing plays goes out unless
    /// something else holds the note (R5, H3).
    private mutating func release(_ path: HeldControllers.Path, as out: Message) {
        var isHeld = held.sounding[path.sound] > 0
        var index = controllers.noteHeads[Int(path.routing)]
        while index != HeldControllers.none {
            let other = controllers.paths[Int(index)]
            if other.endsWithRouting && other.isSameSound(as: path) {
                controllers.remove(index)
                isHeld = !held.drop(path.sound)
            }
            index = other.nextOfRouting
        }
        if !isHeld { send(out, to: path.destination) }
    }

    /// Ends another note that the same remap plays on the same channel of the destination.
    private mutating func endBefore(_ path: HeldControllers.Path) {
        var index = controllers.noteHeads[Int(path.routing)]
        while index != HeldControllers.none {
            let other = controllers.paths[Int(index)]
            if other.player == path.player && other.destination == path.destination
                && other.outChannel == path.outChannel && other.note != path.note
            {
                endNote(index)
            }
            index = other.nextOfRouting
        }
    }

    private mutating func isPlayed(_ path: HeldControllers.Path) -> Bool {
        var index = controllers.noteHeads[Int(path.routing)]
        while index != HeldControllers.none {
            let other = controllers.paths[Int(index)]
            if other.player == path.player && other.isSameSound(as: path) { return true }
            index = other.nextOfRouting
        }
        return false
    }
}

extension HeldControllers.Path {
    /// Players past all remaps: one for the notes that stand in free messages, whichever remap sends them, then one for each
    /// remap whose free message takes the note from its value.
    fileprivate static let messagePlayers: UInt16 = 0x4000

    fileprivate func isSameSound(as path: Self) -> Bool {
        destination == path.destination && outChannel == path.outChannel && note == path.note
    }
}

import MIDI
import Program

// What becomes of the notes that remaps, loads and actions play when settings change (H1, H7, H8).
extension Router {
    /// The notes of keys that a routing plays, while it is muted, bypassed or shut: they keep its place in the order (H8).
    @inline(__always)
    mutating func followNotes(
        of concern: Concern, _ message: Message, _ moves: ControllerMoves, from source: UInt8
    ) {
        if controllers.noteHeads[Int(concern.routing)] != HeldControllers.none {
            followNotesPlayed(by: concern, message, moves, from: source)
        }
    }

    @inline(never)
    private mutating func followNotesPlayed(
        by concern: Concern, _ message: Message, _ moves: ControllerMoves, from source: UInt8
    ) {
        let routing = Int(concern.routing)
        if !isShut(routing) && !isBypassed(concern.routing) { return }
        var index = controllers.noteHeads[routing]
        while index != HeldControllers.none {
            let path = controllers.paths[Int(index)]
            if !path.endsWithRouting && path.source == source {
                follow(message, moves, from: source, along: index)
            }
            index = path.nextOfRouting
        }
    }

    /// H7: what a routing plays by `note-value`, or played when it was loaded, ends with it.
    mutating func endNotes(of routing: Int) {
        var index = controllers.noteHeads[routing]
        while index != HeldControllers.none {
            let path = controllers.paths[Int(index)]
            if path.endsWithRouting { endNote(index) }
            index = path.nextOfRouting
        }
    }

    /// Routings whose conditions come to fail, a bit each.
    mutating func shut(_ failing: UInt64) {
        var failing = failing
        while failing != 0 {
            let routing = failing.trailingZeroBitCount
            failing &= failing - 1
            if isShut(routing) { endNotes(of: routing) }
        }
    }

    /// Another preset: what its routings play belongs to the past, or ends.
    mutating func leaveNotes() {
        for routing in 0..<Limits.routings {
            endNotes(of: routing)
            controllers.detachNotes(of: routing)
        }
    }
}

import MIDI
import Plan

// The transposition of the box (R29). Held notes end where they began, whatever the transposition is by then (H2).
extension Router {
    /// Sets the transposition of the box in semitones; beyond a limit it is the limit.
    mutating func transpose(to semitones: Int) {
        let limit = Limits.transposition
        status.transposition = Int8(min(max(semitones, -limit), limit))
        followTransposition()
    }

    /// Takes over the transposition of the running preset and its routings.
    mutating func followTransposition() {
        byHand.transpose(preset.transposes, by: Int(status.transposition) + Int(preset.transposition))
    }

    /// Goes on with the present transposition under another plan, unless its file says another one than before.
    mutating func carryTransposition(to new: UnsafePointer<Plan>) {
        if new.pointee.transposition != plan.transposition { status.transposition = new.pointee.transposition }
    }

    /// Whether the note stages of a routing are not the ordinary ones: it is bypassed or transposed.
    @inline(__always)
    mutating func isExceptional(_ routing: RoutingIndex) -> Bool { byHand.isExceptional(routing) }

    /// Applies the note and velocity stages of a bypassed or transposed routing. Bypass lifts all but the channel remap
    /// (R4) and the transposition, which belongs to the box.
    @inline(never)
    mutating func exceptionalNote(
        of word: UInt32, as kind: MessageKind, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) -> UInt32 {
        if isBypassed(concern.routing) { return transposed(word, concern) }
        switch routing.pointee.noteStage(word, kind) {
        case .stops(let reason): return stop(reason, concern)
        case .passes(let word):
            let word = transposed(word, concern)
            if kind == .noteOff || word == 0 { return word }
            switch routing.pointee.velocityStage(word) {
            case .stops(let reason): return stop(reason, concern)
            case .passes(let word): return word
            }
        }
    }

    /// Transposes the first word of a message about a note. Returns 0 if there is no such note.
    mutating func transposed(_ word: UInt32, _ concern: Concern) -> UInt32 {
        byHand.transposition(word, of: concern.routing) ?? stop(.transposed, concern)
    }
}

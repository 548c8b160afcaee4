import MIDI
import Plan

// MIDI 2.0 notes (U4, U5): twins of the MIDI 1.0 functions, which thus cost nothing more when no UMP is routed.
extension Router {
    /// MIDI 2.0 variant of `sound`.
    @inline(never)
    mutating func soundFine(
        _ out: UInt32, for message: Message, from source: UInt8, through routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) {
        let key = KeyBits.index(source, message.channel, message.data1)
        let marks = marks(of: routing, concern)
        let velocity = isBypassed(concern.routing) ? nil : routing.pointee.fineVelocity(fine.velocity)
        let ump = fine.note(out, velocity: velocity)
        // For MIDI 1.0 destinations: the velocity scaled down (U4), at least 1 so that it is no note-off.
        let out = out & ~0xFF | max(ump.word1 >> 25, 1)
        for destination in destinations(of: routing, from: source) {
            if outputs.isFeedback(message, from: source, to: destination, at: now) { continue }
            hold(out, of: key, at: destination, marks)
            outputs.send(Message(out), ump: ump, to: destination, at: now)
        }
    }

    /// MIDI 2.0 variant of `release`.
    @inline(never)
    mutating func releaseFine(_ slot: Slot, _ note: HeldNotes.Note, as release: Message) {
        if !forget(slot) { return why(.heldByAnotherKey, to: note.destination) }
        let out = note.message(as: release)
        outputs.send(out, ump: fine.note(out.word0), to: note.destination, at: now)
    }
}

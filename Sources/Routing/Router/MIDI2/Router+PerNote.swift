import MIDI
import Plan

// Messages about one note: per-note controllers, pitch bend and management (U5). They follow the note as key pressure
// does. If their key is not held, the present settings apply, because they may precede their Note On.
extension Router {
    /// Sends a message about a note to each note that its key plays, once; if the key is not held, to the notes that it
    /// would play now. A routing that filters poly pressure filters this message too.
    mutating func perNote(_ ump: Message, from place: UInt8) {
        let key = KeyBits.index(place, ump.channel, ump.data1)
        let fine = FineMessage(ump, shadow: Message(0))
        if !ledger.notes.pressed[key] { return precede(fine, from: place) }
        let first = ledger.notes.first(of: key)
        if isTraced { tellWhoHasNone(ump, from: place) }
        var slot = first
        while !slot.isNone {
            follow(slot, fine, from: first)
            slot = ledger.notes.next(after: slot)
        }
    }

    private mutating func follow(_ slot: Slot, _ fine: FineMessage, from first: Slot) {
        let note = ledger.notes[slot]
        if !admitsPressure(note, slot, from: first) { return }
        outputs.send(ump: fine.note(note.message(as: Message(0)).word0), to: note.destination, at: now)
    }

    /// Sends a message to the note that the key would play now. Unlike pressure, it is sent even if another key holds
    /// that note, because its own Note On may follow.
    private mutating func precede(_ fine: FineMessage, from place: UInt8) {
        var message = fine.ump
        // Clears the reserved bit above the key, which is preserved only in the UMP (U3).
        message.word0 &= ~0x8000
        forEachUnheldNote(message, inputs.moves.frame(), from: place) { router, word, destination in
            if router.outputs.isFeedback(fine.ump, from: place, to: destination, at: router.now) { return }
            router.outputs.send(ump: fine.note(word), to: destination, at: router.now)
        }
    }
}

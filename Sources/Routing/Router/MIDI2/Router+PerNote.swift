import MIDI
import Program

// Messages about one note: per-note controllers, pitch bend and management (U5). They follow the note as the pressure of a key
// does, and go by today's settings where their key is not held, because they may come before their Note On.
extension Router {
    /// Sends a message about a note to what its key sounds as, to each note once; where the key is not held, to what it would
    /// sound as now. A routing that filters poly pressure filters it too.
    mutating func perNote(_ packet: Message, from place: UInt8) {
        let key = KeyBits.index(place, packet.channel, packet.data1)
        let fine = FineMessage(packet, shadow: Message(0))
        if !ledger.notes.pressed[key] { return precede(fine, from: place) }
        let first = ledger.notes.first(of: key)
        if isTraced { tellWhoHasNone(packet, from: place) }
        var slot = first
        while !slot.isNone {
            follow(slot, fine, from: first)
            slot = ledger.notes.next(after: slot)
        }
    }

    private mutating func follow(_ slot: Slot, _ fine: FineMessage, from first: Slot) {
        let note = ledger.notes[slot]
        if !takesPressure(note, slot, from: first) { return }
        outputs.send(packet: fine.note(note.message(as: Message(0)).word0), to: note.destination, at: now)
    }

    /// Sends it as the note that the key would be now. Another key that holds that note does not matter, because the Note On of
    /// this one may follow.
    private mutating func precede(_ fine: FineMessage, from place: UInt8) {
        var message = fine.packet
        // Without the reserved bit above the key, which only the packet keeps (U3).
        message.word0 &= ~0x8000
        forEachUnheldNote(message, inputs.moves.frame(), from: place) { router, word, destination in
            if router.outputs.isLooped(fine.packet, from: place, to: destination, at: router.now) { return }
            router.outputs.send(packet: fine.note(word), to: destination, at: router.now)
        }
    }
}

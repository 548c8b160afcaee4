import MIDI
import Program

// Messages about one note: per-note controllers, pitch bend and management (U5). They follow the note as the pressure of a key
// does, and where their key holds nothing go by today's settings, because they may come before their Note On.
extension Router {
    /// Sends a message about a note to what its key sounds as, to each note once; where the key holds nothing, to what it would
    /// sound as now. A routing that filters poly pressure filters it too.
    mutating func perNote(_ packet: Message, from place: UInt8) {
        let first = ledger.notes.first(of: HeldNotes.index(place, packet.channel, packet.data1))
        let fine = FineMessage(packet, shadow: Message(0))
        var slot = first
        while !slot.isNone {
            follow(slot, fine, from: first)
            slot = ledger.notes.next(after: slot)
        }
        if !first.isNone { return }
        for concern in concerned(by: packet, as: .polyPressure, from: place) { precede(concern, fine, from: place) }
    }

    private mutating func follow(_ slot: Slot, _ fine: FineMessage, from first: Slot) {
        let note = ledger.notes[slot]
        if !takesPressure(note, slot, from: first) { return }
        outputs.send(packet: fine.note(note.message(as: Message(0)).word0), to: note.destination, at: now)
    }

    /// Sends it to the destinations of a routing, as the note that the key would be there.
    private mutating func precede(_ concern: Concern, _ fine: FineMessage, from place: UInt8) {
        guard let routing = admitted(concern, channel: fine.packet.channel) else { return }
        // Without the reserved bit above the key, which only the packet keeps (U3).
        var word = routing.pointee.channelStage(fine.packet.word0 & ~0x8000)
        if !isBypassed(concern.routing) {
            switch routing.pointee.noteStage(word, .polyPressure) {
            case .stops(let reason): return why(reason, concern.routing)
            case .passes(let mapped): word = mapped
            }
        }
        let packet = fine.note(word)
        for destination in destinations(of: routing, from: place) {
            if outputs.isLooped(fine.packet.inLoops, from: place, to: destination, at: now) { continue }
            outputs.send(packet: packet, to: destination, at: now)
        }
    }
}

import MIDI
import Plan

extension Router {
    /// Routes polyphonic key pressure to the notes that its key plays now (R6), once to each sounding note (H8), but
    /// not to the notes of a routing that replaces the pressure.
    mutating func polyPressure(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        let key = KeyBits.index(source, message.channel, message.data1)
        if !ledger.notes.pressed[key] { return strayPressure(message, moves, from: source) }
        let first = ledger.notes.first(of: key)
        var slot = first
        if isTraced { tellWhoHasNone(message, from: source) }
        if moves.hasMessages {
            retained(message, moves, from: source)
            for concern in concerned(by: message, from: source) {
                while !slot.isNone && comes(slot, before: concern.routing) {
                    press(slot, message, from: first)
                    slot = ledger.notes.next(after: slot)
                }
                if !control(message, moves, from: source, through: concern) { continue }
                while !slot.isNone && comes(slot, before: concern.routing.advanced(by: 1)) {
                    slot = ledger.notes.next(after: slot)
                }
            }
        }
        while !slot.isNone {
            press(slot, message, from: first)
            slot = ledger.notes.next(after: slot)
        }
    }

    /// Whether a note belongs to earlier settings, or its routing precedes another.
    private mutating func comes(_ slot: Slot, before routing: RoutingIndex) -> Bool {
        ledger.isOld(slot) || ledger.notes[slot].routing < routing
    }

    private mutating func press(_ slot: Slot, _ message: Message, from first: Slot) {
        let note = ledger.notes[slot]
        if !admitsPressure(note, slot, from: first) { return }
        sendPressure(note.message(as: message), of: message, to: note.destination)
    }

    /// R6: pressure of a key that is not held is routed by the present settings, unless something else holds that note
    /// (H3).
    private mutating func strayPressure(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if moves.hasMessages { retained(message, moves, from: source) }
        forEachUnheldNote(message, moves, from: source) { router, word, destination in
            let out = Message(word)
            if router.outputs.isFeedback(message, from: source, to: destination, at: router.now) { return }
            if router.ledger.notes.sounding.isHeld(HeldNotes.sound(destination, out.channel, out.data1)) {
                router.why(.heldByAnotherKey, to: destination)
            } else {
                router.sendPressure(out, of: message, to: destination)
            }
        }
    }

    private mutating func sendPressure(_ out: Message, of message: Message, to destination: PortIndex) {
        if fine.stands(for: message) {
            outputs.send(out, ump: fine.note(out.word0), to: destination, at: now)
        } else {
            outputs.send(out, to: destination, at: now)
        }
    }

    /// Whether a held note receives the pressure of its key: its routing lets pressure pass, and no earlier note of the
    /// key has the same sound.
    mutating func admitsPressure(_ note: HeldNotes.Note, _ slot: Slot, from first: Slot) -> Bool {
        working = AtWork(note.routing, of: note.preset)
        if note.filtersPressure {
            why(.filtered, to: note.destination)
            return false
        }
        if soundsEarlier(note, than: slot, from: first) {
            why(.reachedAlready, to: note.destination)
            return false
        }
        return true
    }

    /// Whether a note of the same key before `end` has the same sound and receives pressure.
    private func soundsEarlier(_ note: HeldNotes.Note, than end: Slot, from first: Slot) -> Bool {
        var slot = first
        while slot != end {
            if ledger.notes[slot].sound == note.sound && !ledger.notes[slot].filtersPressure { return true }
            slot = ledger.notes.next(after: slot)
        }
        return false
    }
}

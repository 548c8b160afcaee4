import MIDI
import Plan

// The short path of notes, for most messages: nothing listens to them as controllers, no trace is on, and no feedback
// is suspected. A release then asks no routing, and a note-on only the routings that take it.
//
// A twin of `noteOn` and `noteOff`: they share the stages and the ledger. Checking moves, traces and feedback here, all
// absent, would cost a third of a note's instructions.
extension Router {
    /// Whether notes of a source take the short path now.
    @inline(__always)
    mutating func admitsNotesPlainly(from source: UInt8) -> Bool {
        !listensToNotes(of: source) && !asksAll && !outputs.feedback.watches
    }

    /// Short path of `noteOn`.
    @inline(never)
    mutating func plainNoteOn(_ message: Message, from source: UInt8) {
        inputs.lastValues.press(message, from: source)
        let channel = message.channel
        let key = KeyBits.index(source, channel, message.data1)
        ledger.notes.pressed.set(key, true)
        ledger.notes.beginMessage()
        let slot = Concerns.slot(kind: .noteOn, channel: channel)
        for concern in preset.concerns.routings(source: source, slot: slot) {
            plainNote(message.word0, of: key, concern)
        }
    }

    /// Out of line: inlined, a message with one routing would pay the setup for several.
    @inline(never)
    private mutating func plainNote(_ word: UInt32, of key: Int, _ concern: Concern) {
        if isShut(concern.routing) || !admits(concern, Message(word).channel) { return }
        let routing = preset.routings.at(concern.routing)
        let out = note(of: word, as: .noteOn, through: routing, concern)
        if out == 0 { return }
        let marks = marks(of: routing, concern)
        // Fast path for one destination.
        if routing.pointee.destinationCount == 1 {
            return sound(out, of: key, at: routing.pointee.destinations[0], marks)
        }
        for destination in destinations(of: routing, from: HeldNotes.source(of: key)) {
            plainSound(out, of: key, at: destination, marks)
        }
    }

    /// Out of line: inlined, its setup would be hoisted into the caller's loop.
    @inline(never)
    private mutating func plainSound(_ out: UInt32, of key: Int, at destination: PortIndex, _ marks: HeldNotes.Marks) {
        sound(out, of: key, at: destination, marks)
    }

    @inline(__always)
    private mutating func sound(_ out: UInt32, of key: Int, at destination: PortIndex, _ marks: HeldNotes.Marks) {
        hold(out, of: key, at: destination, marks)
        outputs.send(Message(out), to: destination, as: .noteOn, at: now, isAnswer: false)
    }

    /// Short path of `noteOff`. The release of a key that was never pressed is routed by the present settings (R5).
    @inline(never)
    mutating func plainNoteOff(_ message: Message, from source: UInt8) {
        inputs.lastValues.release(message, from: source)
        let key = KeyBits.index(source, message.channel, message.data1)
        if !ledger.notes.pressed.set(key, false) {
            return noteOff(message, inputs.moves.frame(), from: source)
        }
        while true {
            let slot = ledger.notes.first(of: key)
            if slot.isNone { return }
            plainRelease(slot, as: message)
        }
    }

    /// Short path of `release`.
    @inline(__always)
    private mutating func plainRelease(_ slot: Slot, as message: Message) {
        let note = ledger.notes[slot]
        if !forget(slot) { return }
        outputs.send(note.message(as: message), to: note.destination, as: .noteOff, at: now, isAnswer: false)
    }
}

import MIDI

// Notes that are nothing but notes, which most messages are. Nothing hears them as controllers, nobody listens and no way is
// muted: so a release asks no routing, and a note only those that take it.
extension Router {
    /// Whether notes of a source are that now.
    @inline(__always)
    mutating func takesNotesPlainly(from source: UInt8) -> Bool {
        !hearsNotes(of: source) && !asksAll && !loops.isAlert
    }

    @inline(__always)
    mutating func plainNote(_ message: Message, from source: UInt8) {
        if message.isNoteOn {
            lastValues.press(message, from: source)
            plainNoteOn(message, from: source)
        } else {
            lastValues.release(message, from: source)
            plainNoteOff(message, from: source)
        }
    }

    /// See `noteOn`.
    @inline(__always)
    private mutating func plainNoteOn(_ message: Message, from source: UInt8) {
        _ = held.press(HeldNotes.index(source, message.channel, message.data1), true)
        let (shut, channel) = (shut, message.channel)
        var place = HeldNotes.none
        let slot = Concerns.slot(kind: .noteOn, channel: message.channel)
        for concern in preset.pointee.concerns.routings(source: source, slot: slot) {
            if shut & (1 &<< UInt64(concern.routing)) != 0 || !takes(concern, channel) { continue }
            let routing = preset.pointee.routings + Int(concern.routing)
            guard let played = note(of: message, through: routing, concern, isRelease: false) else { continue }
            sound(message, from: source, as: played, through: routing, concern, after: &place)
        }
    }

    /// See `noteOff`: that of a key that was never seen goes by today's settings (R5).
    @inline(__always)
    private mutating func plainNoteOff(_ message: Message, from source: UInt8) {
        let key = HeldNotes.index(source, message.channel, message.data1)
        if !held.press(key, false) {
            return noteOff(message, ControllerMoves(at: moves + movesInUse), from: source)
        }
        while let note = held.first(of: key) { _ = end(note, as: message) }
    }
}

import MIDI

// Notes that are nothing but notes, which most messages are. Nothing hears them as controllers, nobody listens and no way is
// muted: so a release asks no routing, and a note only those that take it.
extension Router {
    /// Whether notes of a source are that now.
    @inline(__always)
    mutating func takesNotesPlainly(from source: UInt8) -> Bool {
        !hearsNotes(of: source) && !asksAll && !loops.hasLoop
    }

    /// See `noteOn`.
    @inline(never)
    mutating func plainNoteOn(_ message: Message, from source: UInt8) {
        lastValues.press(message, from: source)
        let channel = message.channel
        let key = HeldNotes.index(source, channel, message.data1)
        _ = held.press(key, true)
        let shut = shut
        var place = HeldNotes.none
        let slot = Concerns.slot(kind: .noteOn, channel: channel)
        for concern in preset.pointee.concerns.routings(source: source, slot: slot) {
            if shut & (1 &<< UInt64(concern.routing)) != 0 || !takes(concern, channel) { continue }
            let routing = preset.pointee.routings + Int(concern.routing)
            guard let played = note(of: message, as: .noteOn, through: routing, concern) else { continue }
            sound(played, for: message, of: key, through: routing, concern, after: &place)
        }
    }

    /// See `noteOff`: that of a key that was never seen goes by today's settings (R5).
    @inline(never)
    mutating func plainNoteOff(_ message: Message, from source: UInt8) {
        lastValues.release(message, from: source)
        let key = HeldNotes.index(source, message.channel, message.data1)
        if !held.press(key, false) {
            return noteOff(message, ControllerMoves(at: moves + movesInUse), from: source)
        }
        while let note = held.first(of: key) { _ = end(note, as: message) }
    }
}

import MIDI

// Repairs the notes from chapters N and E (RFC 6295, A.6, A.7).
extension HeardChannel {
    /// The most Note Ons that one repair delivers for one key. An honest sender seldom has more than two at once.
    private static let overlapping: UInt8 = 4

    /// Ends the notes whose last command is a Note Off.
    mutating func endNotes(
        _ notes: NoteChapter, _ extras: LogChapter, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        for key in UInt8(0)..<128 where noteCounts[Int(key)] > 0 && notes.ends(key) {
            let count = extras.value(of: key, flag: false) ?? 0
            if velocities[Int(key)] == 0 && noteCounts[Int(key)] <= count { continue }
            let velocity = extras.value(of: key, flag: true) ?? 64
            repeat {
                emit(.noteOff(channel: channel, key: key, velocity: velocity), deliver)
            } while noteCounts[Int(key)] > count
        }
    }

    /// Ends the notes that no log names. The caller knows that the journal names all sounding notes.
    mutating func endOthers(than notes: NoteChapter, _ channel: UInt8, _ deliver: (Message) -> Void) {
        for key in UInt8(0)..<128 where noteCounts[Int(key)] > 0 && !notes.begins(key) {
            while noteCounts[Int(key)] > 0 { emit(.noteOff(channel: channel, key: key), deliver) }
        }
    }

    /// Begins the notes whose last command is a Note On, unless they sound already.
    mutating func beginNotes(
        _ notes: NoteChapter, _ extras: LogChapter, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        for log in 0..<notes.logs where notes.velocity(log) > 0 {
            let (key, velocity) = (notes.key(log), notes.velocity(log))
            let count = max(1, extras.value(of: key, flag: false) ?? 1)
            if velocities[Int(key)] == velocity && noteCounts[Int(key)] == count { continue }
            while noteCounts[Int(key)] >= count { emit(.noteOff(channel: channel, key: key), deliver) }
            if !notes.isToPlay(log) { continue }
            for _ in 0..<min(HeardChannel.overlapping, count - noteCounts[Int(key)]) {
                emit(.noteOn(channel: channel, key: key, velocity: velocity), deliver)
            }
        }
    }
}

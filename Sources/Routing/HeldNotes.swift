/// What every held key became, so that its release goes where its note went whatever the settings are by then
/// (H1, H2), and how often every note of every destination is held (H3).
///
/// A player holds C4 and steps to the next preset: the key's list still says "destination 2, channel 5, note 67", and
/// the release ends exactly that. At most `Limits.heldNotes` notes; all operations are O(1) but for walking the few
/// notes of one key.
struct HeldNotes {
    /// One note sounding somewhere because of one key through one routing.
    struct Note {
        var source: UInt8 = 0
        var channel: UInt8 = 0
        var key: UInt8 = 0
        var destination: UInt8 = 0
        var outChannel: UInt8 = 0
        var note: UInt8 = 0
        /// As the routing had it at the note-on (R6).
        var filtersPressure = false
        var routing: UInt16 = 0
        /// The preset it is a routing of.
        var preset: UInt8 = 0
        /// Which loading of a preset it began under.
        var generation: UInt32 = 0
        /// When it began, in an order with `HeldControllers.Path.began`.
        var began: UInt32 = 0
        var nextOfKey: UInt16 = HeldNotes.none
        var older: UInt16 = HeldNotes.none
        var newer: UInt16 = HeldNotes.none
    }

    static let none: UInt16 = 0xFFFF
    static let keys = Limits.ports * 16 * 128

    let notes: UnsafeMutablePointer<Note>
    /// First note of each key, by source, channel and key.
    let heads: UnsafeMutablePointer<UInt16>
    /// Keys that are down, whether or not anything routed them (R5): a bit each.
    let pressed: UnsafeMutablePointer<UInt64>
    /// How many held notes sound as each note, by destination, channel and note (H3).
    let sounding: UnsafeMutablePointer<UInt16>
    var free: UInt16
    var oldest: UInt16 = HeldNotes.none
    var newest: UInt16 = HeldNotes.none
    var count = 0

    init(_ memory: inout Memory) {
        notes = memory.take(Limits.heldNotes, repeating: Note())
        heads = memory.take(HeldNotes.keys, repeating: HeldNotes.none)
        pressed = memory.take(HeldNotes.keys / 64, repeating: 0)
        sounding = memory.take(HeldNotes.keys, repeating: 0)
        for index in 0..<Limits.heldNotes {
            notes[index].nextOfKey = index + 1 < Limits.heldNotes ? UInt16(index + 1) : HeldNotes.none
        }
        free = 0
    }

    static let byteCount =
        Limits.heldNotes * MemoryLayout<Note>.stride + keys * 4 + keys / 8 + 4 * 16

    /// Where a key of a source, or a note of a destination, stands in the tables.
    @inline(__always)
    static func index(_ port: UInt8, _ channel: UInt8, _ key: UInt8) -> Int {
        Int(port) << 11 | Int(channel) << 7 | Int(key)
    }

    func isPressed(_ key: Int) -> Bool { pressed[key >> 6] & (1 << UInt64(key & 63)) != 0 }

    func setPressed(_ key: Int, _ down: Bool) {
        if down {
            pressed[key >> 6] |= 1 << UInt64(key & 63)
        } else {
            pressed[key >> 6] &= ~(1 << UInt64(key & 63))
        }
    }

    func isSounding(_ destination: UInt8, _ channel: UInt8, _ note: UInt8) -> Bool {
        sounding[HeldNotes.index(destination, channel, note)] > 0
    }
}

extension HeldNotes {
    /// Remembers a note of a key. False when that very note is remembered already: a key pressed twice without a
    /// release between is released once (H3). There must be room: see `isFull`.
    mutating func add(_ note: Note) -> Bool {
        let key = HeldNotes.index(note.source, note.channel, note.key)
        // A key's notes stand in the order they will be released in: what began under old settings first, in the
        // order it began, then those of the running preset by routing (R1, H8).
        var previous = HeldNotes.none
        var next = heads[key]
        while next != HeldNotes.none {
            let other = notes[Int(next)]
            if other.generation == note.generation {
                if other.routing > note.routing { break }
                if other.routing == note.routing && other.destination == note.destination
                    && other.outChannel == note.outChannel && other.note == note.note
                {
                    return false
                }
            }
            previous = next
            next = other.nextOfKey
        }
        let index = free
        free = notes[Int(index)].nextOfKey
        notes[Int(index)] = note
        notes[Int(index)].nextOfKey = next
        if previous == HeldNotes.none {
            heads[key] = index
        } else {
            notes[Int(previous)].nextOfKey = index
        }
        notes[Int(index)].older = newest
        notes[Int(index)].newer = HeldNotes.none
        if newest == HeldNotes.none { oldest = index } else { notes[Int(newest)].newer = index }
        newest = index
        count += 1
        hold(note.destination, note.outChannel, note.note)
        return true
    }

    /// The note of a key that is released first; nil: it has none.
    func first(of key: Int) -> UInt16? { heads[key] == HeldNotes.none ? nil : heads[key] }

    var isFull: Bool { free == HeldNotes.none }

    /// Forgets a note. True when nothing else holds what it sounded as, so that its Note Off is due (H3).
    mutating func remove(_ index: UInt16) -> Bool {
        let note = notes[Int(index)]
        unlinkFromKey(index, note)
        if note.older == HeldNotes.none { oldest = note.newer } else { notes[Int(note.older)].newer = note.newer }
        if note.newer == HeldNotes.none { newest = note.older } else { notes[Int(note.newer)].older = note.older }
        notes[Int(index)].nextOfKey = free
        free = index
        count -= 1
        return drop(note.destination, note.outChannel, note.note)
    }

    /// A note is held once more: by a key, or by a remap that plays it.
    func hold(_ destination: UInt8, _ channel: UInt8, _ note: UInt8) {
        sounding[HeldNotes.index(destination, channel, note)] += 1
    }

    /// A note is held once less. True when nothing holds it any more.
    func drop(_ destination: UInt8, _ channel: UInt8, _ note: UInt8) -> Bool {
        let sound = HeldNotes.index(destination, channel, note)
        sounding[sound] -= 1
        return sounding[sound] == 0
    }

    private func unlinkFromKey(_ index: UInt16, _ note: Note) {
        let key = HeldNotes.index(note.source, note.channel, note.key)
        if heads[key] == index {
            heads[key] = note.nextOfKey
            return
        }
        var previous = heads[key]
        while notes[Int(previous)].nextOfKey != index { previous = notes[Int(previous)].nextOfKey }
        notes[Int(previous)].nextOfKey = note.nextOfKey
    }
}

import MIDI
import Program

/// What every held key became, so that its release goes where its note went whatever the settings are by then
/// (H1, H2), and how often every note of every destination is held (H3).
///
/// A player holds C4 and steps to the next preset: the key's list still says "destination 2, channel 5, note 67", and
/// the release ends exactly that. At most `Limits.heldNotes` notes; all operations are O(1) but for walking the few
/// notes of one key.
struct HeldNotes {
    /// One note sounding somewhere because of one key through one routing.
    struct Note {
        /// The key and what it sounds as: `HeldNotes.index` of source and destination.
        var key: UInt16
        var sound: UInt16
        var marks: Marks
        /// Which loading of a preset it began under.
        var generation: UInt32
        /// When it began, in an order with `HeldControllers.Path.began`.
        var began: UInt32
        var nextOfKey: UInt16 = HeldNotes.none
        var newer: UInt16 = HeldNotes.none
        var older: UInt16 = HeldNotes.none

        @inline(__always) var routing: UInt16 { UInt16(truncatingIfNeeded: marks.word) }
        var preset: UInt8 { UInt8(truncatingIfNeeded: marks.word >> 16) }
        var filtersPressure: Bool { marks.word >> 24 != 0 }
        var source: UInt8 { UInt8(truncatingIfNeeded: key >> 11) }
        @inline(__always) var destination: UInt8 { UInt8(truncatingIfNeeded: sound >> 11) }

        /// What is sent of it, in the form and with the value of a message of a note (R5).
        @inline(__always)
        func message(as form: Message) -> Message {
            let note = UInt32(sound & 0x780) << 9 | UInt32(sound & 0x7F) << 8
            return Message(form.word0 & 0xFFF0_007F | note)
        }
    }

    /// Which routing began a note, of which preset, and whether it filtered poly pressure then (R6).
    struct Marks {
        fileprivate let word: UInt32

        @inline(__always)
        init(routing: UInt16, preset: UInt8, filtersPressure: Bool) {
            word = UInt32(routing) | UInt32(preset) << 16 | (filtersPressure ? 1 << 24 : 0)
        }

        var routing: UInt8 { UInt8(truncatingIfNeeded: word) }
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
    /// In one message routings come in their order: what stands before the notes of the last one in the list of the key, or
    /// `none`, so that nobody looks for it from the beginning again.
    private var place = HeldNotes.none

    init(_ memory: inout Memory) {
        let marks = Marks(routing: 0, preset: 0, filtersPressure: false)
        let none = Note(key: 0, sound: 0, marks: marks, generation: 0, began: 0)
        notes = memory.take(Limits.heldNotes, repeating: none)
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

    /// Where a key of a source, or a note of a destination, stands in the tables. Ports are 0..<32, channels 0...15, keys
    /// 0...127.
    @inline(__always)
    static func index(_ port: UInt8, _ channel: UInt8, _ key: UInt8) -> Int {
        Int(port) << 11 | Int(channel) << 7 | Int(key)
    }

    /// Whether a key was down, which now is down or not.
    @inline(__always)
    func press(_ key: Int, _ down: Bool) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: key)
        let before = pressed[key >> 6]
        pressed[key >> 6] = down ? before | bit : before & ~bit
        return before & bit != 0
    }

    @inline(__always)
    func isSounding(_ destination: UInt8, _ channel: UInt8, _ note: UInt8) -> Bool {
        sounding[HeldNotes.index(destination, channel, note)] > 0
    }
}

extension HeldNotes {
    /// Remembers a note of a key, unless that very note is remembered already: a key pressed twice without a release
    /// between is released once (H3). There must be room: see `isFull`.
    @inline(__always)
    mutating func add(_ note: Note) {
        if heads[Int(note.key)] != HeldNotes.none { return insert(note) }
        heads[Int(note.key)] = free
        take(note)
    }

    /// A key's notes stand in the order they will be released in: what began under old settings first, in the order it
    /// began, then those of the running preset by routing (R1, H8).
    @inline(never)
    private mutating func insert(_ note: Note) {
        var previous = place
        var next = previous == HeldNotes.none ? heads[Int(note.key)] : notes[Int(previous)].nextOfKey
        while next != HeldNotes.none
            && (notes[Int(next)].generation != note.generation || notes[Int(next)].routing < note.routing)
        {
            previous = next
            next = notes[Int(next)].nextOfKey
        }
        place = previous
        while next != HeldNotes.none && notes[Int(next)].routing == note.routing {
            if notes[Int(next)].sound == note.sound { return }
            previous = next
            next = notes[Int(next)].nextOfKey
        }
        var note = note
        note.nextOfKey = next
        if previous == HeldNotes.none { heads[Int(note.key)] = free } else { notes[Int(previous)].nextOfKey = free }
        take(note)
    }

    /// The notes of a new message are added from now on, or others may have gone.
    @inline(__always)
    mutating func beginMessage() { place = HeldNotes.none }

    /// The first free place is a note's, the newest's.
    @inline(__always)
    private mutating func take(_ note: Note) {
        let index = free
        let row = notes + Int(index)
        free = row.pointee.nextOfKey
        row.pointee = note
        row.pointee.older = newest
        if newest == HeldNotes.none { oldest = index } else { notes[Int(newest)].newer = index }
        newest = index
        count &+= 1
        hold(Int(note.sound))
    }

    /// The note of a key that is released first; nil: it has none.
    @inline(__always)
    func first(of key: Int) -> UInt16? { heads[key] == HeldNotes.none ? nil : heads[key] }

    @inline(__always)
    var isFull: Bool { free == HeldNotes.none }

    /// Forgets a note. True when nothing else holds what it sounded as, so that its Note Off is due (H3).
    @inline(__always)
    mutating func remove(_ index: UInt16) -> Bool {
        let row = notes + Int(index)
        let (key, older, newer) = (Int(row.pointee.key), row.pointee.older, row.pointee.newer)
        if heads[key] == index { heads[key] = row.pointee.nextOfKey } else { unlink(index, from: key) }
        if older == HeldNotes.none { oldest = newer } else { notes[Int(older)].newer = newer }
        if newer == HeldNotes.none { newest = older } else { notes[Int(newer)].older = older }
        row.pointee.nextOfKey = free
        free = index
        count &-= 1
        return drop(Int(row.pointee.sound))
    }

    /// A note is held once more: by a key, or by a remap that plays it. There are fewer than 65,536 of both.
    @inline(__always)
    func hold(_ sound: Int) { sounding[sound] &+= 1 }

    /// A note is held once less. True when nothing holds it any more.
    @inline(__always)
    func drop(_ sound: Int) -> Bool {
        let left = sounding[sound] &- 1
        sounding[sound] = left
        return left == 0
    }

    @inline(never)
    private mutating func unlink(_ index: UInt16, from key: Int) {
        var previous = heads[key]
        while notes[Int(previous)].nextOfKey != index { previous = notes[Int(previous)].nextOfKey }
        notes[Int(previous)].nextOfKey = notes[Int(index)].nextOfKey
    }
}

extension HeldNotes {
    /// Whether bytes that were put in its place are held notes: each index within the tables, each list whole, and each note
    /// in the lists that it belongs to and in no other. Costs a look at every key.
    func hasValidState() -> Bool {
        guard 0...Limits.heldNotes ~= count else { return false }
        var isHeld = InlineArray<32, UInt64>(repeating: 0)
        var (index, previous, left) = (oldest, HeldNotes.none, count)
        while index != HeldNotes.none {
            guard left > 0, Int(index) < Limits.heldNotes, notes[Int(index)].older == previous,
                sounding[Int(notes[Int(index)].sound)] > 0
            else { return false }
            isHeld[Int(index) >> 6] |= 1 << UInt64(index & 63)
            (previous, index, left) = (index, notes[Int(index)].newer, left - 1)
        }
        if left != 0 || previous != newest { return false }
        // A list that comes to its end after so many steps has no place twice.
        (index, left) = (free, Limits.heldNotes - count)
        while index != HeldNotes.none {
            guard left > 0, Int(index) < Limits.heldNotes, isHeld[Int(index) >> 6] & 1 << UInt64(index & 63) == 0
            else { return false }
            (index, left) = (notes[Int(index)].nextOfKey, left - 1)
        }
        return left == 0 && hasValidKeys(isHeld)
    }

    private func hasValidKeys(_ isHeld: borrowing InlineArray<32, UInt64>) -> Bool {
        var left = count
        for key in 0..<HeldNotes.keys {
            var index = heads[key]
            while index != HeldNotes.none {
                guard left > 0, Int(index) < Limits.heldNotes, isHeld[Int(index) >> 6] & 1 << UInt64(index & 63) != 0,
                    Int(notes[Int(index)].key) == key
                else { return false }
                (index, left) = (notes[Int(index)].nextOfKey, left - 1)
            }
        }
        return left == 0
    }
}

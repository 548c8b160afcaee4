import MIDI
import Program

/// What every held key became, so that its release goes where its note went whatever the settings are by then (H1, H2), and
/// how often every note of every destination is held (H3).
///
/// A player holds C4 and steps to the next preset: the chain of the key still says "destination 2, channel 5, note 67", and
/// the release ends exactly that. At most `Limits.heldNotes` notes; every operation costs at most a walk along the few notes
/// of one key.
struct HeldNotes {
    private var notes: SlotPool<Note>
    /// By age.
    private var all = SlotList()
    /// The order of the last note that began under settings of the past (H1).
    private var lastOld: UInt32 = 0
    /// By key, in the order of their release.
    private let chains: SlotChains<ByKey>
    /// Keys that are down, whether or not a routing took them (R5).
    let pressed: KeyBits
    /// What the notes sound as, and those that remaps, loads and actions play (H3).
    let sounding: SoundingNotes
    /// The slot before the last notes of this message in the chain of its key. A message goes through routings in their
    /// order, so the next note comes behind it.
    private var place = Slot.none

    private enum ByKey: ChainTable {
        static var keys: Int { HeldNotes.keys }
        static var slots: Int { Limits.heldNotes }
    }

    /// The keys of all ports, or the notes of all destinations.
    static let keys = Limits.ports * 16 * 128

    static let byteCount =
        SlotPool<Note>.byteCount(Limits.heldNotes) + SlotChains<ByKey>.byteCount
        + KeyBits.byteCount + SoundingNotes.byteCount

    init(_ memory: inout Memory) {
        notes = SlotPool(&memory, capacity: Limits.heldNotes, repeating: Note())
        chains = SlotChains(&memory)
        pressed = KeyBits(&memory)
        sounding = SoundingNotes(&memory)
    }

    /// Nanoseconds of a unit of `Note.pressedAt`: taking it from a time is a shift, and costs a note nothing.
    static let pressUnit: UInt64 = 1 << 16

    /// The source of the index of a key.
    @inline(__always)
    static func source(of key: Int) -> UInt8 { UInt8(truncatingIfNeeded: key >> 11) }

    /// The index of a note of a destination.
    @inline(__always)
    static func sound(_ destination: PortIndex, _ channel: UInt8, _ note: UInt8) -> Int {
        KeyBits.index(destination.rawValue, channel, note)
    }
}

// MARK: - Notes

extension HeldNotes {
    var count: Int { Limits.heldNotes - notes.freeCount }

    @inline(__always)
    var isFull: Bool { notes.isFull }

    @inline(__always)
    subscript(slot: Slot) -> Note { notes[slot] }

    /// The note of a key that is released first, or `none`.
    @inline(__always)
    func first(of key: Int) -> Slot { chains.first(of: key) }

    /// The note of the same key that is released next, or `none`.
    @inline(__always)
    func next(after slot: Slot) -> Slot { chains.next(after: slot) }

    /// The note that began first of all, or `none`, and the one that began last.
    var oldest: Slot { all.first }
    var newest: Slot { all.last }

    /// The note that began next, or `none`, and the one that began before.
    func newer(than slot: Slot) -> Slot { notes.next(after: slot) }
    func older(than slot: Slot) -> Slot { notes.previous(before: slot) }

    /// Whether a slot still holds the note of this order.
    func holds(_ slot: Slot, began: UInt32) -> Bool { notes.isTaken(slot) && notes[slot].began == began }

    /// Whether a note is of settings of the past. The order wraps.
    @inline(__always)
    func isOld(_ slot: Slot) -> Bool { Int32(bitPattern: notes[slot].began &- lastOld) <= 0 }

    /// Makes all notes up to this order belong to settings of the past.
    mutating func leaveSettings(upTo began: UInt32) { lastOld = began }

    /// Begins the notes of a new message, or goes on after others may have gone.
    @inline(__always)
    mutating func beginMessage() { place = .none }

    /// Remembers a note of a key. Where that very note is remembered already it begins anew: a key pressed twice without a
    /// release between is released once (H3). There must be room: see `isFull`.
    @inline(__always)
    mutating func add(_ note: Note) {
        if !chains.first(of: Int(note.key)).isNone { return insert(note) }
        chains.begin(take(note), of: Int(note.key))
    }

    /// The notes of a key stand in the order of their release: what began under old settings first, in the order it began,
    /// then those of the running preset by routing (R1, H8).
    @inline(never)
    private mutating func insert(_ note: Note) {
        var previous = place
        var next = following(previous, note)
        while !next.isNone && (isOld(next) || notes[next].routing < note.routing) {
            previous = next
            next = chains.next(after: next)
        }
        place = previous
        while !next.isNone && notes[next].routing == note.routing {
            if notes[next].sound == note.sound { return renew(next, as: note) }
            previous = next
            next = chains.next(after: next)
        }
        chains.insert(take(note), after: previous, of: Int(note.key))
    }

    private mutating func renew(_ slot: Slot, as note: Note) {
        notes.remove(slot, from: &all)
        notes.append(slot, to: &all)
        notes[slot] = note
    }

    @inline(__always)
    private func following(_ slot: Slot, _ note: Note) -> Slot {
        slot.isNone ? chains.first(of: Int(note.key)) : chains.next(after: slot)
    }

    /// Moves a note into a free slot, as the newest.
    @inline(__always)
    private mutating func take(_ note: Note) -> Slot {
        let slot = notes.take(toEndOf: &all)
        notes[slot] = note
        sounding.hold(Int(note.sound))
        return slot
    }

    /// Forgets a note. Returns whether nothing else holds what it sounded as, so that its Note Off is due (H3).
    @inline(__always)
    mutating func remove(_ slot: Slot) -> Bool {
        chains.remove(slot, of: Int(notes[slot].key))
        notes.remove(slot, from: &all)
        notes.giveBack(slot)
        return sounding.drop(Int(notes[slot].sound))
    }
}

// MARK: - Recording

extension HeldNotes {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        notes.forEachTable(visit)
        withUnsafeMutableBytes(of: &all, visit)
        withUnsafeMutableBytes(of: &lastOld, visit)
        chains.forEachTable(visit)
        pressed.forEachTable(visit)
        sounding.forEachTable(visit)
    }

    /// Whether restored bytes are held notes: each list whole, each note in the lists that it belongs to and in no other.
    /// Costs a look at every key.
    func hasValidState() -> Bool {
        guard notes.hasValidState(), notes.isWhole(all, count: count) else { return false }
        var slot = all.first
        while !slot.isNone {
            if !sounding.isHeld(Int(notes[slot].sound)) { return false }
            slot = notes.next(after: slot)
        }
        return chains.isWhole(count: count) { notes.isTaken($0) && Int(notes[$0].key) == $1 }
    }
}

import MIDI
import Plan

/// The notes that each held key plays, so that the release goes to the same destinations whatever the settings are by
/// then (H1, H2), and how often each note of each destination is held (H3).
///
/// Example: a player holds C4 and steps to the next preset. The chain of the key still contains "destination 2, channel
/// 5, note 67", and the release ends exactly that note. At most `Limits.heldNotes` notes; every operation costs at most
/// a walk along the few notes of one key.
struct HeldNotes {
    private var notes: SlotPool<Note>
    /// All notes by age, the oldest first.
    private var all = SlotList()
    /// The `began` of the last note that began under earlier settings (H1).
    private var lastOld: UInt32 = 0
    /// The notes of each key, in the order of their release.
    private let chains: SlotChains<ByKey>
    /// Pressed keys, even if no routing accepted them (R5).
    let pressed: KeyBits
    /// The sounding notes: those of held keys, and those that remaps, loads and actions play (H3).
    let sounding: SoundingNotes
    /// The slot before the last note of this message in the chain of its key. A message passes routings in order, so
    /// its next note is inserted after this slot.
    private var place = Slot.none

    private enum ByKey: ChainTable {
        static var keys: Int { HeldNotes.keys }
        static var slots: Int { Limits.heldNotes }
    }

    /// Number of keys of all ports, and of notes of all destinations.
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

    /// The unit of `Note.pressedAt`, in nanoseconds. A power of two, so that the conversion is a shift.
    static let pressUnit: UInt64 = 1 << 16

    /// The source of a key index.
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

    /// The note that began first, and the note that began last, or `none`.
    var oldest: Slot { all.first }
    var newest: Slot { all.last }

    /// The next younger and the next older note, or `none`.
    func newer(than slot: Slot) -> Slot { notes.next(after: slot) }
    func older(than slot: Slot) -> Slot { notes.previous(before: slot) }

    /// Whether a slot still contains the note that began at this place in the order.
    func holds(_ slot: Slot, began: UInt32) -> Bool { notes.isTaken(slot) && notes[slot].began == began }

    /// Whether a note belongs to earlier settings. The order wraps.
    @inline(__always)
    func isOld(_ slot: Slot) -> Bool { Int32(bitPattern: notes[slot].began &- lastOld) <= 0 }

    /// Makes all notes up to `began` belong to earlier settings.
    mutating func leaveSettings(upTo began: UInt32) { lastOld = began }

    /// Resets the insertion place, for a new message or after notes were removed.
    @inline(__always)
    mutating func beginMessage() { place = .none }

    /// Stores a note of a key. If the same note is stored already, it begins anew: a key pressed twice without a
    /// release in between is released once (H3). There must be room: see `isFull`.
    @inline(__always)
    mutating func add(_ note: Note) {
        if !chains.first(of: Int(note.key)).isNone { return insert(note) }
        chains.begin(append(note), of: Int(note.key))
    }

    /// Inserts a note in the order of release: notes of earlier settings by age, then those of the running preset by
    /// routing (R1, H8).
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
        chains.insert(append(note), after: previous, of: Int(note.key))
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
    private mutating func append(_ note: Note) -> Slot {
        let slot = notes.take(toEndOf: &all)
        notes[slot] = note
        sounding.hold(Int(note.sound))
        return slot
    }

    /// Removes a note. Returns whether nothing else holds its sounding note, so that a Note Off is due (H3).
    @inline(__always)
    mutating func remove(_ slot: Slot) -> Bool {
        chains.remove(slot, of: Int(notes[slot].key))
        notes.remove(slot, from: &all)
        notes.giveBack(slot)
        return sounding.drop(Int(notes[slot].sound))
    }
}

// MARK: - Held beyond the release of the key (R28)

extension HeldNotes {
    /// Takes a note out of the chain of its key, so that no release of the key ends it.
    mutating func detach(_ slot: Slot) { chains.remove(slot, of: Int(notes[slot].key)) }

    /// Puts a detached note back to the start of the chain of its key.
    mutating func attach(_ slot: Slot) { chains.insert(slot, after: .none, of: Int(notes[slot].key)) }

    /// The note in a slot; nil if the slot is free.
    func note(in slot: Slot) -> Note? { notes.isTaken(slot) ? notes[slot] : nil }
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

    /// Checks restored bytes: each list must be consistent, and each note in exactly its own lists. Visits every key.
    ///
    /// - Parameter detached: the number of detached notes.
    func hasValidState(detached: Int) -> Bool {
        guard notes.hasValidState(), notes.isWhole(all, count: count) else { return false }
        var slot = all.first
        while !slot.isNone {
            if !sounding.isHeld(Int(notes[slot].sound)) { return false }
            slot = notes.next(after: slot)
        }
        return chains.isWhole(count: count - detached) { notes.isTaken($0) && Int(notes[$0].key) == $1 }
    }
}

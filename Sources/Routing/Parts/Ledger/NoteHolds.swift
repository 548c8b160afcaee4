import MIDI
import Plan

/// The notes that routings hold beyond the release of their keys (R28).
///
/// Example: a routing has `hold: toggle`. The note of C4 is marked when it begins. When C4 is released, the note leaves
/// the chain of its key in `HeldNotes` for a chain here: it is *kept*, and no release ends it. The next press of C4
/// finds it here. A kept note stays in the list of all notes, so a panic or an unplugged source ends it as any other.
///
/// A mark belongs to a note only if `began` is equal: a note that ended leaves its mark behind, so that ordinary notes
/// cost nothing.
struct NoteHolds {
    enum Rule: UInt8 {
        case none, toggle, chord, conditions, sostenuto

        var isConditional: Bool { self == .conditions || self == .sostenuto }
    }

    struct Mark {
        /// The `HeldNotes.Note.began` of the note.
        var began: UInt32 = 0
        var rule: UInt8 = 0
        /// Whether the note is kept; whether the key was down when the conditions of a sostenuto became true; whether
        /// the release that waits was `9n kk 00`.
        var isKept: UInt8 = 0
        var isCaught: UInt8 = 0
        var isNoteOn: UInt8 = 0
        /// The velocity of the release that waits.
        var velocity: UInt8 = 0
    }

    private let marks: UnsafeMutablePointer<Mark>
    private let chains: SlotChains<ByTone>
    private var keptCount = 0
    /// Whether any note may be held; then all notes take the long path.
    private(set) var isUsed = false
    /// The routings in whose toggle the present message ended a note, one bit each.
    var toggled: UInt64 = 0

    /// Keys of different sources, but of one channel and number, share a chain.
    private enum ByTone: ChainTable {
        static var keys: Int { 16 * 128 }
        static var slots: Int { Limits.heldNotes }
    }

    static let byteCount = Memory.byteCount(of: Mark.self, Limits.heldNotes) + SlotChains<ByTone>.byteCount

    init(_ memory: inout Memory) {
        marks = memory.take(Limits.heldNotes, repeating: Mark())
        chains = SlotChains(&memory)
    }

    private static func chain(of key: Int) -> Int { key & (ByTone.keys - 1) }

    private func isMarked(_ slot: Slot, _ note: HeldNotes.Note) -> Bool { marks[slot.index].began == note.began }

    /// How a note is held; `none` if it ends with the release of its key.
    func rule(of slot: Slot, _ note: HeldNotes.Note) -> Rule {
        isMarked(slot, note) ? Rule(rawValue: marks[slot.index].rule) ?? .none : .none
    }

    func isKept(_ slot: Slot, _ note: HeldNotes.Note) -> Bool {
        isUsed && isMarked(slot, note) && marks[slot.index].isKept != 0
    }

    func isCaught(_ slot: Slot) -> Bool { marks[slot.index].isCaught != 0 }

    /// The first kept note of a channel and number, which may belong to another source; or `none`.
    func first(of key: Int) -> Slot { chains.first(of: NoteHolds.chain(of: key)) }

    func next(after slot: Slot) -> Slot { chains.next(after: slot) }
}

// MARK: - Changes

extension NoteHolds {
    /// Marks a note that has begun.
    mutating func begin(_ slot: Slot, _ note: HeldNotes.Note, by rule: Rule) {
        marks[slot.index] = Mark(began: note.began, rule: rule.rawValue)
        isUsed = true
    }

    /// Lets a note end with the release of its key.
    func clear(_ slot: Slot) { marks[slot.index].rule = Rule.none.rawValue }

    /// Sets whether the conditions of a sostenuto became true while the key was down.
    func setCaught(_ slot: Slot, _ isCaught: Bool) { marks[slot.index].isCaught = isCaught ? 1 : 0 }

    /// Adds a note, which has left the chain of its key, with the release of that key.
    mutating func keep(_ slot: Slot, _ note: HeldNotes.Note, as release: Message) {
        marks[slot.index].isKept = 1
        marks[slot.index].isNoteOn = release.status >= Status.noteOn ? 1 : 0
        marks[slot.index].velocity = release.data2
        keptCount += 1
        chains.append(slot, of: NoteHolds.chain(of: Int(note.key)))
    }

    /// Removes a kept note, which then returns to the chain of its key.
    mutating func remove(_ slot: Slot, _ note: HeldNotes.Note) {
        chains.remove(slot, of: NoteHolds.chain(of: Int(note.key)))
        marks[slot.index].isKept = 0
        keptCount -= 1
    }

    /// The release of a kept note: that of its key, in the form and with the velocity in which it came (R5). Nil for a
    /// toggle, whose key was released before the note was to end.
    func release(of slot: Slot) -> Message? {
        let mark = marks[slot.index]
        if mark.rule == Rule.toggle.rawValue { return nil }
        return Message(status: mark.isNoteOn != 0 ? Status.noteOn : Status.noteOff, 0, mark.velocity & 0x7F)
    }

    /// Sets whether any note may be held.
    mutating func setUsed(_ isUsed: Bool) {
        self.isUsed = isUsed
        toggled = 0
    }
}

// MARK: - Recording

extension NoteHolds {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(marks, Limits.heldNotes))
        chains.forEachTable(visit)
        withUnsafeMutableBytes(of: &keptCount, visit)
        withUnsafeMutableBytes(of: &isUsed, visit)
        withUnsafeMutableBytes(of: &toggled, visit)
    }

    /// Checks restored bytes: exactly the kept notes must be in chains, each in its own.
    ///
    /// - Returns: the number of kept notes; nil if the bytes are not valid.
    mutating func validKeptCount(of notes: HeldNotes) -> Int? {
        guard RawBytes.isBool(&isUsed), 0...Limits.heldNotes ~= keptCount, isUsed || keptCount == 0 else { return nil }
        let isWhole = chains.isWhole(count: keptCount) { slot, chain in
            guard let note = notes.note(in: slot) else { return false }
            return isKept(slot, note) && NoteHolds.chain(of: Int(note.key)) == chain
        }
        var kept = 0
        for index in 0..<Limits.heldNotes {
            if let note = notes.note(in: Slot(index)), isKept(Slot(index), note) { kept += 1 }
        }
        return isWhole && kept == keptCount ? keptCount : nil
    }
}

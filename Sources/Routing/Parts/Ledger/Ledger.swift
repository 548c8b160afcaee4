import MIDI
import Plan

/// What keys, controllers and remaps hold: sounding notes, and controllers away from rest, each with the path of its
/// release (H).
struct Ledger {
    var notes: HeldNotes
    var controllers: HeldControllers
    /// The number of notes and controllers begun so far; wraps.
    private var begun: UInt32 = 0
    /// Timers that end notes of a limited length (H14).
    var timers: NoteTimers
    /// Notes that routings hold beyond the release of their keys (R28).
    var holds: NoteHolds
    /// Notes up to this place in the order began under another plan, so their preset and routing mean nothing now.
    private var planBegan: UInt32 = 0
    /// Notes and controllers up to this place in the order are too old to count for `HELD` (D3). `nextAges` is when the
    /// next one becomes too old, in nanoseconds.
    private var agedUpTo: UInt32 = 0
    private(set) var nextAges = UInt64.max

    static let byteCount =
        HeldNotes.byteCount + HeldControllers.byteCount + NoteTimers.byteCount
        + NoteHolds.byteCount

    init(_ memory: inout Memory) {
        notes = HeldNotes(&memory)
        controllers = HeldControllers(&memory)
        timers = NoteTimers(&memory)
        holds = NoteHolds(&memory)
    }

    /// Makes everything held so far belong to earlier settings.
    mutating func leaveSettings() { notes.leaveSettings(upTo: begun) }

    /// Makes everything held so far belong to another plan.
    mutating func leavePlan() { planBegan = begun }

    /// Whether something began under the present plan.
    func isOfPlan(_ began: UInt32) -> Bool { Int32(bitPattern: began &- planBegan) > 0 }

    /// Returns the next number in the order in which notes and controllers begin (R1).
    @inline(__always)
    mutating func nextBegun() -> UInt32 {
        begun &+= 1
        return begun
    }

    /// Stores the note that a key plays at a destination (H2). There must be room.
    ///
    /// - Parameter word: the first word of the message sent to the destination.
    @inline(__always)
    mutating func hold(
        _ word: UInt32, of key: Int, at destination: PortIndex, _ marks: HeldNotes.Marks, at now: UInt64
    ) {
        let sound = destination.position << 11 | Int(word >> 9 & 0x780) | Int(word >> 8 & 0x7F)
        notes.add(
            HeldNotes.Note(
                key: UInt16(truncatingIfNeeded: key), sound: UInt16(truncatingIfNeeded: sound), marks: marks,
                pressedAt: Ledger.pressTime(now), began: nextBegun()))
    }

    /// Whether a note belongs to earlier settings.
    @inline(__always)
    func isOld(_ note: Slot) -> Bool { notes.isOld(note) }

    /// Whether a note began before a controller. The order wraps.
    func began(_ note: Slot, before path: Slot) -> Bool {
        Int32(bitPattern: notes[note].began &- controllers[path].began) < 0
    }

    /// Whether a note began before another one. The order wraps.
    func began(_ note: Slot, beforeNote other: Slot) -> Bool {
        Int32(bitPattern: notes[note].began &- notes[other].began) < 0
    }

    /// Whether nothing is held.
    var isEmpty: Bool { notes.count == 0 && controllers.isEmpty }

    /// The number of notes held by keys, remaps, loads and actions.
    var noteCount: Int { notes.count + controllers.noteCount }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        notes.forEachTable(visit)
        controllers.forEachTable(visit)
        withUnsafeMutableBytes(of: &begun, visit)
        timers.forEachTable(visit)
        holds.forEachTable(visit)
        withUnsafeMutableBytes(of: &planBegan, visit)
        withUnsafeMutableBytes(of: &agedUpTo, visit)
        withUnsafeMutableBytes(of: &nextAges, visit)
    }

    /// Checks restored bytes: everything held must be valid for a plan.
    mutating func hasValidState(_ plan: UnsafePointer<Plan>, at now: UInt64) -> Bool {
        guard let kept = holds.validKeptCount(of: notes) else { return false }
        return notes.hasValidState(detached: kept) && controllers.hasValidState(plan) && timers.hasValidState(at: now)
    }
}

// MARK: - Notes of the past (D3)

extension Ledger {
    /// How long a note of earlier settings counts for `HELD` after its key was pressed, in nanoseconds. Otherwise a
    /// drum that sends no note-offs would be shown all evening.
    static let memory: UInt64 = 60_000_000_000

    /// A time in units of `HeldNotes.pressUnit`; wraps after about three days.
    @inline(__always)
    static func pressTime(_ now: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: now / HeldNotes.pressUnit) }

    /// Whether a note of earlier settings no longer counts for `HELD`.
    func isAged(_ began: UInt32) -> Bool { Int32(bitPattern: began &- agedUpTo) <= 0 }

    /// Counts the notes of earlier settings whose keys were pressed less than `memory` ago. Visits all notes and paths
    /// begun since then.
    mutating func countHeld(at now: UInt64) -> UInt16 {
        let (time, most) = (Ledger.pressTime(now), Ledger.pressTime(Ledger.memory) + 1)
        var (count, longest): (UInt16, UInt32) = (0, 0)
        var slot = notes.newest
        while !slot.isNone && !isAged(notes[slot].began) && time &- notes[slot].pressedAt < most {
            if isOld(slot) {
                count += 1
                longest = max(longest, time &- notes[slot].pressedAt)
            }
            slot = notes.older(than: slot)
        }
        if !slot.isNone && !isAged(notes[slot].began) { agedUpTo = notes[slot].began }
        slot = controllers.newest
        while !slot.isNone && !isAged(controllers[slot].began) && time &- controllers[slot].pressedAt < most {
            if controllers[slot].isOfPast {
                count += 1
                longest = max(longest, time &- controllers[slot].pressedAt)
            }
            slot = controllers.older(than: slot)
        }
        if !slot.isNone && !isAged(controllers[slot].began) { agedUpTo = controllers[slot].began }
        nextAges = count == 0 ? UInt64.max : (now / HeldNotes.pressUnit + UInt64(most - longest)) * HeldNotes.pressUnit
        return count
    }
}

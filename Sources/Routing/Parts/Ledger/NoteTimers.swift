import MIDI
import Plan

/// The end times of notes with `notes: { length: ... }` (H14), as a heap with the earliest first.
///
/// Example: a pad without note-offs plays the snare. The slot of its note gets a timer, and 100 ms later the router
/// releases the note. Each slot of `HeldNotes` has one timer, so there is always room. A note that ends otherwise
/// leaves its timer behind, so that an ordinary release costs nothing; `began` then shows that the slot holds another
/// note.
struct NoteTimers {
    struct Timer {
        /// End of the note, in nanoseconds.
        var endsAt: UInt64 = 0
        /// The `HeldNotes.Note.began` of the note.
        var began: UInt32 = 0
        /// The index of the note's slot in `HeldNotes`.
        var slot: UInt16 = 0
    }

    private let heap: UnsafeMutablePointer<Timer>
    /// The heap position of each slot's timer, or `none`.
    private let places: UnsafeMutablePointer<UInt16>
    private var count = 0

    private static let none = UInt16.max
    /// The longest length of a note, in nanoseconds.
    static let longest: UInt64 = 10_000_000_000

    static let byteCount =
        Memory.byteCount(of: Timer.self, Limits.timedNotes) + Memory.byteCount(of: UInt16.self, Limits.timedNotes)

    init(_ memory: inout Memory) {
        heap = memory.take(Limits.timedNotes, repeating: Timer())
        places = memory.take(Limits.timedNotes, repeating: NoteTimers.none)
    }

    /// When the earliest timer ends, in nanoseconds; `UInt64.max` if there is none.
    var nextAt: UInt64 { count == 0 ? UInt64.max : heap[0].endsAt }

    /// Starts or restarts the timer of a slot.
    mutating func start(_ timer: Timer) {
        var place = Int(places[Int(timer.slot)])
        if place == NoteTimers.none {
            place = count
            count += 1
        }
        put(timer, at: place)
        sink(rise(place))
    }

    /// Removes and returns the earliest timer. There must be one.
    mutating func takeFirst() -> Timer {
        let first = heap[0]
        places[Int(first.slot)] = NoteTimers.none
        count -= 1
        if count > 0 {
            put(heap[count], at: 0)
            sink(0)
        }
        return first
    }
}

// MARK: - Order

extension NoteTimers {
    private func put(_ timer: Timer, at place: Int) {
        heap[place] = timer
        places[Int(timer.slot)] = UInt16(truncatingIfNeeded: place)
    }

    /// Compares by end time; of notes that end at the same time, the one that began first ends first. The order wraps.
    private func isBefore(_ place: Int, _ other: Int) -> Bool {
        let (one, two) = (heap[place], heap[other])
        return one.endsAt != two.endsAt ? one.endsAt < two.endsAt : Int32(bitPattern: one.began &- two.began) < 0
    }

    private func swap(_ place: Int, _ other: Int) {
        let timer = heap[place]
        put(heap[other], at: place)
        put(timer, at: other)
    }

    /// Moves a timer towards the root of the heap. Returns its new position.
    private func rise(_ start: Int) -> Int {
        var place = start
        while place > 0 && isBefore(place, (place - 1) / 2) {
            swap(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
        return place
    }

    private func sink(_ start: Int) {
        var place = start
        while 2 * place + 1 < count {
            var child = 2 * place + 1
            if child + 1 < count && isBefore(child + 1, child) { child += 1 }
            if !isBefore(child, place) { return }
            swap(place, child)
            place = child
        }
    }
}

// MARK: - Recording

extension NoteTimers {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(heap, Limits.timedNotes))
        visit(.of(places, Limits.timedNotes))
        withUnsafeMutableBytes(of: &count, visit)
    }

    /// Checks restored bytes: `places` must match the heap, and no timer may end before its parent.
    func hasValidState(at now: UInt64) -> Bool {
        guard 0...Limits.timedNotes ~= count else { return false }
        var named = 0
        for slot in 0..<Limits.timedNotes where places[slot] != NoteTimers.none {
            named += 1
            if Int(places[slot]) >= count || Int(heap[Int(places[slot])].slot) != slot { return false }
        }
        for place in 0..<count {
            if heap[place].endsAt > now.plus(NoteTimers.longest) { return false }
            if place > 0 && isBefore(place, (place - 1) / 2) { return false }
        }
        return named == count
    }
}

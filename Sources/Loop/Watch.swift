import Engine
import CPlatform
import MIDI
import Plan
import Routing
import Synchronization

/// The trace records that the loop shows while a client watches. The loop fills a ring and never waits for its reader.
/// Records that do not fit are counted.
package struct Watch {
    /// A packed `TraceRecord` of the router.
    package struct Seen: BitwiseCopyable {
        package var packed: UInt64
        package var word0: UInt32
        var word1: UInt32
        var word2: UInt32
        var word3: UInt32
        package var time: UInt64

        package var record: TraceRecord? { TraceRecord(packed: packed, message, time: time) }

        private var message: Message { Message(word0, word1, word2, word3) }
    }

    /// Allocated when the first client watches, and then kept.
    var ring: Ring<Seen>?
    /// Records that did not fit since the start; wraps.
    package let missed: UnsafeMutablePointer<Atomic<UInt32>>
    /// Whether the control thread wants to be woken by the next record. Otherwise it soon looks by itself.
    let isAwaited: UnsafeMutablePointer<Atomic<Bool>>
    /// What is to be done at the end of a turn, one bit each; mostly 0. For the loop only.
    var duties: UInt8 = 0
    /// The turn has added records.
    static let news: UInt8 = 1
    /// The ends of turns are published.
    static let ends: UInt8 = 2
    /// The ends of turns that sent something. Allocated when a client first asks for them, and then kept.
    var turnEnds: Ring<TurnEnd>?
    /// The place in the flight recorder behind the last message that was sent in an earlier turn. For the loop only.
    var sentBefore = 0

    /// Removes and returns the oldest record; nil if there is none. For the control thread.
    package func next() -> Seen? { ring?.pop() }

    /// Makes the loop wake the control thread with the next record. Returns false if there is a record already. For the
    /// control thread.
    package func awaitNext() -> Bool {
        isAwaited.pointee.store(true, ordering: .relaxed)
        // Either this thread sees a record that the loop has added, or the loop sees that it is awaited.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        return ring?.isEmpty ?? true
    }

    /// Whether the control thread is to be woken for the records of a turn. For the loop.
    var mustWake: Bool {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        if !isAwaited.pointee.load(ordering: .relaxed) { return false }
        isAwaited.pointee.store(false, ordering: .relaxed)
        return true
    }

    /// Removes and returns the oldest end of a turn; nil if there is none. For the control thread.
    package func nextTurnEnd() -> TurnEnd? { turnEnds?.pop() }

    /// Adds a record. For the loop.
    package mutating func show(_ seen: Seen) {
        duties |= Watch.news
        if let ring, !ring.push(seen) {
            missed.pointee.store(missed.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
    }
}

extension Loop {
    /// Begins or stops to show trace records.
    package func watch(_ isWatched: Bool) {
        if !isWatched { return engine.router.listen(nil, context: nil) }
        engine.router.listen(
            { context, packed, word0, word1, word2, word3, time in
                let watch = context!.assumingMemoryBound(to: Watch.self)
                watch.pointee.show(
                    Watch.Seen(packed: packed, word0: word0, word1: word1, word2: word2, word3: word3, time: time))
            }, context: watchAddress)
    }

    /// At the end of a turn, wakes the control thread for new records if it waits for them, and publishes when the turn
    /// ended.
    @inline(never)
    func serveWatchers() {
        if watched.duties & Watch.ends != 0 { publishEnd() }
        if watched.duties & Watch.news == 0 { return }
        watched.duties &= ~Watch.news
        if watched.mustWake { treadle_event_signal(controlWake) }
    }
}

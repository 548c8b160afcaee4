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
    /// The ring has records for which the control thread was not woken yet. For the loop only.
    var hasNews = false

    /// Removes and returns the oldest record; nil if there is none. For the control thread.
    package func next() -> Seen? { ring?.pop() }

    /// Adds a record. For the loop.
    package mutating func show(_ seen: Seen) {
        hasNews = true
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

    /// Wakes the control thread for new records, at most once a wake of the loop.
    func signalNews() {
        if !watched.hasNews { return }
        watched.hasNews = false
        treadle_event_signal(controlWake)
    }
}

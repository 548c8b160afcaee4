import Engine
import CPlatform
import Program
import Routing
import Synchronization

/// What the loop shows of what it does, as long as somebody watches: it fills a ring and never waits for whoever
/// empties it. What finds no room is counted.
package struct Watch {
    /// A record as the router tells it (`TraceRecord`).
    package struct Seen: BitwiseCopyable {
        package var packed: UInt64
        package var word0: UInt32
        var word1: UInt32
        package var time: UInt64

        package var record: TraceRecord? { TraceRecord(packed: packed, word0: word0, word1: word1, time: time) }
    }

    /// Made when the first one watches, and then kept.
    var ring: Ring<Seen>?
    /// How many found no room since the start; wraps.
    package let missed: UnsafeMutablePointer<Atomic<UInt32>>
    /// Something is in the ring that the control thread was not told of. For the loop only.
    var hasNews = false

    /// What was shown first of what is left. For the control thread.
    package func next() -> Seen? { ring?.pop() }

    /// For the loop.
    package mutating func show(_ seen: Seen) {
        hasNews = true
        if let ring, !ring.push(seen) {
            missed.pointee.store(missed.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
    }
}

extension Loop {
    /// Somebody watches, or nobody any more.
    package func watch(_ isWatched: Bool) {
        if !isWatched { return engine.router.pointee.listen(nil, context: nil) }
        engine.router.pointee.listen(
            { context, packed, word0, word1, time in
                let watch = context!.assumingMemoryBound(to: Watch.self)
                watch.pointee.show(Watch.Seen(packed: packed, word0: word0, word1: word1, time: time))
            }, context: watched)
    }

    /// The control thread is told once a wake.
    func tellNews() {
        if !watched.pointee.hasNews { return }
        watched.pointee.hasNews = false
        treadle_event_signal(controlWake)
    }
}

import CPlatform
import Program
import Routing
import Synchronization

/// What the loop shows of what it does, as long as somebody watches: it fills a ring and never waits for whoever
/// empties it. What finds no room is counted.
struct Watch {
    /// A record as the router tells it (`TraceRecord`).
    struct Seen: BitwiseCopyable {
        var packed: UInt64
        var word0: UInt32
        var word1: UInt32
        var time: UInt64

        var record: TraceRecord? { TraceRecord(packed: packed, word0: word0, word1: word1, time: time) }
    }

    /// Made when the first one watches, and then kept.
    private var ring: Ring<Seen>?
    /// How many found no room since the start; wraps.
    let missed: UnsafeMutablePointer<Atomic<UInt32>>
    /// Something is in the ring that the control thread was not told of. For the loop only.
    var hasNews = false

    init() {
        missed = .allocate(capacity: 1)
        missed.initialize(to: Atomic(0))
    }

    /// There is room for what will be shown, and nothing in it: for the control thread, before it has the loop show
    /// anything.
    mutating func prepare() {
        if ring == nil { ring = Ring(capacity: Limits.watched) }
        while next() != nil {}
    }

    /// What was shown first of what is left. For the control thread.
    func next() -> Seen? { ring?.pop() }

    /// For the loop.
    mutating func show(_ seen: Seen) {
        hasNews = true
        if let ring, !ring.push(seen) {
            missed.pointee.store(missed.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
    }
}

extension Loop {
    /// Somebody watches, or nobody any more.
    func watch(_ isWatched: Bool) {
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

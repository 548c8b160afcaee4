import Plan
import Synchronization

extension Watch {
    package init() {
        missed = .allocate(capacity: 1)
        missed.initialize(to: Atomic(0))
        isAwaited = .allocate(capacity: 1)
        isAwaited.initialize(to: Atomic(true))
    }

    /// Allocates the ring, or empties it. Called by the control thread before the loop begins to show records.
    package mutating func prepare() {
        if ring == nil { ring = Ring(capacity: LoopLimits.watched) }
        while next() != nil {}
        _ = awaitNext()
    }

    /// Allocates the ring of the ends of turns, or empties it. Called by the control thread before the loop publishes
    /// them.
    package mutating func prepareTurnEnds() {
        if turnEnds == nil { turnEnds = Ring(capacity: LoopLimits.turnEnds) }
        while nextTurnEnd() != nil {}
    }
}

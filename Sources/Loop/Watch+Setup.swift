import Program
import Synchronization

extension Watch {
    package init() {
        missed = .allocate(capacity: 1)
        missed.initialize(to: Atomic(0))
    }

    /// Allocates the ring, or empties it. The control thread calls it before it tells the loop to show records.
    package mutating func prepare() {
        if ring == nil { ring = Ring(capacity: LoopLimits.watched) }
        while next() != nil {}
    }
}

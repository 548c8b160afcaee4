import Program
import Synchronization

extension Watch {
    package init() {
        missed = .allocate(capacity: 1)
        missed.initialize(to: Atomic(0))
    }

    /// There is room for what will be shown, and nothing in it: for the control thread, before it has the loop show
    /// anything.
    package mutating func prepare() {
        if ring == nil { ring = Ring(capacity: LoopLimits.watched) }
        while next() != nil {}
    }
}

extension Router {
    /// Lets time run up to `time`: everything due by then happens at its own instant, in order of time. Called before
    /// anything else that happens at `time`.
    @inline(__always)
    public mutating func advance(to time: UInt64) {
        if deadline <= time { doDue(until: time) }
        if time > now { now = time }
    }

    @inline(never)
    private mutating func doDue(until time: UInt64) {
        while deadline <= time {
            now = max(deadline, now)
            deadline = UInt64.max
            advanceClock()
            endWaitsInTime()
            sendOnLoad()
            closeSilentSysEx()
            drainWires()
        }
    }

    /// Wires that have become free take what waits (S9).
    private mutating func drainWires() {
        var wires = wires
        while wires != 0 {
            let port = wires.trailingZeroBitCount
            wires &= wires - 1
            if outbox[port].wantsDrain { drain(port) }
        }
    }
}

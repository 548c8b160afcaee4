extension Router {
    /// Lets time run up to `time`, in nanoseconds: does everything due by then, each at its own instant, in order of time. Called
    /// before anything else is done at `time`.
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
            advanceClock()  // K1, K4, K5
            endWaitsInTime()  // R15, R16
            sendOnLoad()  // P1
            closeSilentSysEx()  // S8
            drainWires()  // S9
        }
    }

    /// Sends what waits to the wires that have become free.
    private mutating func drainWires() {
        var wires = wires
        while wires != 0 {
            let port = wires.trailingZeroBitCount
            wires &= wires - 1
            if outbox[port].wantsDrain { drain(port) }
        }
    }
}

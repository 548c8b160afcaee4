extension Router {
    /// Advances time to `time`, in nanoseconds: does everything due by then, each at its own time, in order. Call
    /// before doing anything else at `time`.
    @inline(__always)
    package mutating func advance(to time: UInt64) {
        if deadline <= time { doDue(until: time) }
        if time > now { now = time }
    }

    @inline(never)
    private mutating func doDue(until time: UInt64) {
        while deadline <= time {
            now = max(deadline, now)
            scheduled = UInt64.max
            advanceClock()  // K1, K4, K5
            endWaitsInTime()  // R15, R16
            if !inputs.settling.isEmpty { endSettling() }  // R27
            if !byHand.leaving.progress.isOver { sendOnLeave() }  // P10
            sendOnLoad()  // P1
            if !byHand.partMessages.isOver { sendPart() }  // P12
            if !stages.lists.isEmpty { continueLists() }  // A4
            endTimedNotes()  // H14
            ageHeld()  // D3
            outputs.advance(to: now)  // S8, S9
        }
    }

    /// When `advance` is needed next, in nanoseconds; may be early, never late. `UInt64.max`: only a message changes
    /// anything.
    @inline(__always)
    package var deadline: UInt64 {
        mutating get { min(scheduled, outputs.deadline) }
    }

    /// Makes `advance` due at `time` at the latest, in nanoseconds.
    mutating func schedule(at time: UInt64) {
        if time < scheduled { scheduled = time }
    }
}

/// Decides when the box prints the losses of a peer's session (N7): at most once in 10 s.
struct LossNotice {
    /// The measurements at the last notice.
    private var said = SessionMeasures()
    /// When the next notice may be printed, in ns.
    private var nextAt: UInt64 = 0

    /// Nanoseconds between two notices about a peer.
    static let pause: UInt64 = 10_000_000_000

    /// Begins a session, whose losses count from 0.
    mutating func begin() { said = SessionMeasures() }

    /// Returns the losses since the last notice; nil if there is nothing to print now.
    mutating func newLosses(_ measures: SessionMeasures, at now: UInt64) -> SessionMeasures? {
        let losses = measures.losses(since: said)
        if !losses.hasLosses || now < nextAt { return nil }
        (said, nextAt) = (measures, now + LossNotice.pause)
        return losses
    }

    /// When `newLosses` will return losses, in ns; `UInt64.max`: there are none.
    func deadline(_ measures: SessionMeasures) -> UInt64 {
        measures.losses(since: said).hasLosses ? nextAt : UInt64.max
    }
}

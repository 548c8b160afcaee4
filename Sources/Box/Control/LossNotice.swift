/// Decides when the box says what was lost of a peer's packets (N7): at most once in 10 s.
struct LossNotice {
    /// What was measured at the last notice.
    private var said = SessionMeasures()
    /// When the next notice may be given, in ns.
    private var nextAt: UInt64 = 0

    /// Nanoseconds between two notices about a peer.
    static let pause: UInt64 = 10_000_000_000

    /// A new session counts from 0.
    mutating func begin() { said = SessionMeasures() }

    /// Returns what was lost since the last notice; nil: there is nothing to say now.
    mutating func take(_ measures: SessionMeasures, at now: UInt64) -> SessionMeasures? {
        let losses = measures.losses(since: said)
        if !losses.hasLosses || now < nextAt { return nil }
        (said, nextAt) = (measures, now + LossNotice.pause)
        return losses
    }

    /// When `take` has something to say, in ns; `UInt64.max`: nothing.
    func deadline(_ measures: SessionMeasures) -> UInt64 {
        measures.losses(since: said).hasLosses ? nextAt : UInt64.max
    }
}

/// Whether the loop still goes round (E3): it is asked for a sign of life, and one that owes it for a second is stuck.
///
/// A second in which whoever asks did not run itself does not count: the machine stood still, as an emulated one does when
/// its host is busy, or a slow card was written. The loop is asked anew then and may answer.
struct LoopLife {
    /// Nanoseconds without progress that are a failure.
    static let progressTime: UInt64 = 1_000_000_000

    enum Verdict { case ask, wait, stuck }

    private var seenWakes: UInt64 = 0
    private var askedAt: UInt64?
    private var lookedAt: UInt64 = 0

    /// Looks at it, at least twice a second.
    ///
    /// - Parameters:
    ///   - wakes: how often it had woken when it last gave a sign.
    ///   - now: ns of a clock that does not go back.
    mutating func look(_ wakes: UInt64, at now: UInt64) -> Verdict {
        let stoodStill = now - lookedAt > LoopLife.progressTime
        lookedAt = now
        if let askedAt, wakes == seenWakes, !stoodStill {
            return now - askedAt > LoopLife.progressTime ? .stuck : .wait
        }
        seenWakes = wakes
        askedAt = now
        return .ask
    }

    /// What was asked before does not count, as after the program was suspended by hand.
    mutating func forget() { askedAt = nil }
}

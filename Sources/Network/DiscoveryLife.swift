/// Detects an mDNS child that hangs, by pings at intervals (N10).
struct DiscoveryLife {
    enum Verdict: Equatable {
        case wait, ask, stands
    }

    /// When the unanswered ping was sent, in ns; nil if all are answered.
    private var askedAt: UInt64?
    /// When to call `look` again, in ns.
    private(set) var deadline: UInt64

    /// - Parameter now: when the child was started.
    init(since now: UInt64) { deadline = now + DiscoveryLimits.pingTime }

    /// Records the answer to a ping.
    mutating func hear() { askedAt = nil }

    /// Decides whether to wait, to ping the child, or to treat it as hanging. Called after the child's output was read.
    mutating func look(at now: UInt64) -> Verdict {
        if now < deadline { return .wait }
        // A late call shows that the whole box hung, maybe with the child. So the child is pinged again.
        let isLate = now - deadline > DiscoveryLimits.pingTime
        if let askedAt, !isLate {
            let end = askedAt + DiscoveryLimits.answerTime
            if now >= end { return .stands }
            deadline = end
            return .wait
        }
        askedAt = now
        deadline = now + DiscoveryLimits.pingTime
        return .ask
    }
}

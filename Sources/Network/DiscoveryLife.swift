/// Finds out whether the mDNS child stands still, by asking it now and then (N10).
struct DiscoveryLife {
    enum Verdict: Equatable {
        case wait, ask, stands
    }

    /// When the question that is not answered yet was put, in ns; nil: all are answered.
    private var askedAt: UInt64?
    /// When to look again, in ns.
    private(set) var deadline: UInt64

    /// - Parameter now: when the child was started.
    init(since now: UInt64) { deadline = now + DiscoveryLimits.pingTime }

    /// The child has answered.
    mutating func hear() { askedAt = nil }

    /// Looks at the child, after what it has written was read.
    mutating func look(at now: UInt64) -> Verdict {
        if now < deadline { return .wait }
        // A look that comes late shows that the whole box stood still, maybe with the child: it is asked anew.
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

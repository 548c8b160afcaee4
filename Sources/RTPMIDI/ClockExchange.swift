/// The exchanges of CK0, CK1 and CK2 with one peer, and the time at which a silent peer counts as gone (N4).
struct ClockExchange: BitwiseCopyable {
    enum Duty: Equatable {
        case none
        /// Send CK0 now.
        case ask
        /// The peer has gone.
        case giveUp
    }

    /// Exchanges that follow each other quickly at the start.
    private static let quickExchanges = 6
    private static let quickInterval: UInt64 = 1_500_000_000
    private static let interval: UInt64 = 10_000_000_000
    /// Nanoseconds after which CK0 is sent again in the same exchange, because one datagram may be lost.
    private static let retryTime: UInt64 = 500_000_000
    private static let tries = 6
    /// Exchanges without an answer after which the peer has gone.
    private static let unanswered = 3

    private let isInitiator: Bool
    private var begun = 0
    private var failed = 0
    private var triesLeft = 0
    /// When CK0 was sent last, and when the exchange began, in nanoseconds.
    private(set) var sentAt: UInt64 = 0
    private var beganAt: UInt64 = 0
    private var isAwaiting = false
    private(set) var deadline: UInt64

    init(isInitiator: Bool, at now: UInt64) {
        self.isInitiator = isInitiator
        deadline = isInitiator ? now : now &+ SessionLimits.participantTimeout
    }

    /// Returns what to do now; `none` before `deadline`.
    mutating func advance(to now: UInt64) -> Duty {
        if now < deadline { return .none }
        if !isInitiator { return .giveUp }
        if isAwaiting && triesLeft == 0 {
            failed += 1
            isAwaiting = false
            if failed == ClockExchange.unanswered { return .giveUp }
        }
        if !isAwaiting {
            begun += 1
            beganAt = now
            triesLeft = ClockExchange.tries
            isAwaiting = true
        }
        triesLeft -= 1
        sentAt = now
        deadline = now &+ ClockExchange.retryTime
        return .ask
    }

    /// Called for each datagram of the peer: a participant restarts its timeout.
    mutating func heard(at now: UInt64) {
        if !isInitiator { deadline = now &+ SessionLimits.participantTimeout }
    }

    /// Records CK1, the answer to the CK0 of `time`, in ticks. Returns false for an answer that was not asked for.
    mutating func answered(_ time: UInt64, at now: UInt64) -> Bool {
        // Only the newest CK0 counts: the answer to an earlier one would measure a round trip that is too short.
        if !isInitiator || !isAwaiting || time != sentAt / ClockSync.tick { return false }
        isAwaiting = false
        failed = 0
        let isQuick = begun < ClockExchange.quickExchanges
        deadline = max(now, beganAt &+ (isQuick ? ClockExchange.quickInterval : ClockExchange.interval))
        return true
    }
}

/// Decides when the page's process is started, asked for a sign of life, and taken for hanging (W1). Times are
/// nanoseconds of one clock.
struct WebLife {
    enum Verdict: Equatable {
        case wait, ask, hangs
    }

    /// When to start a process; `UInt64.max` while one runs.
    private(set) var startsAt: UInt64 = 0
    /// Processes in a row that have lived less than `WebChildLimits.goodLife`.
    private(set) var shortLives = 0
    private var startedAt: UInt64 = 0
    /// When the unanswered request for a sign of life was sent; nil if all are answered.
    private var askedAt: UInt64?
    /// When to call `look` again.
    private var looksAt = UInt64.max

    /// Whether so many processes have ended early that one is tried only now and then.
    var isGivenUp: Bool { shortLives >= WebChildLimits.shortLives }

    /// When to call `look` or to start a process.
    var deadline: UInt64 { min(startsAt, looksAt) }

    mutating func started(at now: UInt64) {
        (startedAt, startsAt, askedAt, looksAt) = (now, UInt64.max, nil, now)
    }

    /// Records the answer to a request for a sign of life.
    mutating func hear(at now: UInt64) { (askedAt, looksAt) = (nil, min(looksAt, now + WebChildLimits.askTime)) }

    /// Records that the process is busy. It has `WebChildLimits.busyTime` for its next sign of life.
    mutating func hearBusy(at now: UInt64) {
        looksAt = now + WebChildLimits.busyTime
        askedAt = looksAt - WebChildLimits.answerTime
    }

    /// Decides whether to wait, to ask the running process, or to kill it. Called after its output was read.
    mutating func look(at now: UInt64) -> Verdict {
        if now - startedAt >= WebChildLimits.goodLife { shortLives = 0 }
        if now < looksAt { return .wait }
        // A late call shows that the whole box hung, maybe with the process. So the process is asked again.
        let isLate = now - looksAt > WebChildLimits.askTime
        if let askedAt, !isLate {
            let end = askedAt + WebChildLimits.answerTime
            if now >= end { return .hangs }
            looksAt = end
            return .wait
        }
        askedAt = now
        looksAt = now + WebChildLimits.askTime
        return .ask
    }

    /// Plans the next process after one that has ended by itself, was killed, or could not be started.
    ///
    /// - Returns: whether the box gives up with this one.
    mutating func ended(at now: UInt64) -> Bool {
        let wasGivenUp = isGivenUp
        let livedLong = startsAt == UInt64.max && now - startedAt >= WebChildLimits.goodLife
        shortLives = livedLong ? 0 : min(shortLives + 1, WebChildLimits.shortLives)
        looksAt = UInt64.max
        if isGivenUp {
            startsAt = now + WebChildLimits.rarePause
            return !wasGivenUp
        }
        let pause = WebChildLimits.shortestPause << UInt64(max(shortLives - 1, 0))
        startsAt = now + min(pause, WebChildLimits.longestPause)
        return false
    }

    /// Plans another process at once, because the box has ended the last one.
    mutating func restart(at now: UInt64) { (startsAt, looksAt) = (now, UInt64.max) }
}

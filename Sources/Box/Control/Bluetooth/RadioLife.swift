/// Decides when the process of Bluetooth is started, asked for a sign of life, and taken for hanging. Times are
/// nanoseconds of one clock.
struct RadioLife {
    enum Verdict: Equatable {
        case wait
        /// Ask with a `ping` of this number.
        case ask(Int)
        case hangs
    }

    /// When to start a process; `UInt64.max` while one runs.
    private(set) var startsAt: UInt64 = 0
    private var pause = RadioLimits.shortestPause
    private var startedAt: UInt64 = 0
    /// When the process has answered last, or was started.
    private var heardAt: UInt64 = 0
    private var asksAt = UInt64.max
    private var asked = 0

    /// When to call `look` or to start a process.
    var deadline: UInt64 {
        min(startsAt, min(asksAt, startsAt == UInt64.max ? heardAt + RadioLimits.answerTime : UInt64.max))
    }

    mutating func started(at now: UInt64) {
        (startedAt, heardAt, startsAt, asksAt) = (now, now, UInt64.max, now + RadioLimits.askTime)
    }

    /// Records the answer `pong` with a number. Older answers count too: the process was only late.
    mutating func hear(_ number: Int, at now: UInt64) {
        if number <= asked { heardAt = now }
    }

    mutating func look(at now: UInt64) -> Verdict {
        if startsAt != UInt64.max { return .wait }
        // A call that comes late shows that the box hung, maybe with the process. So the process gets more time.
        if asksAt != UInt64.max && now > asksAt + RadioLimits.askTime {
            heardAt = max(heardAt, now - RadioLimits.askTime)
        }
        if now >= heardAt + RadioLimits.answerTime { return .hangs }
        if now < asksAt { return .wait }
        asked += 1
        asksAt = now + RadioLimits.askTime
        return .ask(asked)
    }

    /// Plans the next process after one that has ended by itself, was killed, or could not be started.
    mutating func ended(at now: UInt64) {
        if startsAt == UInt64.max && now - startedAt > RadioLimits.longestPause { pause = RadioLimits.shortestPause }
        (startsAt, asksAt) = (now + pause, UInt64.max)
        pause = min(2 * pause, RadioLimits.longestPause)
    }
}

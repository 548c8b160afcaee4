import CPlatform

/// Detects a stuck loop (E3): a loop that does not answer a request for a sign of life within a second is stuck.
///
/// Two kinds of seconds do not count. In the first, the watching thread itself did not run: an emulated machine stood
/// still, or a slow card was written. In the second, the loop was ready but got no processor, because other programs of
/// a PC use it; a restart would change nothing. The loop is then asked again.
struct LoopWatchdog {
    /// Nanoseconds without an answer after which the loop is stuck.
    static let progressTime: UInt64 = 1_000_000_000
    /// Processor time in `progressTime` that shows an endless loop, in ticks of 10 ms.
    static let busyTicks: UInt64 = 10

    enum Verdict { case ask, wait, stuck }

    /// The state of the loop's thread.
    struct Thread {
        /// The thread runs or waits for a processor.
        var isReady = false
        /// Processor time that the thread has used, in ticks of 10 ms.
        var ticks: UInt64 = 0
    }

    private var seenAnswers: UInt64 = 0
    private var askedAt: UInt64?
    private var ticksThen: UInt64 = 0
    private var lookedAt: UInt64 = 0

    /// Checks the loop. Called at least twice a second.
    ///
    /// - Parameters:
    ///   - answers: number of signs of life that the loop has given.
    ///   - now: nanoseconds of a monotonic clock.
    mutating func look(_ answers: UInt64, _ thread: @autoclosure () -> Thread, at now: UInt64) -> Verdict {
        let stoodStill = now - lookedAt > LoopWatchdog.progressTime
        lookedAt = now
        if let askedAt, answers == seenAnswers, !stoodStill {
            if now - askedAt <= LoopWatchdog.progressTime { return .wait }
            let thread = thread()
            if !thread.isReady || thread.ticks - ticksThen >= LoopWatchdog.busyTicks { return .stuck }
        }
        seenAnswers = answers
        askedAt = now
        ticksThen = thread().ticks
        return .ask
    }

    /// Forgets the last request, for example after the program was suspended by hand.
    mutating func forget() { askedAt = nil }
}

extension LoopWatchdog.Thread {
    /// Reads the state of the thread with this number from /proc.
    init(_ number: Int32) {
        isReady = treadle_thread_state(number, &ticks) == Int32(UInt8(ascii: "R"))
    }
}

import CPlatform

/// Whether the loop still goes round (E3): it is asked for a sign of life, and one that owes it for a second is stuck.
///
/// A second in which whoever asks did not run itself does not count: the machine stood still, as an emulated one does when
/// its host is busy, or a slow card was written. Nor does one in which the loop would have gone on and was not given its
/// processor: others on a PC hold it, and a new start would change nothing. The loop is asked anew then and may answer.
struct LoopLife {
    /// Nanoseconds without progress that are a failure.
    static let progressTime: UInt64 = 1_000_000_000
    /// Processor time in that, in ticks of 10 ms, of one that goes round in itself.
    static let busyTicks: UInt64 = 10

    enum Verdict { case ask, wait, stuck }

    /// What the loop's thread is at.
    struct Thread {
        /// It runs, or would if it had a processor.
        var isReady = false
        /// Processor time it has used, in ticks of 10 ms.
        var ticks: UInt64 = 0
    }

    private var seenAnswers: UInt64 = 0
    private var askedAt: UInt64?
    private var ticksThen: UInt64 = 0
    private var lookedAt: UInt64 = 0

    /// Looks at it, at least twice a second.
    ///
    /// - Parameters:
    ///   - answers: how many signs of life it has given.
    ///   - now: ns of a clock that does not go back.
    mutating func look(_ answers: UInt64, _ thread: @autoclosure () -> Thread, at now: UInt64) -> Verdict {
        let stoodStill = now - lookedAt > LoopLife.progressTime
        lookedAt = now
        if let askedAt, answers == seenAnswers, !stoodStill {
            if now - askedAt <= LoopLife.progressTime { return .wait }
            let thread = thread()
            if !thread.isReady || thread.ticks - ticksThen >= LoopLife.busyTicks { return .stuck }
        }
        seenAnswers = answers
        askedAt = now
        ticksThen = thread().ticks
        return .ask
    }

    /// What was asked before does not count, as after the program was suspended by hand.
    mutating func forget() { askedAt = nil }
}

extension LoopLife.Thread {
    /// number: as /proc has it.
    init(_ number: Int32) {
        isReady = treadle_thread_state(number, &ticks) == Int32(UInt8(ascii: "R"))
    }
}

extension SentLog {
    /// The history of a message that was made from a return.
    struct Origin {
        /// The source at which the row began. Rounds are counted and measured by returns to this source.
        var source: UInt8 = 0
        /// How often the message has returned to `source`.
        var rounds: UInt8 = 0
        /// The message was made from a return.
        var isReturn = false
        /// The message differs from the return that it was made from.
        var isChanged = false
        /// The destinations of all messages in this row, one bit each.
        var trail: UInt32 = 0
        /// When the first message of the row was sent, in nanoseconds.
        var began: UInt64 = 0
        /// When the row last returned to `source`, in nanoseconds.
        var passedAt: UInt64 = 0
        /// When the incoming message was routed, in nanoseconds.
        var routedAt: UInt64 = 0
        /// The shortest and longest time for a return to `source`, in nanoseconds.
        var shortest = UInt32.max
        var longest: UInt32 = 0
    }
}

extension SentLog.Origin {
    /// Begins a row with a message that a source returned. Its first delay is unknown, because it is not known where it
    /// was played.
    init(from source: UInt8, began: UInt64) { self.init(source: source, isReturn: true, began: began) }

    /// Counts and measures one more return to `source`.
    mutating func goRound(at now: UInt64) {
        if rounds > 0 {
            let delay = UInt32(clamping: now - min(now, passedAt))
            shortest = min(shortest, delay)
            longest = max(longest, delay)
        }
        if rounds < .max { rounds += 1 }
        passedAt = now
    }

    /// Whether a return time has been measured.
    var isMeasured: Bool { longest > 0 }

    /// Whether all return times of the row are nearly equal, as through a cable or a computer: within 1 ms plus a
    /// sixteenth.
    var isSteady: Bool { spread <= 1_000_000 + UInt64(longest) / 16 }

    /// Whether all return times of the row are equal within 500 us, as through a cable.
    var isSharp: Bool { spread <= 500_000 }

    private var spread: UInt64 { UInt64(longest - min(shortest, longest)) }
}

import Plan

/// Tracks which messages of a list are still to be sent (P10, P12).
struct TimedProgress {
    private var next: Int32 = 0
    private var startedAt: UInt64 = 0

    private static let over = Int32.max

    /// Creates the state without a list, in which nothing is to be sent.
    init() { next = TimedProgress.over }

    /// Whether nothing is to be sent any more.
    var isOver: Bool { next == TimedProgress.over }

    /// Starts a list at a time, in nanoseconds.
    init(at time: UInt64) { startedAt = time }

    /// When the next message is due, in nanoseconds; `UInt64.max` if all have been sent.
    func deadline(_ list: TimedMessages) -> UInt64 {
        guard let messages = list.messages, next < list.count else { return UInt64.max }
        return startedAt + messages[Int(next)].delay
    }

    /// Removes and returns the next message if it is due; nil if none is.
    mutating func takeDue(_ list: TimedMessages, at now: UInt64) -> UnsafePointer<OnLoad>? {
        guard let messages = list.messages, next < list.count else {
            end()
            return nil
        }
        if deadline(list) > now { return nil }
        next += 1
        return messages + Int(next - 1)
    }

    /// Removes and returns the next message, due or not; nil if all have been sent.
    mutating func takeNext(_ list: TimedMessages) -> UnsafePointer<OnLoad>? { takeDue(list, at: UInt64.max) }

    /// Cancels all remaining messages.
    mutating func end() { next = TimedProgress.over }

    /// Checks restored bytes: the list may begin as late as a preset that is left allows.
    func hasValidState(at now: UInt64) -> Bool {
        next >= 0 && startedAt <= now.plus(TimedMessages.longestLeaving)
    }
}

/// The preset that was left last, while its messages are sent (P10).
struct Leaving {
    var preset = PresetIndex(0)
    /// The routings whose messages are not sent, because they sent none on load either; one bit each.
    var muted: UInt64 = 0
    var progress = TimedProgress()
}

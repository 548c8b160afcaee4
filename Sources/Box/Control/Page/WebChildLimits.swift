/// The capacities and times of the page's process, as the box sees it (W1). Times are nanoseconds.
enum WebChildLimits {
    /// First and longest pause before a process that ended is started again. The pause doubles each time.
    static let shortestPause: UInt64 = 200_000_000
    static let longestPause: UInt64 = 10_000_000_000
    /// A process that ran longer has no fault that returns at once: the pause starts at the shortest again.
    static let goodLife: UInt64 = 60_000_000_000
    /// Processes in a row that may live shorter. After them, the box says so and tries once in `rarePause`.
    static let shortLives = 10
    static let rarePause: UInt64 = 60_000_000_000
    /// The time between two requests for a sign of life, and the longest wait for the answer.
    static let askTime: UInt64 = 1_000_000_000
    static let answerTime: UInt64 = 3_000_000_000
    /// The longest time without a sign of life of a process that has said that it is busy: the check of the largest
    /// configuration takes some seconds on a small board.
    static let busyTime: UInt64 = 60_000_000_000
    /// How long a process that was asked to end may take before it is killed.
    static let endTime: UInt64 = 300_000_000
    /// The time between two looks for the end of a process that was killed.
    static let reapTime: UInt64 = 10_000_000
    /// The pause before a port that is taken is tried again.
    static let bindPause: UInt64 = 5_000_000_000
    /// Further ports that `--http PORT+` tries when the first is taken.
    static let sparePorts: UInt16 = 20
    /// Questions to the process that are not answered yet. A further one is refused.
    static let questions = 16
    /// How long a question may stay unanswered, and the lines of its answer; further lines are left out.
    static let questionTime: UInt64 = 5_000_000_000
    static let answerLines = 256
    /// How long a code stays on the display, in seconds, at most.
    static let codeSeconds = 3600
}

/// The capacities of the connection between the page's process and the box.
enum LinkLimits {
    /// Nanoseconds within which the box has to answer a request; later the browser gets 503.
    static let answerTime: UInt64 = 2_000_000_000
    /// Nanoseconds for a recording, which the box plays again before it answers.
    static let recordingTime: UInt64 = 20_000_000_000
    /// Requests that the box has not answered yet. Further ones wait here, so that `panic` passes them.
    static let window = 2
    /// Requests that wait. Further ones are refused with 503.
    static let waiting = 256
    /// Bytes of one line to the box, its line feed included (`controlLine` of the box).
    static let line = 8192
    /// Notes and controllers that browsers hold, and notes whose lengths are written. Further ones are refused (409).
    static let held = 1024
    /// Requests in one `do`. More are refused (400).
    static let steps = 16
    /// Bytes of an answer's lines. The rest of a longer answer is dropped.
    static let answer = 16 << 20
    /// Bytes that are read at once.
    static let piece = 65536
}

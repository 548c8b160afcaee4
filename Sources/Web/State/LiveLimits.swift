/// The capacities of what the page is told while it is shown (W8).
package enum LiveLimits {
    /// Nanoseconds between two changes, or two lists of messages, for one stream: 20 events a second.
    static let eventTime: UInt64 = 50_000_000
    /// Nanoseconds between two `alive` of a stream.
    static let aliveTime: UInt64 = 1_000_000_000
    /// Messages for one stream in a second. Further ones are counted in `missed`.
    static let messages = 600
    /// Events of messages for one stream in a second.
    static let messageEvents = 20
    /// Notes in the picture of a recording. Further ones are left out, and `truncated` says so.
    static let recordedNotes = 20_000
    /// Marks in the picture of a recording. Further ones are left out, and `truncated` says so.
    static let recordedMarks = 5000
}

/// Messages of a preset that are sent together, each after its own delay: sorted by delay.
package struct TimedMessages {
    package var messages: UnsafePointer<OnLoad>?
    package var count: Int32

    package init(messages: UnsafePointer<OnLoad>? = nil, count: Int32 = 0) {
        (self.messages, self.count) = (messages, count)
    }

    /// The delay of the last message in nanoseconds; 0 without messages.
    package var longestDelay: UInt64 { messages.map { count > 0 ? $0[Int(count) - 1].delay : 0 } ?? 0 }

    /// The longest delay of a message that is sent when a preset is left, in nanoseconds: the messages on load of the
    /// next preset wait for it (P10).
    package static let longestLeaving: UInt64 = 100_000_000
}

/// When the packets of a peer are to be acknowledged (N7).
struct Feedback: BitwiseCopyable {
    /// Packets since the last acknowledgement.
    private var packets = 0
    /// When the acknowledgement is due, in nanoseconds.
    private(set) var deadline = UInt64.max

    mutating func heard(at now: UInt64) {
        packets += 1
        if packets >= SessionLimits.feedbackPackets {
            deadline = now
        } else if packets == 1 {
            deadline = now &+ SessionLimits.feedbackDelay
        }
    }

    mutating func sent() {
        packets = 0
        deadline = UInt64.max
    }
}

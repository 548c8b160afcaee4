/// Decides when the box says that packets of a peer were lost and not repaired (N7): at most once in 10 s.
struct LossNotice {
    /// The count at the last notice.
    private var said: UInt32 = 0
    /// When the next notice may be given, in ns.
    private var nextAt: UInt64 = 0

    /// Nanoseconds between two notices about a peer.
    static let pause: UInt64 = 10_000_000_000

    /// A new session counts from 0.
    mutating func begin() { said = 0 }

    /// Returns the number of packets that were lost since the last notice; nil: there is nothing to say now.
    ///
    /// - Parameter unrepaired: those of the session.
    mutating func take(_ unrepaired: UInt32, at now: UInt64) -> UInt32? {
        if unrepaired == said || now < nextAt { return nil }
        defer { (said, nextAt) = (unrepaired, now + LossNotice.pause) }
        return unrepaired &- said
    }
}

import MIDI

/// The messages that the box's own clock sends at one moment, in order: FC, F8, F2, FA, FB.
///
/// No `Sequence`: a conformance brings arrays into the module, which the real-time check refuses.
struct ClockMessages {
    private enum Kind: UInt8 {
        case stop, tick, songPosition, start, `continue`
    }

    /// One bit for each kind of message not returned by `next` yet.
    private var left: UInt8
    /// The song position of F2, in sixteenths.
    private var sixteenths: UInt16 = 0

    static var none: ClockMessages { ClockMessages(left: 0) }
    static var tick: ClockMessages { ClockMessages(.tick) }
    static var start: ClockMessages { ClockMessages(.start) }
    static var stop: ClockMessages { ClockMessages(.stop) }

    /// Continues from a song position, which precedes the continue (K2).
    static func `continue`(from sixteenths: UInt16) -> ClockMessages {
        var messages = ClockMessages(.songPosition).and(ClockMessages(.continue))
        messages.sixteenths = sixteenths
        return messages
    }

    private init(left: UInt8) { self.left = left }

    private init(_ kind: Kind) { left = 1 << kind.rawValue }

    /// Merges two sets of messages.
    func and(_ others: ClockMessages) -> ClockMessages {
        var all = self
        all.left |= others.left
        all.sixteenths |= others.sixteenths
        return all
    }

    /// Removes and returns the next message; nil after the last.
    mutating func next() -> Message? {
        guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: left.trailingZeroBitCount)) else { return nil }
        left &= left &- 1
        return switch kind {
        case .stop: Message(status: Status.stop)
        case .tick: Message(status: Status.timingClock)
        case .songPosition: Message(status: Status.songPosition, UInt8(sixteenths & 0x7F), UInt8(sixteenths >> 7))
        case .start: Message(status: Status.start)
        case .continue: Message(status: Status.continue)
        }
    }
}

/// The offset between a peer's clock and ours, from the time stamps of its messages, as B12 has it: the smallest
/// difference of arrival and time stamp of the last 8 s. The message that waited least for its connection event shows
/// it best.
package struct BLEClock: BitwiseCopyable {
    /// Our clock minus the peer's, in nanoseconds.
    private var offset: Int64 = 0
    /// When the last message arrived, in nanoseconds; nil: none has.
    private var heardAt: UInt64?
    /// The smallest differences of each part of the last 8 s, and the number of the newest part.
    private var smallest = InlineArray<16, Int64>(repeating: Int64.max)
    private var newest: UInt64 = 0
    private var judge = StampJudge()

    package init() {}

    /// Whether the peer's time stamps do not go on with time: all the same, going back, or in another unit.
    package var hasNoStamps: Bool { judge.hasNoStamps }

    /// Returns when the peer sent a message, in our nanoseconds and as if the fastest message had taken no time; nil if
    /// the peer has no time stamps.
    ///
    /// - Parameters:
    ///   - stamp: milliseconds of 13 bits.
    ///   - now: when the message arrived.
    package mutating func time(of stamp: UInt16, at now: UInt64) -> UInt64? {
        judge.hear(stamp, at: now)
        let difference = Int64(bitPattern: now &- UInt64(stamp) &* BLETimeStamp.millisecond)
        // The turn nearest to what the offset expects.
        let expected = offset &+ BLETimeStamp.nearest(difference &- offset)
        if let heardAt, abs(expected &- offset) <= BLELimits.jump {
            record(expected, at: now)
            follow(now &- heardAt)
        } else {
            smallest = InlineArray(repeating: Int64.max)
            record(difference, at: now)
            offset = difference
        }
        heardAt = now
        return hasNoStamps ? nil : now &- UInt64(bitPattern: BLETimeStamp.nearest(difference &- offset))
    }

    private mutating func record(_ difference: Int64, at now: UInt64) {
        let part = now / BLELimits.part
        while newest < part {
            // Nothing of the window is left.
            if part - newest > UInt64(BLELimits.parts) { newest = part - UInt64(BLELimits.parts) }
            newest += 1
            smallest[place] = Int64.max
        }
        smallest[place] = min(smallest[place], difference)
    }

    private var place: Int { Int(newest % UInt64(BLELimits.parts)) }

    /// Moves the offset to the smallest difference: down at once, up by at most 0.5 ms a second, so that the buffer
    /// does not jump.
    private mutating func follow(_ elapsed: UInt64) {
        var least = Int64.max
        for index in 0..<BLELimits.parts { least = min(least, smallest[index]) }
        offset = min(least, offset &+ Int64(elapsed / 2000))
    }
}

/// Judges whether a peer's time stamps go on with time, over 8 messages at a time.
struct StampJudge: BitwiseCopyable {
    private(set) var hasNoStamps = false
    private var count = 0
    private var firstStamp: UInt16 = 0
    private var firstAt: UInt64 = 0
    /// Whether the last time stamps were wrong. One stall of the link does not change the verdict on a peer whose time
    /// stamps were right.
    private var wereWrong = true

    mutating func hear(_ stamp: UInt16, at now: UInt64) {
        if count == 0 { (firstStamp, firstAt) = (stamp, now) }
        count += 1
        let elapsed = now &- firstAt
        if count < BLELimits.judged || elapsed < BLELimits.judgedTime { return }
        let counted = (Int64(stamp) - Int64(firstStamp)) * Int64(BLETimeStamp.millisecond)
        let error = abs(BLETimeStamp.nearest(Int64(bitPattern: elapsed) &- counted))
        let areWrong = error > min(Int64(bitPattern: elapsed / 2), BLELimits.jump)
        hasNoStamps = areWrong && wereWrong
        (wereWrong, count) = (areWrong, 0)
    }
}

/// The offset between a peer's clock and ours (N4): the median of the offsets of the last exchanges.
struct ClockSync: BitwiseCopyable {
    /// The result of one exchange of CK0, CK1 and CK2.
    struct Exchange: BitwiseCopyable {
        /// Nanoseconds.
        var roundTrip: UInt64 = 0
        /// The peer's clock in the middle of the exchange, in ticks of the peer.
        var theirs: UInt64 = 0
        /// Our clock at the same moment, in nanoseconds.
        var ours: UInt64 = 0
    }

    /// Nanoseconds of our own tick: 100 µs, as with Apple.
    static let tick: UInt64 = 100_000

    private var exchanges = InlineArray<8, Exchange>(repeating: Exchange())
    private(set) var count = 0
    private var next = 0
    /// Nanoseconds of the peer's tick: 100 µs, or 10 µs with PipeWire; 0 if the peer's clock is implausible.
    private(set) var unit = ClockSync.tick
    /// Our clock minus the peer's, in nanoseconds; wraps.
    private var offset: UInt64 = 0
    /// The peer's clock at the newest exchange, in ticks of the peer.
    private var newest: UInt64 = 0
    /// The median of the round trips, in nanoseconds.
    private(set) var roundTrip: UInt64 = 0

    /// In nanoseconds. One exchange corrects the offset by at most `slew` or a quarter of the error, whichever is
    /// greater: a buffer (N8) must not jump, and the drift of crystals is followed. An error of `jump` or more is
    /// corrected at once.
    private static let slew: Int64 = 100_000
    private static let jump: Int64 = 2_000_000

    var isSynchronized: Bool { count > 0 && unit > 0 }

    /// Adds the result of an exchange. `roundTrip` is in ticks of the peer if `isTheirs`, else in nanoseconds.
    mutating func add(roundTrip: UInt64, isTheirs: Bool, theirs: UInt64, ours: UInt64) {
        findUnit(theirs, ours)
        let time = isTheirs ? min(roundTrip, 1 << 32) &* max(unit, 1) : roundTrip
        exchanges[next] = Exchange(roundTrip: time, theirs: theirs, ours: ours)
        let isSettled = count == SessionLimits.clockExchanges
        next = (next + 1) % SessionLimits.clockExchanges
        count = min(count + 1, SessionLimits.clockExchanges)
        newest = theirs
        self.roundTrip = exchanges[median { Int64($0.roundTrip) }].roundTrip
        let change = medianOffset
        if isSettled && abs(change) < ClockSync.jump {
            let most = max(ClockSync.slew, abs(change) / 4)
            offset = offset &+ UInt64(bitPattern: max(-most, min(most, change)))
        } else {
            offset = offset &+ UInt64(bitPattern: change)
        }
    }

    /// Finds the unit of the peer's clock, 100 µs or 10 µs or unknown, from how far both clocks advanced since the last
    /// exchange.
    private mutating func findUnit(_ theirs: UInt64, _ ours: UInt64) {
        if count == 0 { return }
        let last = exchanges[(next + SessionLimits.clockExchanges - 1) % SessionLimits.clockExchanges]
        let own = ours &- last.ours
        // Over a shorter time, jitter would hide the unit.
        if own < 400_000_000 || own > 1 << 40 { return }
        let gone = theirs &- last.theirs
        let found = ClockSync.unit(own: own, theirs: gone)
        if found != unit {
            unit = found
            (count, next) = (0, 0)
        }
    }

    private static func unit(own: UInt64, theirs: UInt64) -> UInt64 {
        if theirs == 0 || theirs > 1 << 40 { return 0 }
        let ratio = own / theirs
        if 75_000...133_000 ~= ratio { return 100_000 }
        if 7_500...13_300 ~= ratio { return 10_000 }
        return 0
    }

    /// The median of the offsets, as its difference from the offset in use: in nanoseconds.
    private var medianOffset: Int64 {
        let middle = median { difference($0) }
        let other = count % 2 == 0 ? median(above: 1) { difference($0) } : middle
        let (low, high) = (difference(exchanges[middle]), difference(exchanges[other]))
        return low &+ (high &- low) / 2
    }

    private func difference(_ exchange: Exchange) -> Int64 {
        Int64(bitPattern: exchange.ours &- exchange.theirs &* unit &- offset)
    }

    /// The index of the exchange with the median value (of two, the lower one), or of the exchange `above` ranks
    /// higher.
    private func median(above: Int = 0, _ value: (Exchange) -> Int64) -> Int {
        for index in 0..<count {
            var smaller = 0
            for other in 0..<count {
                let (theirs, own) = (value(exchanges[other]), value(exchanges[index]))
                if theirs < own || theirs == own && other < index { smaller += 1 }
            }
            if smaller == (count - 1) / 2 + above { return index }
        }
        return 0
    }

    /// Our time in nanoseconds at a time stamp of the peer; nil if its clock is unknown.
    ///
    /// - Parameter stamp: the lower 32 bits of the peer's clock (RFC 6295, 2.1).
    func time(of stamp: UInt32) -> UInt64? {
        if !isSynchronized { return nil }
        let ticks = Int64(Int32(bitPattern: stamp &- UInt32(truncatingIfNeeded: newest)))
        return newest &* unit &+ offset &+ UInt64(bitPattern: ticks &* Int64(unit))
    }
}

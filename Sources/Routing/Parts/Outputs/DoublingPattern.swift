import Plan

/// How a single message returns through feedback that multiplies it: at which sources, and after which times (R19).
///
/// The first test measures the returns. In the last test, which sends to one destination after another, the same
/// returns must occur again.
struct DoublingPattern {
    private struct Return {
        var source: UInt8 = 0
        var isMatched = false
        /// In nanoseconds after the message was sent.
        var delay: UInt64 = 0
    }

    private var returns = InlineArray<8, Return>(repeating: Return())
    private(set) var count = 0
    /// The longest delay, in nanoseconds.
    private(set) var longest: UInt64 = 0
    /// The sources at which messages sent to a destination returned, one bit each, indexed by destination.
    private var sources = InlineArray<32, UInt32>(repeating: 0)
    /// The destinations to which returns of a source were routed, one bit each, indexed by source.
    private var destinations = InlineArray<32, UInt32>(repeating: 0)

    /// How far a delay may deviate from the measured one, in nanoseconds. A player's repetitions vary more.
    static let tolerance: UInt64 = 500_000

    /// Adds a measured return. Returns false if there are too many: then a player continues to play.
    mutating func measure(_ source: UInt8, after delay: UInt64) -> Bool {
        if count == returns.count { return false }
        returns[count] = Return(source: source, delay: delay)
        count += 1
        longest = max(longest, delay)
        return true
    }

    /// Finds the measured return that equals a return of the last test, from `destination`. Returns false if there is
    /// none.
    mutating func match(_ source: UInt8, after delay: UInt64, from destination: UInt8) -> Bool {
        for index in 0..<count where returns[index].source == source && !returns[index].isMatched {
            if max(delay, returns[index].delay) - min(delay, returns[index].delay) > DoublingPattern.tolerance {
                continue
            }
            returns[index].isMatched = true
            sources[Int(destination)] |= 1 << UInt32(source)
            return true
        }
        return false
    }

    /// How many returns were routed to `answered` destinations again, one bit each; and the source and delay of the
    /// last such return.
    func goingOn(to answered: UInt32) -> (count: Int, source: UInt8, delay: UInt64) {
        var found: (count: Int, source: UInt8, delay: UInt64) = (0, 0, 0)
        for index in 0..<count where destinations[Int(returns[index].source)] & answered != 0 {
            found = (found.count + 1, returns[index].source, returns[index].delay)
        }
        return found
    }

    /// Whether every measured return occurred again.
    var isMatched: Bool {
        for index in 0..<count where !returns[index].isMatched { return false }
        return true
    }

    /// Stores that a return of a source was routed to a destination.
    mutating func route(_ source: UInt8, to destination: PortIndex) {
        destinations[Int(source)] |= destination.bit
    }

    /// Visits each path to `answered` destinations, one bit each, that the same message takes a second time.
    func forEachClosedPath(to answered: UInt32, _ visit: (UInt8, PortIndex) -> Void) {
        for source in 0..<UInt8(Limits.ports) {
            for destination in PortIndex.all
            where destinations[Int(source)] & answered & destination.bit != 0 && reaches(source, from: destination) {
                visit(source, destination)
            }
        }
    }

    private func reaches(_ source: UInt8, from destination: PortIndex) -> Bool {
        var (reached, before): (UInt32, UInt32) = (sources[destination.position], 0)
        while reached != before {
            before = reached
            for other in 0..<Limits.ports where before & 1 << UInt32(other) != 0 {
                for next in 0..<Limits.ports where destinations[other] & 1 << UInt32(next) != 0 {
                    reached |= sources[next]
                }
            }
        }
        return reached & 1 << UInt32(source) != 0
    }
}

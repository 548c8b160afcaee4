/// How long messages or ticks took in the last minute, the newest `BoxLimits.timeSamples`.
struct TimeSamples {
    /// When each was measured, and what it took, in nanoseconds; the oldest first.
    private var samples: [(at: UInt64, took: UInt64)] = []

    /// Nanoseconds for which samples count.
    static let time: UInt64 = 60_000_000_000
    /// Bars of a histogram.
    private static let bins = 40

    mutating func add(_ took: UInt64, at now: UInt64) {
        samples.append((now, took))
        // Seldom, because the rest moves.
        if samples.count >= 2 * BoxLimits.timeSamples { samples.removeFirst(samples.count - BoxLimits.timeSamples) }
    }

    /// The histogram of the last minute, in microseconds: 40 counts of equal width, of which the last has all that took
    /// longer. Median, 99 % and the longest time are left out without samples.
    func histogram(at now: UInt64) -> JSONValue {
        let took = samples.suffix(BoxLimits.timeSamples).filter { $0.at + TimeSamples.time > now }.map { $0.took }
            .sorted()
        let width = TimeSamples.width(for: TimeSamples.rank(took, percent: 99))
        var counts = [Int](repeating: 0, count: TimeSamples.bins)
        for time in took { counts[min(Int(time / width), TimeSamples.bins - 1)] += 1 }
        var object = StateObject()
        object.add("unit", "µs")
        object.add("from", 0)
        object.add("width", Int(width / 1000))
        object.add("counts", .array(counts.map { .number($0) }))
        if let most = took.last {
            object.add("median", TimeSamples.microseconds(TimeSamples.rank(took, percent: 50)))
            object.add("p99", TimeSamples.microseconds(TimeSamples.rank(took, percent: 99)))
            object.add("max", TimeSamples.microseconds(most))
        }
        object.add("total", took.count)
        return object.value
    }

    /// The time within which so many of sorted times are; 0 if there is none.
    private static func rank(_ took: [UInt64], percent: Int) -> UInt64 {
        took.isEmpty ? 0 : took[(took.count * percent + 99) / 100 - 1]
    }

    private static func microseconds(_ nanoseconds: UInt64) -> JSONValue {
        StateObject.number(thousandths: Int(nanoseconds / 100 * 100))
    }

    /// The width of a bar in nanoseconds, 1, 2 or 5 and zeros in microseconds, with which a time is among the first 30.
    private static func width(for time: UInt64) -> UInt64 {
        var unit: UInt64 = 1000
        while true {
            for width in [unit, 2 * unit, 5 * unit] where time < 30 * width { return width }
            unit *= 10
        }
    }
}

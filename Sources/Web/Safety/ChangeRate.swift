/// Counts the changes of each visitor: at most 60 within any second (W3).
package struct ChangeRate {
    /// A visitor's newest changes, in a ring.
    private struct Recent {
        var number: Int
        var times: [UInt64] = []
        /// The place of the oldest time once the ring is full.
        var oldest = 0
    }

    /// The least recently active visitor first.
    private var visitors: [Recent] = []

    package init() {}

    /// Counts a change of a visitor at a time in nanoseconds. Returns false for one too many, which does not count.
    package mutating func allows(_ visitor: Int, at now: UInt64) -> Bool {
        let index = visitors.firstIndex { $0.number == visitor }
        var recent = index.map { visitors.remove(at: $0) } ?? Recent(number: visitor)
        let isFull = recent.times.count == WebLimits.changesPerSecond
        let isAllowed = !isFull || now >= recent.times[recent.oldest] + 1_000_000_000
        if isAllowed && isFull {
            recent.times[recent.oldest] = now
            recent.oldest = (recent.oldest + 1) % WebLimits.changesPerSecond
        } else if isAllowed {
            recent.times.append(now)
        }
        visitors.append(recent)
        // Only visitors that were forgotten can be more than these.
        if visitors.count > WebLimits.browsers + WebLimits.tokens { visitors.removeFirst() }
        return isAllowed
    }
}

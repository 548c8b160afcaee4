import Compact

/// Follows the state of the box while somebody looks at it, and no longer: each follower costs the box 20 comparisons a
/// second.
package final class StateFeed {
    private let link: BoxLink
    private let streams: LiveStreams
    /// When a browser asked for something last, in nanoseconds.
    private var usedAt: UInt64 = 0
    private var isFollowing = false
    /// Those who wait for the state, and until when.
    private var waiting: [(until: UInt64, then: (Bool) -> Void)] = []
    /// When the box is asked again after it has refused, in nanoseconds.
    private var asksAt: UInt64 = 0

    /// Nanoseconds for which the state is followed after the last request of a browser without a stream.
    private static let rest: UInt64 = 60_000_000_000
    /// Nanoseconds until a box that has refused is asked again.
    private static let pause: UInt64 = 1_000_000_000

    package init(_ link: BoxLink, _ streams: LiveStreams) { (self.link, self.streams) = (link, streams) }

    /// Calls `then` when the state is known: with false if the box does not tell it within 2 s.
    package func use(at now: UInt64, _ then: @escaping (Bool) -> Void) {
        usedAt = now
        follow(at: now)
        if streams.live.value != nil { return then(true) }
        waiting.append((now + LinkLimits.answerTime, then))
    }

    private func follow(at now: UInt64) {
        if isFollowing || now < asksAt { return }
        isFollowing = true
        link.ask("state") { [self] answer in
            if answer.isOk { return }
            (isFollowing, asksAt) = (false, now + StateFeed.pause)
        }
    }

    /// Accepts the data of a line `state` or `change` of the box.
    func accept(_ json: ArraySlice<UInt8>, isWhole: Bool) {
        guard isFollowing, let value = JSONReader.value(of: Array(json), depth: WebLimits.jsonDepth) else { return }
        if isWhole { streams.live.accept(whole: value) } else { streams.live.accept(change: value) }
        if streams.live.value != nil { tell(true) { _ in true } }
    }

    private func tell(_ isKnown: Bool, _ isMeant: ((until: UInt64, then: (Bool) -> Void)) -> Bool) {
        let told = waiting.filter(isMeant)
        waiting.removeAll(where: isMeant)
        for one in told { one.then(isKnown) }
    }

    /// Begins or ends following, and tells those who have waited too long.
    func serve(at now: UInt64) {
        tell(false) { $0.until <= now }
        if streams.count > 0 { usedAt = now }
        if now < usedAt + StateFeed.rest && usedAt > 0 { return follow(at: now) }
        if !isFollowing { return }
        isFollowing = false
        link.ask("state end")
        // The next browser is to see no state from before.
        streams.live = LiveState()
    }

    /// When `serve` has something to do, in nanoseconds.
    var deadline: UInt64 {
        let next = isFollowing ? usedAt + StateFeed.rest : waiting.isEmpty ? UInt64.max : asksAt
        return waiting.reduce(next) { min($0, $1.until) }
    }
}

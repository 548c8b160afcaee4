import Testing

@testable import Network

/// When the mDNS child is asked, and when it is taken for dead (N10).
@Suite struct DiscoveryLifeTests {
    private let ping = DiscoveryLimits.pingTime
    private let wait = DiscoveryLimits.answerTime

    @Test func childThatAnswersIsAskedNowAndThen() {
        var life = DiscoveryLife(since: 0)
        for time in 1...5 as ClosedRange<UInt64> {
            #expect(life.look(at: time * ping - 1) == .wait)
            #expect(life.look(at: time * ping) == .ask)
            life.hear()
        }
    }

    @Test func childThatDoesNotAnswerStands() {
        var life = DiscoveryLife(since: 0)
        #expect(life.look(at: ping) == .ask)
        #expect(life.look(at: 2 * ping) == .wait)
        #expect(life.look(at: ping + wait - 1) == .wait && life.deadline == ping + wait)
        #expect(life.look(at: ping + wait) == .stands)
        // From the last answer on: `pingTime`, the wait, and the pause before the next child.
        #expect(ping + wait + DiscoveryLimits.shortestPause <= 10_000_000_000)
    }

    /// A box that stood still itself knows nothing of its child.
    @Test func childIsAskedAgainAfterALateLook() {
        var life = DiscoveryLife(since: 0)
        #expect(life.look(at: ping) == .ask)
        #expect(life.look(at: 60 * ping) == .ask)
        #expect(life.look(at: 61 * ping) == .wait)
        #expect(life.look(at: 60 * ping + wait) == .stands)
    }
}

import Testing

@testable import Web

/// 60 changes a second and browser (W3), in virtual time.
@Suite struct ChangeRateTests {
    private let second: UInt64 = 1_000_000_000

    @Test func the61stChangeWithinASecondIsRefused() {
        var rate = ChangeRate()
        let first = (0..<60).map { rate.allows(1, at: second + $0) }
        #expect(first == Array(repeating: true, count: 60))
        let later = [second + 60, 2 * second - 1].map { rate.allows(1, at: $0) }
        #expect(later == [false, false])
        // The first one is a second ago, the second one is not.
        let afterwards = [2 * second, 2 * second, 2 * second + 1].map { rate.allows(1, at: $0) }
        #expect(afterwards == [true, false, true])
    }

    @Test func refusedChangesDoNotCount() {
        var rate = ChangeRate()
        let flood = (0..<1000).filter { _ in rate.allows(1, at: second) }
        let isAllowed = rate.allows(1, at: 2 * second)
        #expect(flood.count == 60)
        #expect(isAllowed)
    }

    /// 48 visitors are known at a time, each with changes of its own.
    @Test func visitorsDoNotShare() {
        var rate = ChangeRate()
        for _ in 0..<60 { for visitor in 0..<48 { _ = rate.allows(visitor, at: second) } }
        let refused = (0..<48).filter { !rate.allows($0, at: second) }
        #expect(refused == Array(0..<48))
        let isAllowed = rate.allows(48, at: second)
        #expect(isAllowed)
    }
}

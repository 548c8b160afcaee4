import BLEMIDI
import Testing

/// Time stamps, as B12 has them.
@Suite struct BLEClockTests {
    /// Hears messages that were sent at milliseconds of the peer's clock and arrived at ours. Returns the times at
    /// which they were sent by our clock, in milliseconds.
    private func times(_ messages: [(sent: Int, arrived: Int)]) -> [Int?] {
        var clock = BLEClock()
        return messages.map { message in
            clock.time(of: UInt16(message.sent % 8192), at: milliseconds(message.arrived)).map { Int($0 / 1_000_000) }
        }
    }

    @Test func smallestDifferenceIsTheOffset() {
        #expect(times([(100, 5012), (200, 5103), (300, 5215), (400, 5300)]) == [5012, 5103, 5203, 5300])
    }

    @Test func offsetFallsAtOnceAndRisesSlowlyOnceTheSmallestIsOld() {
        // The first message waited for nothing, all later ones 10 ms.
        var messages = [(sent: 100, arrived: 5100)]
        for index in 1...200 { messages.append((100 + 100 * index, 5110 + 100 * index)) }
        let late = zip(times(messages), messages).map { $1.arrived - ($0 ?? 0) }
        #expect(late[75] == 10)
        // 0.5 ms a second, from 8 s on.
        #expect((3...5).contains(late[200]))
    }

    @Test func nearestTurnCountsAfterAnySilence() {
        // 30 s and 90 min later, 5 ms late each.
        #expect(
            times([(8000, 20_000), (38_000, 50_005), (5_438_000, 5_450_005)]) == [20_000, 50_005, 5_450_005])
        #expect(
            times([(100, 50_100), (200, 50_200), (8190, 58_190), (8193, 58_200)]) == [50_100, 50_200, 58_190, 58_193])
    }

    @Test func clockBeginsAnewAfterAJump() {
        #expect(times([(100, 5100), (200, 5449)]) == [5100, 5200])
        #expect(times([(100, 5100), (200, 5451), (300, 5551)]) == [5100, 5451, 5551])
        #expect(times([(100, 5100), (500, 5200), (600, 5305)]) == [5100, 5200, 5300])
    }

    /// The first time stamp and the step of messages that are 50 ms apart.
    static let unstamped = [
        ("all 0", 0, 0), ("going back", 8000, -50), ("tenths of milliseconds", 0, 500),
        ("hundredths of seconds", 0, 5), ("two a millisecond", 0, 100),
    ]

    @Test(arguments: unstamped)
    func peerWithoutTimeStampsIsKnownAfterEightMessages(_ name: String, _ first: Int, _ step: Int) {
        var clock = BLEClock()
        for count in 0..<8 {
            #expect(!clock.hasNoStamps, "\(name)")
            let time = clock.time(of: UInt16(first + step * count), at: milliseconds(5000 + 50 * count))
            #expect((time == nil) == (count == 7), "\(name)")
        }
        #expect(clock.hasNoStamps, "\(name)")
    }

    @Test func stallOfTheLinkIsNoFaultOfTheTimeStamps() {
        var clock = BLEClock()
        for count in 0..<200 {
            // For a second nothing passes, then all at once.
            let sent = 50 * count
            let arrived = 4000..<5000 ~= sent ? 5000 : sent
            _ = clock.time(of: UInt16(sent % 8192), at: milliseconds(7000 + arrived))
            #expect(!clock.hasNoStamps, "message \(count)")
        }
    }

    @Test func chordIsNoFaultOfTheTimeStamps() {
        var clock = BLEClock()
        for key in 0..<20 { _ = clock.time(of: 100, at: milliseconds(5000 + 15 * (key / 4))) }
        #expect(!clock.hasNoStamps)
    }

    @Test func peerWhoseTimeStampsAreMendedIsBelievedAgain() {
        var clock = BLEClock()
        for count in 0..<8 { _ = clock.time(of: 0, at: milliseconds(5000 + 50 * count)) }
        #expect(clock.hasNoStamps)
        for count in 8..<16 { _ = clock.time(of: UInt16(50 * count), at: milliseconds(5000 + 50 * count)) }
        #expect(!clock.hasNoStamps)
    }
}

import Testing

@testable import Box

/// When the page's process is started, asked and given up (W1).
struct WebLifeTests {
    private let second: UInt64 = 1_000_000_000

    @Test func firstProcessIsStartedAtOnce() {
        #expect(WebLife().startsAt == 0 && !WebLife().isGivenUp)
    }

    @Test func pausesDoubleUpTo10SecondsAndTheTenthGivesUp() {
        var (life, now, pauses, given) = (WebLife(), second, [UInt64](), [Bool]())
        for _ in 0..<12 {
            life.started(at: now)
            #expect(life.startsAt == UInt64.max)
            now += second / 2
            given.append(life.ended(at: now))
            pauses.append((life.startsAt - now) / 100_000_000)
            now = life.startsAt
        }
        #expect(pauses == [2, 4, 8, 16, 32, 64, 100, 100, 100, 600, 600, 600])
        #expect(given == [false, false, false, false, false, false, false, false, false, true, false, false])
        #expect(life.isGivenUp)
    }

    @Test func minuteOfLifeForgetsEarlierEnds() {
        var life = WebLife()
        for round in 0..<10 {
            life.started(at: UInt64(round) * second)
            _ = life.ended(at: UInt64(round) * second)
        }
        #expect(life.isGivenUp)
        life.started(at: 100 * second)
        _ = life.look(at: 159 * second)
        #expect(life.isGivenUp)
        _ = life.look(at: 160 * second)
        #expect(!life.isGivenUp)
        let givesUp = life.ended(at: 161 * second)
        #expect(!givesUp && life.startsAt == 161 * second + WebChildLimits.shortestPause)
    }

    @Test func silenceOfThreeSecondsIsAHang() {
        var life = WebLife()
        life.started(at: 10 * second)
        #expect(life.look(at: 10 * second) == .ask)
        life.hear(at: 10 * second)
        #expect(life.look(at: 11 * second - 1) == .wait)
        #expect(life.look(at: 11 * second) == .ask)
        #expect(life.look(at: 12 * second) == .wait)
        #expect(life.deadline == 14 * second)
        #expect(life.look(at: 14 * second - 1) == .wait)
        #expect(life.look(at: 14 * second) == .hangs)
    }

    @Test func busyProcessHasAMinute() {
        var life = WebLife()
        life.started(at: 10 * second)
        #expect(life.look(at: 10 * second) == .ask)
        life.hearBusy(at: 11 * second)
        #expect(life.look(at: 14 * second) == .wait)
        #expect(life.look(at: 71 * second - 1) == .wait)
        var hanging = life
        #expect(hanging.look(at: 71 * second) == .hangs)
        // Once it is done, it is asked as before.
        life.hear(at: 20 * second)
        #expect(life.look(at: 21 * second - 1) == .wait)
        #expect(life.look(at: 21 * second) == .ask)
        #expect(life.look(at: 22 * second) == .wait)
        #expect(life.look(at: 24 * second) == .hangs)
    }

    /// A box that was stopped itself cannot tell whether its process has answered.
    @Test func lateLookAsksAgain() {
        var life = WebLife()
        life.started(at: 10 * second)
        #expect(life.look(at: 10 * second) == .ask)
        #expect(life.look(at: 20 * second) == .ask)
        #expect(life.look(at: 21 * second) == .wait)
    }

    @Test func processThatTheBoxEndsIsFollowedAtOnce() {
        var life = WebLife()
        life.started(at: second)
        life.restart(at: 2 * second)
        #expect(life.startsAt == 2 * second && life.shortLives == 0)
    }
}

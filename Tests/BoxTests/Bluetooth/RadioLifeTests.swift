import Testing

@testable import Box

/// When the process of Bluetooth is started, asked and killed.
@Suite struct RadioLifeTests {
    private let second: UInt64 = 1_000_000_000

    @Test func pausesDoubleUpToHalfAMinute() {
        var (life, now, pauses) = (RadioLife(), UInt64(0), [UInt64]())
        #expect(life.startsAt == 0)
        for _ in 0..<7 {
            life.started(at: now)
            now += second
            life.ended(at: now)
            pauses.append((life.startsAt - now) / second)
            now = life.startsAt
        }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30])
        life.started(at: now)
        life.ended(at: now + 31 * second)
        #expect(life.startsAt == now + 32 * second)
    }

    @Test func processThatDoesNotAnswerHangsAfterFifteenSeconds() {
        var life = RadioLife()
        life.started(at: 0)
        #expect(life.deadline == 5 * second && life.look(at: 4 * second) == .wait)
        #expect(life.look(at: 5 * second) == .ask(1) && life.look(at: 10 * second) == .ask(2))
        #expect(life.look(at: 15 * second) == .hangs)
    }

    @Test func answerCounts() {
        var life = RadioLife()
        life.started(at: 0)
        for round in 1...10 {
            #expect(life.look(at: UInt64(5 * round) * second) == .ask(round))
            life.hear(round, at: UInt64(5 * round) * second + 1000)
        }
        // An answer to a question that was never asked is none.
        life.hear(99, at: 60 * second)
        #expect(life.look(at: 55 * second) == .ask(11) && life.look(at: 60 * second) == .ask(12))
        #expect(life.look(at: 65 * second + 1000) == .hangs)
    }

    /// A box that hung itself gives the process more time.
    @Test func lateLookIsNoReasonToKill() {
        var life = RadioLife()
        life.started(at: 0)
        #expect(life.look(at: 60 * second) == .ask(1))
        #expect(life.look(at: 65 * second) == .ask(2) && life.look(at: 70 * second) == .hangs)
    }
}

@testable import Loop
import CPlatform
import Configuration
import Testing

@testable import Box

/// E3: a stuck loop is told apart from a machine that stood still.
@Suite struct LoopWatchdogTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// Milliseconds, the answers that are known then, and what follows.
        var looks: [(at: UInt64, answers: UInt64, verdict: LoopWatchdog.Verdict)]

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "one that answers is asked again",
            looks: [(5000, 0, .ask), (5500, 1, .ask), (6000, 2, .ask), (6500, 3, .ask)]),
        Row(
            name: "one that owes its answer for more than a second is stuck",
            looks: [(5000, 7, .ask), (5500, 7, .wait), (6000, 7, .wait), (6001, 7, .stuck)]),
        Row(
            name: "a late answer is one",
            looks: [(5000, 7, .ask), (5500, 7, .wait), (5900, 8, .ask), (6400, 8, .wait), (6901, 8, .stuck)]),
        Row(
            name: "a second in which nobody looked does not count",
            looks: [(5000, 7, .ask), (6001, 7, .ask), (6501, 7, .wait), (7001, 7, .wait), (7002, 7, .stuck)]),
    ]

    @Test(arguments: rows) func isJudged(row: Row) {
        var life = LoopWatchdog()
        for look in row.looks {
            let thread = LoopWatchdog.Thread(isReady: false, ticks: look.at / 10)
            let verdict = life.look(look.answers, thread, at: look.at * 1_000_000)
            #expect(verdict == look.verdict, "\(row.name) at \(look.at) ms")
        }
    }

    /// A loop without a processor is not stuck, however long that lasts; an endless loop is.
    @Test(arguments: [0, 9, 10, 100] as [UInt64]) func loopWithoutAProcessorIsNotStuck(ticks: UInt64) {
        let verdict = ticks < 10 ? LoopWatchdog.Verdict.ask : .stuck
        var life = LoopWatchdog()
        #expect(life.look(7, LoopWatchdog.Thread(isReady: true, ticks: 40), at: 5_000_000_000) == .ask)
        #expect(life.look(7, LoopWatchdog.Thread(isReady: true, ticks: 40), at: 5_600_000_000) == .wait)
        #expect(life.look(7, LoopWatchdog.Thread(isReady: true, ticks: 40 + ticks), at: 6_100_000_000) == verdict)
    }

    /// The kernel's state of a thread: this one runs and has used some time; a missing one has no state.
    @Test func threadsAreKnown() {
        let begun = treadle_now()
        while LoopWatchdog.Thread(treadle_thread_number()).ticks == 0 && treadle_now() - begun < 10_000_000_000 {}
        let own = LoopWatchdog.Thread(treadle_thread_number())
        #expect(own.isReady && own.ticks > 0)
        #expect(!LoopWatchdog.Thread(0).isReady)
    }

    @Test func requestBeforeASuspensionDoesNotCount() {
        var life = LoopWatchdog()
        let thread = LoopWatchdog.Thread()
        #expect(life.look(3, thread, at: 5_000_000_000) == .ask)
        life.forget()
        #expect(life.look(3, thread, at: 5_900_000_000) == .ask)
        #expect(life.look(3, thread, at: 6_800_000_000) == .wait)
    }

    /// Two beats that are answered in one wake are two signs of life: the loop may sleep afterwards.
    @Test func twoAnswersInOneWakeAreTwo() throws {
        let configuration = try Configuration.load(text: "treadle: 1\n").get()
        let loop = try #require(
            Loop(configuration, sequencer: nil, contacts: UnsafeMutableBufferPointer(start: nil, count: 0)))
        loop.prepare(preset: configuration.plan.pointee.startPreset, tempo: nil, beginsWithPanic: false)
        var life = LoopWatchdog()
        func look(at milliseconds: UInt64) -> LoopWatchdog.Verdict {
            life.look(loop.counters.read().answers, LoopWatchdog.Thread(), at: milliseconds * 1_000_000)
        }
        #expect(look(at: 5000) == .ask && loop.commands.push(.beat))
        loop.obey(at: treadle_now())
        // A program talks, so that the control thread looks again at once; the loop is still in the same wake.
        #expect(look(at: 5001) == .ask && loop.commands.push(.beat))
        loop.obey(at: treadle_now())
        #expect(look(at: 5500) == .ask, "the loop has answered and sleeps")
        #expect(look(at: 6000) == .wait && look(at: 6501) == .stuck, "it has not answered since")
        withExtendedLifetime(configuration) {}
    }
}

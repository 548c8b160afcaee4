import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// K7: a destination hears one clock.
@Suite struct HeardClocksTests {
    private static func way(_ source: UInt8, _ destinations: PortIndex...) -> Way {
        Way(from: [source], to: destinations).setting { $0.nameNumber = UInt16(source) }
    }

    private static var presets: [[Way]] {
        [
            [way(0, 8, 9), way(1, 8), way(2, 9, 8), way(Source.clock, 8)],
            [way(1, 8, 9), way(2, 8)],
            [way(Source.clock, 8, 9), way(0, 9, 10), way(2, 10).setting { $0.divide = 3 }],
        ]
    }

    /// What one destination hears: its last tick, and whether it runs.
    private struct Machine {
        var source: UInt8?
        var at: UInt64 = 0
        var runs = false

        /// Returns whether the message may come.
        mutating func hear(_ message: Message, from source: UInt8, at time: UInt64) -> Bool {
            switch message.status {
            case Status.start, Status.continue: runs = true
            case Status.stop: runs = false
            case Status.timingClock:
                let isAllowed =
                    self.source == nil || self.source == source || source == Source.clock
                    || time >= at + 500_000_000
                (self.source, at) = (source, time)
                return isAllowed
            default: break
            }
            return true
        }
    }

    private struct Stage {
        let rig = Rig(HeardClocksTests.presets) { $0.ticksWhenStopped = false }
        var machines = [PortIndex: Machine]()
        var now: UInt64 = 0
        var failures = 0

        /// Lets all machines hear what has been sent since.
        mutating func hear(from source: UInt8) {
            for sent in rig.take() {
                let destination = PortIndex(Int(sent.port))
                if !machines[destination, default: Machine()].hear(sent.message, from: source, at: sent.at) {
                    failures += 1
                }
            }
        }

        mutating func wait(_ time: UInt64) {
            now += time
            rig.advance(to: now)
            hear(from: Source.clock)
        }

        mutating func receive(_ text: String, from source: UInt8) {
            rig.receive(text, from: source, at: now)
            hear(from: source)
        }

        mutating func perform(_ action: Action) {
            rig.perform(action, at: now)
            hear(from: Source.clock)
        }

        /// After a load another clock may be heard at once.
        mutating func load(_ preset: PresetIndex) {
            perform(.load(preset))
            for destination in machines.keys { machines[destination]?.source = nil }
        }
    }

    /// Three machines tick, start and stop as they like, and so does the box, while presets are loaded and routings
    /// muted. No destination ever hears two of them within 500 ms, but for the box, and all stand still once everybody
    /// has stopped.
    @Test(arguments: SplitMix.seeds)
    func destinationsHearOneClock(seed: UInt64) {
        var random = SplitMix(state: seed)
        var stage = Stage()
        let transport = ["FA", "FB", "FC", "F2 10 00"]
        for _ in 0..<600 {
            stage.wait(UInt64(random.below(random.chance(10) ? 700_000_000 : 40_000_000)))
            let source = UInt8(random.below(3))
            switch random.below(30) {
            case 0: stage.load(PresetIndex(random.below(3)))
            case 1: stage.perform(.clock(random.chance(50) ? .start : .stop))
            case 2: stage.perform(.mute(UInt16(random.below(3)), .toggle))
            case 3...8: stage.receive(transport[random.below(4)], from: source)
            default: stage.receive("F8", from: source)
            }
        }
        #expect(stage.failures == 0, "TREADLE_SEED=\(seed)")
        #expect(stage.rig.router.pointee.droppedClocks > 0, "TREADLE_SEED=\(seed)")
        for source in UInt8(0)..<3 { stage.receive("FC", from: source) }
        stage.perform(.clock(.stop))
        #expect(stage.machines.values.allSatisfy { !$0.runs }, "TREADLE_SEED=\(seed)")
        // After a silence of all sources, the first that ticks again is heard.
        for source in UInt16(0)..<3 { stage.perform(.mute(source, .off)) }
        stage.load(1)
        stage.wait(500_000_000)
        stage.rig.receive("F8", from: 2, at: stage.now)
        #expect(stage.rig.sent() == ["8 F8"], "TREADLE_SEED=\(seed)")
    }

    /// The rest of a multiplied tick does not come between the ticks of the box.
    @Test func restOfAMultipleGoesWithItsClock() {
        let multiplied = HeardClocksTests.way(0, 8).setting { $0.multiply = 4 }
        let rig = Rig([[multiplied, HeardClocksTests.way(Source.clock, 8)]]) { $0.ticksWhenStopped = false }
        for tick in UInt64(0)..<3 { rig.receive("F8", at: tick * 40_000_000) }
        _ = rig.take()
        rig.perform(.clock(.start), at: 85_000_000)
        rig.advance(to: 106_000_000)
        #expect(rig.sentAndWhen() == ["FA 85000", "F8 86000"])
    }

    @Test func recordedBytesAreChecked() {
        let table = TableMemory(HeardClocks.byteCount)
        let heard = HeardClocks(&table.memory)
        #expect(heard.hasValidState(at: 0))
        heard.hear(Source.clock, at: 9, at: 5)
        #expect(heard.hasValidState(at: 5) && !heard.hasValidState(at: 4))
        heard.hear(HeardClocks.none - 1, at: 9, at: 5)
        #expect(!heard.hasValidState(at: 5))
    }
}

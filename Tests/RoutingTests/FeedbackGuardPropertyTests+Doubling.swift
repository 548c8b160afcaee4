import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

// R19: feedback over two cables of different lengths, which doubles what it carries.
extension FeedbackGuardPropertyTests {
    private enum DoublingFeedback: CaseIterable {
        /// Two destinations come back to one source.
        case twoDestinations
        /// One destination comes back to two sources.
        case twoSources
        /// Two destinations come back to a source each, and both sources play to both.
        case crossed
        /// Two destinations come back to one source, a semitone higher.
        case transposing
        /// One destination comes back to one source by two cables.
        case split

        func rig(_ first: UInt64, _ second: UInt64) -> Cables {
            switch self {
            case .twoDestinations:
                return Cables(
                    Rig(Way(from: [0, 2], to: [8, 9])),
                    [.init(output: 8, input: 0, delay: first), .init(output: 9, input: 0, delay: second)])
            case .twoSources:
                return Cables(
                    Rig(Way(from: [0, 1, 2], to: [8])),
                    [.init(output: 8, input: 0, delay: first), .init(output: 8, input: 1, delay: second)])
            case .crossed:
                return Cables(
                    Rig(Way(from: [0, 1, 2], to: [8, 9])),
                    [.init(output: 8, input: 0, delay: first), .init(output: 9, input: 1, delay: second)])
            case .split:
                return Cables(
                    Rig(Way(from: [0, 2], to: [8])),
                    [.init(output: 8, input: 0, delay: first), .init(output: 8, input: 0, delay: second)])
            case .transposing:
                return Cables(
                    Rig(Way(from: [0, 2], to: [8, 9]).shifted(1)),
                    [.init(output: 8, input: 0, delay: first), .init(output: 9, input: 0, delay: second)])
            }
        }
    }

    @Test(arguments: [UInt64](1...60))
    func everyDoublingRingIsStopped(seed: UInt64) {
        var random = SplitMix(state: seed)
        for topology in DoublingFeedback.allCases {
            let (first, second) = (UInt64(300 + random.below(19_700)) * 1000, UInt64(300 + random.below(19_700)) * 1000)
            let cables = topology.rig(first, second)
            var time: UInt64 = 1_000 * millisecond
            let count = 1 + random.below(4)
            for number in 0..<count {
                let message =
                    random.chance(70)
                    ? Message(status: 0x90, UInt8(30 + 7 * number), UInt8(1 + random.below(127)))
                    : Message(status: 0xB0, UInt8(random.below(64)), UInt8(random.below(128)))
                cables.play(message, into: random.chance(50) ? 0 : 2, at: time)
                if random.chance(50) { time += UInt64(random.below(3000)) * 1000 }
            }
            cables.run(until: time + 1_000 * millisecond)
            let what = "seed \(seed), \(topology), \(first / 1000) and \(second / 1000) us, \(count) messages"
            let late = cables.sent.filter { $0.at > time + 210 * millisecond }
            #expect(
                late.count == 0 && cables.sent.count < 8000,
                "\(what): \(late.count) late of \(cables.sent.count), muted at \((cables.mutedAt ?? 0) / 1000)")
            #expect(topology == .transposing || cables.mutedAt != nil, "\(what)")
        }
    }

    // MARK: - Players

    private enum LayeredPlayer: CaseIterable {
        /// Two keyboards play the same, the second one a little later.
        case layered
        /// A keyboard plays each note twice.
        case doubledNotes
        /// As a synthesizer does with what it is sent, twice.
        case echoing
        /// Bursts of equal notes with pauses.
        case bursts
        /// A sweep that becomes faster and faster, up and down.
        case accelerating
    }

    /// No player is ever muted, and nothing is lost or comes in another order, whatever the pace.
    @Test(arguments: [UInt64](1...60))
    func noLayeredPlayerIsMuted(seed: UInt64) {
        var random = SplitMix(state: seed)
        for player in LayeredPlayer.allCases {
            let rig = Rig(Way(from: [0, 1], to: random.chance(50) ? [8] : [8, 9]), Way(from: [2, 3], to: [10]))
            let isEchoing = player == .echoing || random.chance(30)
            let cables = Cables(
                rig,
                isEchoing
                    ? [
                        .init(output: 8, input: 2, delay: UInt64(300 + random.below(19_700)) * 1000),
                        .init(output: 8, input: 3, delay: UInt64(300 + random.below(19_700)) * 1000),
                    ] : [])
            let pace = UInt64(300 + random.below(20_700)) * 1000
            let second = UInt64(random.below(Int(pace / 1000))) * 1000
            let isEven = random.chance(50)
            let isFast = random.chance(50)
            var time: UInt64 = 1_000 * millisecond
            var played: [(message: Message, input: UInt8, at: UInt64)] = []
            for step in 0..<300 {
                let message =
                    player == .accelerating
                    ? Message.controlChange(channel: 0, controller: 1, value: UInt8(abs(step % 20 - 10)))
                    : Message(status: step & 1 == 0 ? 0x90 : 0x80, 60, 64)
                cables.play(message, into: 0, at: time)
                played.append((message, 0, time))
                if player == .layered || player == .doubledNotes {
                    cables.play(message, into: player == .layered ? 1 : 0, at: time + second)
                    played.append((message, player == .layered ? 1 : 0, time + second))
                }
                let isSteady = isEven || player == .accelerating
                time += isSteady ? pace : UInt64(300 + random.below(isFast ? 5_000 : 20_700)) * 1000
                if player == .bursts && step % 16 == 15 { time += UInt64(random.below(60_000)) * 1000 }
                if player == .accelerating { time -= min(pace / 2, pace * UInt64(step % 40) / 80) }
            }
            cables.run(until: time + 1_000 * millisecond)
            let what = "seed \(seed), \(player), every \(pace / 1000) us and \(second / 1000) us, even \(isEven)"
            #expect(cables.mutedAt == nil, "\(what)")
            // The same a hundred times as slowly, when nothing can be a return.
            let slow = Cables(Rig(Way(from: [0, 1], to: [8])))
            for one in played { slow.play(one.message, into: one.input, at: one.at * 100) }
            slow.run(until: .max - 1)
            let isWhole = cables.sent.filter { $0.port == 8 }.map(\.message) == slow.sent.map(\.message)
            #expect(isWhole, "\(what)")
        }
    }
}

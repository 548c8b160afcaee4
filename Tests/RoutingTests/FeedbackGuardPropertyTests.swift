import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

let millisecond: UInt64 = 1_000_000

/// R19: random feedback is stopped, random players are not.
@Suite struct FeedbackGuardPropertyTests {
    // MARK: - Players

    /// What somebody plays, message by message, again and again.
    private enum Player: CaseIterable {
        case wheel, stillWheel, nrpn, nrpnWithNull, increment, encoder, bendAtTheEnd, sensors, notes, roll, pressure,
            steps

        func messages(_ random: inout SplitMix, _ step: Int) -> [Message] {
            func control(_ controller: UInt8, _ value: Int) -> Message {
                .controlChange(channel: 0, controller: controller, value: UInt8(value & 0x7F))
            }
            switch self {
            case .wheel: return [control(1, step >> 7), control(33, step)]
            case .stillWheel: return [control(1, 64), control(33, 5)]
            case .nrpn: return [control(99, 1), control(98, 8), control(6, step >> 7), control(38, step)]
            case .nrpnWithNull:
                return [
                    control(99, 1), control(98, 8), control(6, 3), control(38, step), control(101, 127),
                    control(100, 127),
                ]
            case .increment: return [control(99, 1), control(98, 8), control(96, 0)]
            case .encoder: return [control(16, 65)]
            case .bendAtTheEnd: return [Message(status: 0xE0, 0x7F, 0x7F)]
            case .sensors: return (0..<9).map { control(UInt8(20 + $0), $0 == 4 ? step : 17) }
            case .notes:
                let key = UInt8(random.below(128))
                return [Message(status: 0x90, key, UInt8(1 + random.below(127))), Message(status: 0x80, key, 64)]
            case .roll: return [Message(status: step & 1 == 0 ? 0x90 : 0x80, 38, 100)]
            case .pressure: return [Message(status: 0xD0, UInt8(step & 0x7F))]
            case .steps: return [control(7, min(step, 126))]
            }
        }
    }

    /// No player is ever muted, and nothing is lost or comes in another order, whatever the pace.
    @Test(arguments: [UInt64](1...20))
    func noPlayerIsMuted(seed: UInt64) {
        var random = SplitMix(state: seed)
        for player in Player.allCases {
            // Two synthesizers; the second one echoes what it is sent to a port that plays a third.
            let echoes = random.chance(50)
            let rig = Rig(
                Way(from: [0], to: random.chance(50) ? [8] : [8, 9]), Way(from: [1], to: [10]))
            let cables = Cables(
                rig,
                echoes
                    ? [.init(output: 8, input: 1, delay: UInt64(300 + random.below(19_700)) * 1000)] : [])
            let pace = UInt64(300 + random.below(19_700)) * 1000
            let isEven = random.chance(40)
            // As fast as a machine, or with the pauses of a hand.
            let slowest = random.chance(50) ? 19_700 : 60_000
            var time: UInt64 = 1_000 * millisecond
            var played: [Message] = []
            for step in 0..<200 {
                for message in player.messages(&random, step) {
                    cables.play(message, into: 0, at: time)
                    played.append(message)
                    if random.chance(30) { time += 30_000 }
                }
                time += isEven ? pace : UInt64(300 + random.below(slowest)) * 1000
            }
            cables.run(until: time + 1_000 * millisecond)
            let what = "seed \(seed), \(player), every \(pace / 1000) us, even \(isEven), echoes \(echoes)"
            expectAll(played, from: cables, at: echoes ? [8, 10] : [8], what)
        }
    }

    /// Expects that nothing is muted, and that ports are sent everything that was played, in order.
    func expectAll(_ played: [Message], from cables: Cables, at ports: [UInt32], _ what: String) {
        #expect(cables.mutedAt == nil, "\(what)")
        for port in ports {
            let isWhole = cables.sent.filter { $0.port == port }.map(\.message) == played
            #expect(isWhole, "\(what): port \(port)")
        }
    }

    // MARK: - Feedback

    private enum Topology: CaseIterable {
        case direct, overTwoCables, transposing, throughAnotherBox, besideAnother, doubled, clocked, wire

        func rig(_ first: UInt64) -> Cables {
            switch self {
            case .direct: return .direct(first)
            case .overTwoCables: return .overTwoCables(first)
            case .transposing:
                return Cables(Rig(Way(from: [0, 2]).shifted(1)), [.init(output: 8, input: 0, delay: first)])
            case .throughAnotherBox:
                return Cables(
                    Rig(Way(from: [0, 2])),
                    [.init(output: 8, input: 0, delay: first) { $0.isChannelMessage ? $0.on(channel: 3) : $0 }])
            case .besideAnother, .clocked: return .besideAnother(first)
            case .doubled:
                return Cables(
                    Rig(Way(from: [0, 2], to: [8, 9])),
                    [.init(output: 8, input: 0, delay: first), .init(output: 9, input: 0, delay: first)])
            case .wire: return .wire(first)
            }
        }
    }

    /// All feedback is silent 200 ms after the last thing that was played into it, and little has gone round.
    @Test(arguments: [UInt64](1...20))
    func everyRingIsStopped(seed: UInt64) {
        var random = SplitMix(state: seed)
        for topology in Topology.allCases {
            let delay = UInt64(300 + random.below(19_700)) * 1000
            let cables = topology.rig(delay)
            let start: UInt64 = 1_000 * millisecond
            var time = start
            let count = 1 + random.below(6)
            var pressed: [(Message, UInt8)] = []
            for number in 0..<count {
                let message =
                    random.chance(70)
                    ? Message(status: 0x90, UInt8(30 + 7 * number), UInt8(1 + random.below(127)))
                    : Message(status: 0xB0, UInt8(random.below(64)), UInt8(random.below(128)))
                let input: UInt8 = random.chance(50) ? 0 : 2
                cables.play(message, into: input, at: time)
                if message.isNoteOn { pressed.append((message, input)) }
                if random.chance(50) { time += UInt64(random.below(3000)) * 1000 }
            }
            if topology == .clocked {
                for tick in 0..<40 {
                    cables.play(
                        Message(status: Status.timingClock), into: 2, at: start + UInt64(tick) * 20 * millisecond)
                }
            }
            cables.run(until: time + 3_000 * millisecond)
            let what = "seed \(seed), \(topology), \(delay / 1000) us, \(count) messages"
            let late = cables.sent.filter { $0.at > time + 200 * millisecond && !$0.message.isRealTime }
            #expect(late.count == 0, "\(what): \(late.count) late, muted at \((cables.mutedAt ?? 0) / 1000)")
            #expect(topology == .transposing || cables.mutedAt != nil, "\(what)")
            for (note, input) in pressed {
                cables.play(
                    .noteOff(channel: note.channel, key: note.data1), into: input, at: cables.time + millisecond)
            }
            cables.run(until: cables.time + 3_000 * millisecond)
            #expect(cables.rig.router.pointee.ledger.notes.count == 0, "\(what)")
        }
    }
}

extension Cables {
    /// A cable from an output back to the source.
    static func direct(_ delay: UInt64) -> Cables {
        Cables(Rig(Way(from: [0, 2])), [.init(output: 8, input: 0, delay: delay)])
    }

    /// A way back through another input of the box.
    static func overTwoCables(_ delay: UInt64) -> Cables {
        Cables(
            Rig(Way(from: [0, 2], to: [9]), Way(from: [1], to: [8])),
            [.init(output: 9, input: 1, delay: delay / 2), .init(output: 8, input: 0, delay: delay - delay / 2)])
    }

    /// As `direct`, beside an output that does not come back.
    static func besideAnother(_ delay: UInt64) -> Cables {
        Cables(Rig(Way(from: [0, 2], to: [8, 9])), [.init(output: 9, input: 0, delay: delay)])
    }

    /// As `direct`, but at a DIN wire.
    static func wire(_ delay: UInt64) -> Cables {
        Cables(Rig(Way(from: [0, 2]), byteTime: 320_000), [.init(output: 8, input: 0, delay: delay)])
    }
}

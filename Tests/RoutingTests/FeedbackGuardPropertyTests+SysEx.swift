import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

// R19: feedback that carries SysEx alone, and players who repeat SysEx.
extension FeedbackGuardPropertyTests {
    /// The pieces of a SysEx with `count` data bytes.
    private func sysEx(_ random: inout SplitMix, count: Int) -> [Message] {
        sysEx(
            (0..<count).map { index in
                // Not the beginning of MIDI-CI, which the box keeps to itself.
                index == 0 ? 0x43 : UInt8(random.below(128))
            })
    }

    private func sysEx(_ bytes: [UInt8]) -> [Message] {
        if bytes.count <= 6 { return [piece(.complete, bytes)] }
        var pieces: [Message] = []
        for start in stride(from: 0, to: bytes.count, by: 6) {
            let isEnd = start + 6 >= bytes.count
            pieces.append(
                piece(
                    start == 0 ? .start : isEnd ? .end : .continue, [UInt8](bytes[start..<min(start + 6, bytes.count)]))
            )
        }
        return pieces
    }

    private func piece(_ status: SysExStatus, _ bytes: [UInt8]) -> Message {
        var data = InlineArray<6, UInt8>(repeating: 0)
        for (index, byte) in bytes.enumerated() { data[index] = byte }
        return Message(sysEx: status, data, count: bytes.count)
    }

    // MARK: - Feedback

    private enum SysExFeedback: CaseIterable {
        case direct, overTwoCables, besideAnother, besideEcho, wire

        /// The outputs that come back to the source.
        var outputs: [UInt32] {
            switch self {
            case .direct, .besideEcho, .wire: [8]
            case .overTwoCables: [8, 9]
            case .besideAnother: [9]
            }
        }

        func rig(_ delay: UInt64) -> Cables {
            switch self {
            case .direct: return .direct(delay)
            case .overTwoCables: return .overTwoCables(delay)
            case .besideAnother: return .besideAnother(delay)
            case .besideEcho:
                return Cables(
                    Rig(Way(from: [0, 2], to: [8, 9])),
                    [.init(output: 8, input: 0, delay: delay), .init(output: 9, input: 1, delay: delay)])
            case .wire: return .wire(delay)
            }
        }
    }

    /// All feedback is silent 200 ms after the last SysEx that was played into it, and every SysEx is closed.
    @Test(arguments: [UInt64](1...20))
    func everyRingOfSysExIsStopped(seed: UInt64) {
        var random = SplitMix(state: seed)
        for topology in SysExFeedback.allCases {
            let isShort = random.chance(50)
            let lengths = (0..<1 + random.below(3)).map { _ in
                1 + random.below(isShort ? 6 : topology == .wire ? 14 : 300)
            }
            var delay = UInt64(300 + random.below(19_700)) * 1000
            if topology == .wire {
                // The time on the wire is part of the time to come back.
                let bytes = lengths.reduce(0) { $0 + $1 + 2 }
                delay = min(delay, 20 * millisecond - UInt64(bytes) * 320_000)
            }
            let cables = topology.rig(delay)
            var time: UInt64 = 1_000 * millisecond
            for length in lengths {
                let input: UInt8 = random.chance(50) ? 0 : 2
                for piece in sysEx(&random, count: length) { cables.play(piece, into: input, at: time) }
                if random.chance(50) { time += UInt64(random.below(3000)) * 1000 }
            }
            cables.run(until: time + 3_000 * millisecond)
            let what = "seed \(seed), \(topology), \(delay / 1000) us, SysEx of \(lengths) bytes"
            let late = cables.sent.filter { $0.at > time + 200 * millisecond && topology.outputs.contains($0.port) }
            #expect(late.count == 0, "\(what): \(late.count) late, muted at \((cables.mutedAt ?? 0) / 1000)")
            #expect(cables.mutedAt != nil, "\(what)")
            for port: UInt32 in [8, 9] {
                let pieces = cables.sent.filter { $0.port == port && $0.message.sysExStatus != .complete }
                let opened = pieces.filter { $0.message.sysExStatus == .start }.count
                let closed = pieces.filter { $0.message.sysExStatus == .end }.count
                #expect(opened == closed, "\(what): port \(port)")
            }
        }
    }

    // MARK: - Players

    private enum SysExPlayer: CaseIterable {
        case identityRequest, machineControl, display, equalPieces, numberedPieces, sysExAndNotes

        /// Bytes of the SysEx played in one step.
        func sysEx(_ random: inout SplitMix, _ step: Int) -> [[UInt8]] {
            switch self {
            case .identityRequest: return [[0x7E, 0x7F, 0x06, 0x01]]
            case .machineControl: return [[0x7F, 0x7F, 0x06, step % 40 == 39 ? 0x01 : 0x02]]
            case .display:
                return (0..<3).map { line in
                    [0, 0, 0x66, 0x14, 0x12, UInt8(line * 40)] + [UInt8](repeating: 0x20 + UInt8(line), count: 40)
                }
            case .equalPieces: return [[0x43, 0, 9, 0x20, 0] + [UInt8](repeating: 5, count: 120)]
            case .numberedPieces:
                return [[0x43, 0, 9, 0x20, 0, 0, UInt8(step & 0x7F)] + [UInt8](repeating: 5, count: 120)]
            case .sysExAndNotes: return [[0x41, 0x10, 0x42, 0x12]]
            }
        }
    }

    /// No player is ever muted, and nothing is lost or comes in another order, whatever the pace.
    @Test(arguments: [UInt64](1...20))
    func noPlayerOfSysExIsMuted(seed: UInt64) {
        var random = SplitMix(state: seed)
        for player in SysExPlayer.allCases {
            let echoes = random.chance(50)
            let rig = Rig(
                Way(from: [0], to: random.chance(50) ? [8] : [8, 9]), Way(from: [1], to: [10]))
            let cables = Cables(
                rig,
                echoes ? [.init(output: 8, input: 1, delay: UInt64(300 + random.below(19_700)) * 1000)] : [])
            let pace = UInt64(300 + random.below(20_700)) * 1000
            let isEven = random.chance(60)
            let slowest = random.chance(50) ? 19_700 : 60_000
            var time: UInt64 = 1_000 * millisecond
            var played: [Message] = []
            for step in 0..<80 {
                var messages = player.sysEx(&random, step).flatMap(sysEx)
                if player == .sysExAndNotes { messages.append(Message(status: step & 1 == 0 ? 0x90 : 0x80, 60, 64)) }
                for message in messages {
                    cables.play(message, into: 0, at: time)
                    played.append(message)
                }
                time += isEven ? pace : UInt64(300 + random.below(slowest)) * 1000
            }
            cables.run(until: time + 1_000 * millisecond)
            let what = "seed \(seed), \(player), every \(pace / 1000) us, even \(isEven), echoes \(echoes)"
            expectAll(played, from: cables, at: echoes ? [8, 10] : [8], what)
        }
    }

    /// A program that asks again as soon as a synthesizer has answered falls silent when its request is held back, as a
    /// feedback does. Its answers are held back too, so it does not go on when only the request is sent.
    @Test(arguments: [UInt64](1...20))
    func noConversationIsMuted(seed: UInt64) {
        var random = SplitMix(state: seed)
        for isLong in [false, true] {
            let request = piece(.complete, [0x41, 0x10, 0x42, 0x43])
            let answer = sysEx(&random, count: isLong ? 100 : 5)
            // Port 0 and 9 are those of the program, 1 and 8 those of the synthesizer.
            let rig = Rig(Way(from: [0], to: [8]), Way(from: [1], to: [9]))
            let (thinks, turns) = (UInt64(150 + random.below(10_000)) * 1000, UInt64(150 + random.below(10_000)) * 1000)
            let cables = Cables(rig)
            var (asked, answered) = (0, 0)
            cables.answers = { sent in
                if sent.port == 8 && sent.message == request {
                    answered += 1
                    return answer.map { .init(at: sent.at + thinks, input: 1, message: $0) }
                }
                if sent.port == 9 && sent.message == answer.last && asked < 300 {
                    asked += 1
                    return [.init(at: sent.at + turns, input: 0, message: request)]
                }
                return []
            }
            cables.play(request, into: 0, at: 1_000 * millisecond)
            cables.run(until: 30_000 * millisecond)
            let what = "seed \(seed), \(thinks / 1000) and \(turns / 1000) us, long \(isLong)"
            #expect(cables.mutedAt == nil, "\(what)")
            #expect(asked == 300 && answered == 301, "\(what): \(asked), \(answered)")
        }
    }
}

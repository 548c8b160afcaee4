import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// R19, with cables from outputs to inputs.
@Suite struct FeedbackGuardTests {
    private static let start: UInt64 = 1_000_000_000
    private static let millisecond: UInt64 = 1_000_000

    /// Plays messages, 100 us apart, and lets time run for two seconds.
    private func play(_ texts: [String], _ rig: Rig, _ cables: [Cables.Cable]) -> Cables {
        let cables = Cables(rig, cables)
        for (number, text) in texts.enumerated() {
            cables.play(message(text), into: 0, at: Self.start + UInt64(number) * 100_000)
        }
        cables.run(until: Self.start + 2_000 * Self.millisecond)
        return cables
    }

    private func cable(_ output: UInt32, _ input: UInt8, milliseconds: Double = 0.5) -> Cables.Cable {
        .init(output: output, input: input, delay: UInt64(milliseconds * 1e6))
    }

    @Test(arguments: [
        ["90 3C 64"], ["B0 07 10"], ["B0 10 41", "B0 10 41", "B0 10 41"],
        ["90 3C 64", "90 40 64", "90 43 64", "B0 40 7F", "E0 00 00"],
    ])
    func ringIsMutedAndItsHeldNotesEnd(_ texts: [String]) {
        let rig = Rig(Way())
        let cables = play(texts, rig, [cable(8, 0)])
        #expect(cables.mutedAt ?? .max < Self.start + 200 * Self.millisecond)
        #expect(cables.sent.count < 60 * texts.count)
        #expect(rig.router.pointee.ledger.notes.count == 0)
        #expect(rig.router.pointee.ledger.controllers.isEmpty)
    }

    @Test func ringOverTwoCablesIsMuted() {
        let rig = Rig(Way(from: [0], to: [9]), Way(from: [1], to: [8]))
        let cables = play(["90 3C 64"], rig, [cable(8, 0), cable(9, 1)])
        #expect(cables.mutedAt ?? .max < Self.start + 200 * Self.millisecond)
        #expect(rig.router.pointee.ledger.notes.count == 0)
    }

    /// Of two destinations only the one is muted by which the messages come back. A load opens the path.
    @Test func onlyThePathThatReturnsIsMuted() {
        let rig = Rig(Way(from: [0], to: [8]), Way(from: [0], to: [9]))
        #expect(play(["B0 07 10"], rig, [cable(9, 0)]).mutedAt != nil)
        rig.receive("B0 07 11", at: 4_000_000_000)
        #expect(rig.sent() == ["8 B0 07 11"])
        rig.perform(.load(0), at: 5_000_000_000)
        rig.receive("B0 07 12", at: 6_000_000_000)
        #expect(rig.sent() == ["8 B0 07 12", "9 B0 07 12"])
    }

    /// Feedback of UMPs: the words are compared, so no other velocity is taken for the one sent.
    @Test func ringOfUMPsIsMuted() {
        let rig = Rig([[Way()]], speaks: [8: .ump2])
        let cables = Cables(rig, [cable(8, 0)])
        cables.play(ump("40903C00 12345678"), into: 0, at: Self.start)
        cables.run(until: Self.start + 2_000 * Self.millisecond)
        #expect(cables.mutedAt ?? .max < Self.start + 200 * Self.millisecond)
    }

    /// Feedback keeps going round while somebody plays into it. It is found all the same.
    @Test(arguments: [0.5, 3, 10])
    func ringIsMutedWhileItsSourcePlays(milliseconds: Double) {
        let cables = Cables(Rig(Way()), [cable(8, 0, milliseconds: milliseconds)])
        for step in 0..<500 {
            let value = Message.controlChange(channel: 0, controller: 33, value: UInt8(step & 0x7F))
            cables.play(value, into: 0, at: Self.start + UInt64(step) * 5 * Self.millisecond)
        }
        cables.run(until: Self.start + 2_500 * Self.millisecond)
        #expect(cables.mutedAt ?? .max < Self.start + 400 * Self.millisecond)
        #expect(cables.sent.count < 3000)
    }

    /// Feedback brings back the clock too. Its destination hears one clock (K7), so each tick goes there once. A source
    /// that gets its own ticks back is muted before they are many.
    @Test(arguments: [0.5, 7, 20], [UInt8(0), 2])
    func ringCarriesNoClockRound(milliseconds: Double, source: UInt8) {
        let cables = Cables(Rig(Way(from: [0, 2])), [cable(8, 0, milliseconds: milliseconds)])
        for tick in 0..<48 {
            let time = Self.start + UInt64(tick) * 20 * Self.millisecond
            cables.play(Message(status: Status.timingClock), into: source, at: time)
        }
        cables.run(until: Self.start + 2_000 * Self.millisecond)
        if source == 2 { return #expect(cables.sent.count == 48 && cables.mutedAt == nil) }
        #expect(cables.mutedAt ?? .max < Self.start + 450 * Self.millisecond)
        #expect(cables.sent.count < 1000)
    }

    /// Fast tempos, ticks that come in pairs, and those that a computer makes up for after a pause are no feedback.
    @Test func fastClocksAreNoFeedback() {
        let cables = Cables(Rig(Way()))
        var time = Self.start
        for tick in 0..<2000 {
            cables.play(Message(status: Status.timingClock), into: 0, at: time)
            // 999 quarters a minute in pairs, then 200 at once each second, then 300 quarters a minute.
            time +=
                tick < 800
                ? (tick & 1 == 0 ? 0 : 5_000_000) : tick < 1600 ? (tick % 200 == 0 ? 1_000_000_000 : 10_000) : 8_333_333
        }
        cables.run(until: time)
        #expect(cables.mutedAt == nil && cables.sent.count == 2000)
    }

    /// A device that echoes everything once does not make feedback.
    @Test func singleEchoIsNeverMuted() {
        let rig = Rig(Way(from: [0], to: [8]), Way(from: [1], to: [9]))
        let texts = (0..<100).map { "90 \(String(28 + $0 / 2, radix: 16)) 64" }
        let cables = play(texts, rig, [cable(8, 1)])
        #expect(cables.mutedAt == nil)
        #expect(cables.sent.count == 200)
    }

    /// Later than 21 ms it is somebody's own.
    @Test func slowRingIsNotMuted() {
        let cables = play(["B0 07 10"], Rig(Way()), [cable(8, 0, milliseconds: 21.1)])
        #expect(cables.mutedAt == nil)
        #expect(cables.sent.count > 90)
    }

    /// An encoder that says the same again and again is held back once, for some 25 ms, and then for seconds no more.
    @Test func repeatedMessagesAreHeldBackOnce() {
        let cables = Cables(Rig(Way()))
        for step in 0..<500 {
            cables.play(message("B0 10 41"), into: 0, at: Self.start + UInt64(step) * 4 * Self.millisecond)
        }
        cables.run(until: Self.start + 2_500 * Self.millisecond)
        #expect(cables.mutedAt == nil)
        let late = cables.sent.enumerated().filter {
            $0.element.at != Self.start + UInt64($0.offset) * 4 * Self.millisecond
        }
        #expect(1...6 ~= late.count && cables.sent.count == 500)
    }

    /// What stood in the way of chords: a wheel whose MSB stands still. Nothing is even held back.
    @Test func wheelOf14BitsPassesAtOnce() {
        let cables = Cables(Rig(Way()))
        for text in ["90 3C 64", "90 40 64"] { cables.play(message(text), into: 0, at: Self.start) }
        for step in 0..<400 {
            let time = Self.start + UInt64(step + 1) * 4 * Self.millisecond
            cables.play(message("B0 01 40"), into: 0, at: time)
            cables.play(.controlChange(channel: 0, controller: 33, value: UInt8(step & 0x7F)), into: 0, at: time)
        }
        cables.run(until: Self.start + 2_500 * Self.millisecond)
        #expect(cables.mutedAt == nil && cables.sent.count == 802)
        #expect(
            cables.sent.suffix(800).enumerated().allSatisfy {
                $0.element.at == Self.start + UInt64($0.offset / 2 + 1) * 4 * Self.millisecond
            })
    }

    /// All velocities of MIDI 2.0, one after another: each is a message of its own.
    @Test func sweepOfAllVelocitiesPasses() {
        let rig = Rig([[Way()]], speaks: [8: .ump2])
        var sent = 0
        for velocity in UInt32(0)..<65_536 {
            let time = Self.start + UInt64(velocity) * 10_000
            rig.receive(ump: Message(0x4090_3C00, velocity << 16), from: 0, at: time)
            sent += rig.sentUMPs().count
        }
        #expect(sent == 65_536 && !rig.hasFeedback)
    }

    /// An instrument that sends at full speed repeats most messages within 5 ms, but not in the order in which they
    /// were sent.
    @Test(arguments: [UInt64](1...8))
    func floodIsNotTakenForFeedback(seed: UInt64) {
        let rig = Rig(Way(from: [0], to: [8, 9]))
        var random = SplitMix(state: seed)
        var down: Set<UInt8> = []
        // As full-speed USB brings them: 32 bytes, ten messages, are read at once, each 90 us.
        for number in 0..<50_000 {
            let key = UInt8(random.below(128))
            let message: Message
            if random.chance(50) {
                message = Message(status: 0xB0, 1, key)
            } else {
                message = Message(status: down.contains(key) ? 0x80 : 0x90, key, 64)
                down.formSymmetricDifference([key])
            }
            rig.receive(message, at: UInt64(1_000_000_000 + number / 10 * 90_000))
            if rig.hasFeedback { break }
        }
        #expect(!rig.hasFeedback, "seed \(seed)")
    }
}

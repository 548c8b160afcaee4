import MIDI
import TestSupport
import Testing

@testable import Program
@testable import Routing

/// R19: cables connect outputs to inputs, so that a muted loop becomes quiet.
@Suite struct LoopGuardTests {
    /// Receives messages, and passes what they send back to the inputs.
    ///
    /// - Parameters:
    ///   - cables: the input that each output is connected to.
    ///   - step: nanoseconds between two messages.
    /// - Returns: how many messages came in until none came back, or `limit`.
    private func turns(
        _ rig: Rig, _ texts: [String], cables: [UInt32: UInt8], step: UInt64 = 100_000, limit: Int = 1000
    ) -> Int {
        var coming = texts.map { (message: message($0), port: UInt8(0)) }
        var (count, time) = (0, UInt64(1_000_000_000))
        while let (message, port) = coming.first, count < limit {
            coming.removeFirst()
            rig.receive(message, from: port, at: time)
            for sent in rig.take() {
                if let back = cables[sent.port] { coming.append((sent.message, back)) }
            }
            count += 1
            time += step
        }
        return count
    }

    @Test(arguments: [["90 3C 64"], ["B0 07 10"], ["90 3C 64", "90 40 64", "90 43 64", "B0 40 7F", "E0 00 00"]])
    func loopIsMutedAndItsHeldNotesEnd(_ texts: [String]) {
        let rig = Rig(Way())
        // Each message comes once, then 33 times through the loop, and the note-off comes back once more.
        #expect(turns(rig, texts, cables: [8: 0]) <= 35 * texts.count)
        #expect(rig.hasLoop)
        #expect(rig.router.pointee.ledger.notes.count == 0)
        #expect(rig.router.pointee.ledger.controllers.isEmpty)
    }

    @Test func loopOverTwoCablesIsMuted() {
        let rig = Rig(Way(from: [0], to: [9]), Way(from: [1], to: [8]))
        #expect(turns(rig, ["90 3C 64"], cables: [8: 0, 9: 1]) < 70)
        #expect(rig.hasLoop && rig.router.pointee.ledger.notes.count == 0)
    }

    /// The message went to two ports, and it is unknown which one it came back by. A load opens both paths.
    @Test func ambiguousLoopMutesAllPossiblePaths() {
        let rig = Rig(Way(from: [0], to: [8]), Way(from: [0], to: [9]))
        #expect(turns(rig, ["B0 07 10"], cables: [9: 0]) < 40)
        rig.receive("B0 07 11", at: 3_000_000_000)
        #expect(rig.sent() == [])
        rig.perform(.load(0), at: 4_000_000_000)
        rig.receive("B0 07 12", at: 5_000_000_000)
        #expect(rig.sent() == ["8 B0 07 12", "9 B0 07 12"])
    }

    /// A device that echoes everything once does not make a loop.
    @Test func singleEchoIsNeverMuted() {
        let rig = Rig(Way(from: [0], to: [8]), Way(from: [1], to: [9]))
        let texts = (0..<100).map { "90 \(String(28 + $0 / 2, radix: 16)) 64" }
        #expect(turns(rig, texts, cables: [8: 1], step: 10_000) == 200)
        #expect(!rig.hasLoop)
    }

    @Test func slowLoopIsNotMuted() {
        let rig = Rig(Way())
        #expect(turns(rig, ["B0 07 10"], cables: [8: 0], step: 5_000_001, limit: 50) == 50)
        #expect(!rig.hasLoop)
    }

    /// An instrument that sends at full speed repeats most messages within 5 ms, but not in the order in which they
    /// were sent.
    @Test(arguments: [UInt64](1...8))
    func floodIsNotTakenForALoop(seed: UInt64) {
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
            if rig.hasLoop { break }
        }
        #expect(!rig.hasLoop, "seed \(seed)")
    }
}

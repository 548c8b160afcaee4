import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// H14: notes of a limited length.
@Suite struct TimedNotesTests {
    private static func way(_ source: UInt8, to destinations: [PortIndex], ms: UInt32, shift: Int = 0) -> Way {
        Way(from: [source], to: destinations).shifted(shift).setting {
            $0.noteRules = NoteRules(length: ms * 1000)
            $0.nameNumber = UInt16(source)
        }
    }

    private static var presets: [[Way]] {
        [
            [way(0, to: [8], ms: 100), way(1, to: [8, 9], ms: 20, shift: 12)],
            [way(0, to: [9], ms: 10_000, shift: 3), way(1, to: [10], ms: 0)],
            [way(0, to: [8], ms: 50, shift: 12), way(0, to: [8], ms: 300, shift: 12), way(1, to: [9], ms: 0)],
        ]
    }

    /// A kit plays without a single note-off, a keyboard with some, while presets are loaded, muted, bypassed, adopted
    /// and unplugged. Once the kit is silent for longer than the longest length and the keyboard's keys are up, nothing
    /// sounds.
    @Test(arguments: SplitMix.seeds)
    func nothingSoundsAfterTheLastLength(seed: UInt64) {
        var random = SplitMix(state: seed)
        let rig = Rig(TimedNotesTests.presets)
        var now: UInt64 = 0
        for _ in 0..<400 {
            now += UInt64(random.below(60_000_000))
            let key = UInt8(60 + random.below(6))
            switch random.below(24) {
            case 0: rig.perform(.load(PresetIndex(random.below(3))), at: now)
            case 1: rig.perform(.mute(UInt16(random.below(2)), .toggle), at: now)
            case 2: rig.adopt(TimedNotesTests.presets, at: now)
            case 3: rig.receive(Message(status: 0xA0, key, 50), from: 0, at: now)
            case 4: rig.perform(.panic, at: now)
            case 5: rig.router.pointee.inputWent(PortIndex(random.below(2)), at: now)
            case 6...14: rig.receive(Message(status: 0x90, key, UInt8(1 + random.below(127))), from: 0, at: now)
            case 15...18: rig.receive(Message(status: 0x80, key, 64), from: 1, at: now)
            default: rig.receive(Message(status: 0x90, key, 99), from: 1, at: now)
            }
        }
        for key in UInt8(60)..<66 { rig.receive(Message(status: 0x80, key, 64), from: 1, at: now) }
        rig.advance(to: now + 10_000_000_000)
        #expect(rig.takeSounding().isEmpty, "TREADLE_SEED=\(seed)")
        #expect(rig.router.pointee.ledger.notes.count == 0, "TREADLE_SEED=\(seed)")
        #expect(rig.router.pointee.status.heldNotes == 0, "TREADLE_SEED=\(seed)")
        #expect(rig.router.pointee.ledger.timers.nextAt == UInt64.max, "TREADLE_SEED=\(seed)")
    }

    /// The table has a timer for each held note, however many there are (H11).
    @Test func everyHeldNoteCanHaveALength() {
        let rig = Rig(TimedNotesTests.way(0, to: [8], ms: 10_000))
        for round in 0..<3 {
            let now = UInt64(round) * 1_000_000_000
            for index in 0..<2047 {
                rig.receive(Message(status: 0x90 | UInt8(index >> 7), UInt8(index & 127), 64), at: now)
            }
        }
        #expect(rig.take().count == 3 * 2047 && rig.dropped == 0)
        rig.advance(to: 11_999_999_999)
        #expect(rig.take().isEmpty)
        rig.advance(to: 12_000_000_000)
        let released = rig.take()
        #expect(released.count == 2047 && released.allSatisfy { $0.message.isNoteOff && $0.at == 12_000_000_000 })
        #expect(rig.dropped == 0)
    }

    /// U4: a note of MIDI 2.0 ends as a UMP where UMPs are spoken.
    @Test func notesOfMIDI2End() {
        let rig = Rig([[TimedNotesTests.way(0, to: [8, 9], ms: 50)]], speaks: [8: .ump2])
        rig.receive(ump: "40903C00 80000000", from: 0, at: 0)
        _ = rig.everything()
        rig.advance(to: 50_000_000)
        #expect(rig.everything() == ["9 20803C40", "8 40803C00 80000000"])
    }
}

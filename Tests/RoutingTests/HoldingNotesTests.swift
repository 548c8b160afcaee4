import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// R28: notes that routings hold beyond the release of their keys.
@Suite struct HoldingNotesTests {
    private static func way(_ source: UInt8, to destinations: [PortIndex], _ hold: NoteHold?, shift: Int = 0) -> Way {
        Way(from: [source], to: destinations).shifted(shift).setting {
            if let hold { $0.noteRules = NoteRules(hold) }
            $0.nameNumber = UInt16(source)
        }
    }

    private static var presets: [[Way]] {
        [
            [way(0, to: [8], .toggle), way(1, to: [8, 9], .chord, shift: 12), way(0, to: [9], nil)],
            [way(0, to: [9], .chord, shift: 3), way(1, to: [10], nil)],
            [way(0, to: [8], .chord, shift: 12), way(0, to: [8], .toggle, shift: 12), way(1, to: [9], .toggle)],
        ]
    }

    /// Two keyboards play while presets are loaded, muted, bypassed, adopted, released and unplugged. After all keys
    /// are up and everything held is released, nothing sounds, and the state is valid at each moment.
    @Test(arguments: SplitMix.seeds)
    func nothingSoundsAfterRelease(seed: UInt64) {
        var random = SplitMix(state: seed)
        let rig = Rig(HoldingNotesTests.presets)
        var now: UInt64 = 0
        for step in 0..<400 {
            now += UInt64(random.below(60_000_000))
            let (key, source) = (UInt8(60 + random.below(6)), UInt8(random.below(2)))
            switch random.below(32) {
            case 0: rig.perform(.load(PresetIndex(random.below(3))), at: now)
            case 1: rig.perform(.mute(UInt16(random.below(2)), .toggle), at: now)
            case 2: rig.perform(.bypass(UInt16(random.below(2)), .toggle), at: now)
            case 3: rig.adopt(HoldingNotesTests.presets, at: now)
            case 4: rig.perform(.panic, at: now)
            case 5: rig.router.pointee.inputWent(PortIndex(random.below(2)), at: now)
            case 6: rig.perform(.release(UInt16(random.below(2))), at: now)
            case 7: rig.perform(.transposeBy(Int8(random.below(5)) - 2), at: now)
            case 8: rig.receive(Message(status: 0xB0, random.pick([120, 123]), 0), from: source, at: now)
            case 9...20: rig.receive(Message(status: 0x80, key, 64), from: source, at: now)
            default: rig.receive(Message(status: 0x90, key, UInt8(1 + random.below(127))), from: source, at: now)
            }
            if step % 16 == 0 {
                let plan = rig.router.pointee.planAddress
                // The macro `#expect` cannot call a mutating method.
                let isValid = rig.router.pointee.ledger.hasValidState(plan, at: now)
                #expect(isValid, "TREADLE_SEED=\(seed)")
            }
        }
        for source in UInt8(0)..<2 {
            for key in UInt8(60)..<66 { rig.receive(Message(status: 0x80, key, 64), from: source, at: now) }
        }
        rig.perform(.release(Routing.unnamed), at: now)
        #expect(rig.takeSounding().isEmpty, "TREADLE_SEED=\(seed)")
        #expect(rig.router.pointee.ledger.notes.count == 0, "TREADLE_SEED=\(seed)")
        #expect(rig.router.pointee.status.heldNotes == 0, "TREADLE_SEED=\(seed)")
    }

    /// H11: notes that sound on are among those of all keys; the oldest ends first.
    @Test func heldNotesShareTheRoomOfAll() {
        let rig = Rig(HoldingNotesTests.way(0, to: [8], .toggle))
        func play(_ index: Int) {
            let (channel, key) = (UInt8(index >> 7), UInt8(index & 127))
            rig.receive(Message(status: 0x90 | channel, key, 64))
            rig.receive(Message(status: 0x80 | channel, key, 64))
        }
        for index in 0..<2047 { play(index) }
        #expect(rig.take().count == 2047 && rig.dropped == 0)
        rig.receive(Message(status: 0x90, 5, 64))
        #expect(rig.take().map { $0.message } == [.noteOff(channel: 0, key: 5)])
        play(5)
        play(2047)
        #expect(rig.take().count == 2 && rig.dropped == 0)
        #expect(rig.router.pointee.ledger.notes.isFull)
        rig.perform(.release(Routing.unnamed), at: 0)
        #expect(rig.take().count == 2048 && rig.router.pointee.ledger.notes.count == 0)
    }

    @Test func rulesOfNotesFitTheirBits() {
        #expect(NoteRules().isEmpty && NoteRules(length: 0).isEmpty && NoteRules().hold == nil)
        #expect(NoteRules(length: 10_000_000).length == 10_000_000 && NoteRules(length: 10_000_000).hold == nil)
        for number in UInt8(1)..<64 {
            for isSostenuto in [false, true] {
                let hold = NoteHold.conditions(number, isSostenuto: isSostenuto)
                #expect(NoteRules(hold).hold == hold && NoteRules(hold).length == 0)
            }
        }
        #expect(NoteRules(.toggle).hold == .toggle && NoteRules(.chord).hold == .chord && !NoteRules(.chord).isEmpty)
    }

    /// U4: a release that waited goes to a port of MIDI 2.0 too.
    @Test func notesOfMIDI2AreHeld() {
        let rig = Rig([[HoldingNotesTests.way(0, to: [8, 9], .toggle)]], speaks: [8: .ump2])
        rig.receive(ump: "40903C00 80000000", from: 0, at: 0)
        rig.receive(ump: "40803C00 80000000", from: 0, at: 0)
        _ = rig.everything()
        rig.receive(ump: "40903C00 80000000", from: 0, at: 0)
        #expect(rig.everything() == ["9 20803C40", "8 40803C00 80000000"])
    }
}

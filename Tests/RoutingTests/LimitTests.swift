import MIDI
import Testing

@testable import Plan
@testable import Routing

/// Full tables of held notes, and loads with many of them.
@Suite struct LimitTests {
    /// Presses 128 keys on 16 channels of one source.
    private func press2048(_ rig: Rig) {
        for channel in UInt8(0)..<16 {
            for key in UInt8(0)..<128 { rig.receive(Message(status: 0x90 | channel, key, 64)) }
        }
    }

    /// H11: the oldest note is released when the table is full.
    @Test func beyond2048NotesTheOldestIsReleased() {
        let rig = Rig(Way(from: [0, 1]))
        press2048(rig)
        #expect(rig.take().count == 2048 && rig.dropped == 0)
        rig.receive("9F 7F 64", from: 1)
        #expect(rig.sent() == ["8 80 00 40", "8 9F 7F 64"])
        #expect(rig.dropped == 1)
        // The key of the released note sends nothing. All others send a note-off, shared notes with their last key.
        rig.receive("80 00 40")
        #expect(rig.sent().isEmpty)
        for channel in UInt8(0)..<16 {
            for key in UInt8(0)..<128 { rig.receive(Message(status: 0x80 | channel, key, 64)) }
        }
        #expect(rig.take().count == 2048 - 1)
        rig.receive("8F 7F 41", from: 1)
        #expect(rig.sent() == ["8 8F 7F 41"])
        #expect(rig.router.pointee.ledger.notes.count == 0)
    }

    /// H11: a key with several notes takes a slot for each.
    @Test func everyNoteOfAKeyCounts() {
        let rig = Rig(Way(from: [0], to: [8, 9, 10, 11]).shifted(0), Way(from: [0], to: [8, 9, 10, 11]).shifted(12))
        for channel in UInt8(0)..<3 {
            for key in UInt8(0)..<100 {
                let time = (UInt64(channel) * 100 + UInt64(key)) * 10_000_000
                rig.receive(Message(status: 0x90 | channel, key, 64), at: time)
            }
        }
        #expect(rig.router.pointee.ledger.notes.count == 2048 && rig.dropped == 2400 - 2048)
        for channel in UInt8(0)..<3 {
            for key in UInt8(0)..<100 { rig.receive(Message(status: 0x80 | channel, key, 64)) }
        }
        #expect(rig.router.pointee.ledger.notes.count == 0)
        #expect(rig.takeSounding().isEmpty)
    }

    /// The slots of all held notes by age, each with its key, its order and the next slot of its key.
    private func held(_ rig: Rig) -> [[Int]] {
        let notes = rig.router.pointee.ledger.notes
        var held: [[Int]] = []
        var slot = notes.oldest
        while !slot.isNone {
            held.append([slot.index, Int(notes[slot].key), Int(notes[slot].began), notes.next(after: slot).index])
            slot = notes.newer(than: slot)
        }
        return held
    }

    /// P3: a load changes no held note and sends nothing, however many notes are held.
    @Test func loadingWithHundredsOfHeldNotes() {
        let rig = Rig([[Way(from: [0])], [Way(from: [0]).shifted(1)]])
        for index in UInt8(0)..<125 {
            for channel in UInt8(0)..<5 { rig.receive(Message(status: 0x90 | channel, index, 64)) }
        }
        _ = rig.take()
        let before = held(rig)
        rig.perform(.load(1))
        #expect(rig.take().isEmpty)
        #expect(rig.router.pointee.status.heldNotes == 625 && rig.router.pointee.ledger.notes.count == 625)
        #expect(before.count == 625 && held(rig) == before)
        rig.receive("90 7E 64")
        #expect(rig.sent() == ["8 90 7F 64"])
        for index in UInt8(0)..<125 {
            for channel in UInt8(0)..<5 { rig.receive(Message(status: 0x80 | channel, index, 64)) }
        }
        let released = rig.take()
        #expect(released.count == 625 && released.allSatisfy { $0.message.data1 < 125 })
        #expect(rig.router.pointee.status.heldNotes == 0)
    }

    /// H1: with another preset for each note, each note-off goes to the destination of its note.
    @Test func everyNoteIsReleasedUnderItsOwnPreset() {
        let rig = Rig((0..<100).map { [Way(from: [0], to: [PortIndex(8 + $0 % 4)]).shifted($0 % 7)] })
        for index in UInt8(0)..<100 {
            rig.perform(.load(PresetIndex(Int(index))))
            rig.receive(Message(status: 0x90, index, 64), at: UInt64(index) * 10_000_000)
        }
        let pressed = rig.take().map { [UInt8($0.port), $0.message.channel, $0.message.data1] }
        for index in UInt8(0)..<100 { rig.receive(Message(status: 0x80, index, 64)) }
        let released = rig.take().map { [UInt8($0.port), $0.message.channel, $0.message.data1] }
        #expect(Set(pressed) == Set(released))
        for (index, note) in pressed.enumerated() {
            #expect(note == [8 + UInt8(index % 4), 0, UInt8(index + index % 7)])
        }
    }

    /// H10: a panic releases all notes.
    @Test func panicEmptiesTheTables() {
        let rig = Rig(Way(from: [0, 1]))
        press2048(rig)
        for channel in UInt8(0)..<16 { rig.receive(Message(status: 0xE0 | channel, 0, 80)) }
        _ = rig.take()
        rig.perform(.panic)
        // A note-off for each note, three messages for each channel and port, and the bends.
        #expect(rig.take().count == 2048 + 4 * 48 + 16)
        #expect(rig.router.pointee.ledger.notes.count == 0 && rig.router.pointee.ledger.controllers.isEmpty)
        press2048(rig)
        #expect(rig.take().count == 2048 && rig.dropped == 0)
    }
}

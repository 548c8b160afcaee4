import Testing

@testable import Routing

@Suite struct HeldNotesTests {
    private let table = TableMemory(HeldNotes.byteCount)

    private func note(
        _ key: UInt8, as note: UInt8? = nil, at destination: UInt8 = 8, routing: UInt16 = 0, generation: UInt32 = 1
    ) -> HeldNotes.Note {
        HeldNotes.Note(
            source: 0, channel: 0, key: key, destination: destination, outChannel: 0, note: note ?? key,
            routing: routing, generation: generation)
    }

    private func listed(_ held: HeldNotes, _ key: UInt8) -> [UInt8] {
        var notes: [UInt8] = []
        var index = held.heads[HeldNotes.index(0, 0, key)]
        while index != HeldNotes.none {
            notes.append(held.notes[Int(index)].note)
            index = held.notes[Int(index)].nextOfKey
        }
        return notes
    }

    /// H3.
    @Test func anOutputNoteEndsWithItsLastHolder() {
        var held = HeldNotes(&table.memory)
        _ = held.add(note(60, as: 72))
        _ = held.add(note(61, as: 72))
        #expect(held.isSounding(8, 0, 72))
        let endsWithFirst = held.remove(held.heads[HeldNotes.index(0, 0, 60)])
        let endsWithSecond = held.remove(held.heads[HeldNotes.index(0, 0, 61)])
        #expect(!endsWithFirst && endsWithSecond)
        #expect(!held.isSounding(8, 0, 72) && held.count == 0)
    }

    /// H3: pressed twice without a release between.
    @Test func theSameNoteIsRememberedOnce() {
        var held = HeldNotes(&table.memory)
        let added = [held.add(note(60)), held.add(note(60))]
        #expect(added == [true, false] && held.count == 1)
        // Another destination, another routing, another loading of the preset are other notes.
        for other in [note(60, at: 9), note(60, routing: 1), note(60, generation: 2)] { _ = held.add(other) }
        #expect(held.count == 4)
    }

    /// R1, H8: what began under old settings first, then by routing, not by time.
    @Test func aKeysNotesStandInTheOrderOfTheirRelease() {
        var held = HeldNotes(&table.memory)
        _ = held.add(note(60, as: 1, routing: 5, generation: 1))
        _ = held.add(note(60, as: 2, routing: 3, generation: 2))
        _ = held.add(note(60, as: 3, routing: 7, generation: 2))
        _ = held.add(note(60, as: 4, routing: 1, generation: 2))
        #expect(listed(held, 60) == [1, 4, 2, 3])
    }

    @Test func anyOfAKeysNotesMayGoFirst() {
        for gone in 0..<3 {
            let table = TableMemory(HeldNotes.byteCount)
            var held = HeldNotes(&table.memory)
            for routing in UInt16(0)..<3 { _ = held.add(note(60, as: UInt8(routing), routing: routing)) }
            _ = held.remove(UInt16(gone))
            #expect(listed(held, 60) == [0, 1, 2].filter { $0 != gone })
            _ = held.add(note(60, as: 9, routing: 9))
            #expect(held.count == 3)
        }
    }

    /// H11.
    @Test func holds2048AndKnowsTheOldest() {
        var held = HeldNotes(&table.memory)
        for index in 0..<2048 {
            #expect(!held.isFull)
            var next = note(UInt8(index & 127))
            next.channel = UInt8(index >> 7)
            next.outChannel = next.channel
            _ = held.add(next)
        }
        #expect(held.isFull && held.count == 2048)
        #expect(held.notes[Int(held.oldest)].key == 0 && held.notes[Int(held.newest)].key == 127)
        _ = held.remove(held.oldest)
        #expect(!held.isFull && held.notes[Int(held.oldest)].key == 1)
        while held.oldest != HeldNotes.none { _ = held.remove(held.oldest) }
        #expect(held.count == 0 && held.newest == HeldNotes.none)
    }

    @Test func pressedKeysAreBits() {
        let held = HeldNotes(&table.memory)
        let last = HeldNotes.index(31, 15, 127)
        for key in [0, 63, 64, last] {
            #expect(!held.isPressed(key))
            held.setPressed(key, true)
            #expect(held.isPressed(key))
        }
        held.setPressed(63, false)
        #expect([0, 63, 64, last].map { held.isPressed($0) } == [true, false, true, true])
    }
}

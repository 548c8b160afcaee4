import Testing

@testable import Plan
@testable import Routing

@Suite struct HeldNotesTests {
    private let table = TableMemory(HeldNotes.byteCount)

    private func note(
        _ key: UInt8, as note: UInt8? = nil, at destination: PortIndex = 8, routing: RoutingIndex = 0,
        began: UInt32 = 1
    ) -> HeldNotes.Note {
        HeldNotes.Note(
            key: UInt16(key), sound: UInt16(HeldNotes.sound(destination, 0, note ?? key)),
            marks: HeldNotes.Marks(routing: routing, preset: 0, filtersPressure: false), pressedAt: 0,
            began: began)
    }

    /// Adds a note as the first one of its message.
    private func add(_ note: HeldNotes.Note, to held: inout HeldNotes) {
        held.beginMessage()
        held.add(note)
    }

    private func listed(_ held: HeldNotes, _ key: UInt8) -> [UInt8] {
        var notes: [UInt8] = []
        var slot = held.first(of: KeyBits.index(0, 0, key))
        while !slot.isNone {
            notes.append(UInt8(held[slot].sound & 0x7F))
            slot = held.next(after: slot)
        }
        return notes
    }

    /// H3: an output note that several keys hold ends with the last one.
    @Test func anOutputNoteEndsWithItsLastHolder() {
        var held = HeldNotes(&table.memory)
        add(note(60, as: 72), to: &held)
        add(note(61, as: 72), to: &held)
        #expect(held.sounding.isHeld(HeldNotes.sound(8, 0, 72)))
        let endsWithFirst = held.remove(held.first(of: KeyBits.index(0, 0, 60)))
        let endsWithSecond = held.remove(held.first(of: KeyBits.index(0, 0, 61)))
        #expect(!endsWithFirst && endsWithSecond)
        #expect(!held.sounding.isHeld(HeldNotes.sound(8, 0, 72)) && held.count == 0)
    }

    /// H3: a key that is pressed twice without a release is one held note.
    @Test func repeatedNoteOnIsHeldOnce() {
        var held = HeldNotes(&table.memory)
        for _ in 0..<2 { add(note(60), to: &held) }
        #expect(held.count == 1)
        // A note with another destination, routing or load of the preset is another held note.
        for other in [note(60, at: 9), note(60, routing: 1)] { add(other, to: &held) }
        held.leaveSettings(upTo: 1)
        add(note(60, began: 2), to: &held)
        #expect(held.count == 4)
    }

    /// R1, H8: notes of old settings come first, then notes by routing, not by time.
    @Test func notesOfAKeyAreInReleaseOrder() {
        var held = HeldNotes(&table.memory)
        add(note(60, as: 1, routing: 5), to: &held)
        held.leaveSettings(upTo: 1)
        add(note(60, as: 2, routing: 3, began: 2), to: &held)
        add(note(60, as: 3, routing: 7, began: 3), to: &held)
        add(note(60, as: 4, routing: 1, began: 4), to: &held)
        #expect(listed(held, 60) == [1, 4, 2, 3])
    }

    @Test func anyNoteOfAKeyCanBeRemoved() {
        for gone in 0..<3 {
            let table = TableMemory(HeldNotes.byteCount)
            var held = HeldNotes(&table.memory)
            for routing in RoutingIndex(0)..<3 { add(note(60, as: routing.rawValue, routing: routing), to: &held) }
            _ = held.remove(Slot(gone))
            #expect(listed(held, 60) == [0, 1, 2].filter { $0 != gone })
            add(note(60, as: 9, routing: 9), to: &held)
            #expect(held.count == 3)
        }
    }

    /// H11: the table holds 2048 notes.
    @Test func holds2048NotesAndReturnsTheOldest() {
        var held = HeldNotes(&table.memory)
        for index in 0..<2048 {
            #expect(!held.isFull)
            var next = note(UInt8(index & 127))
            next.key = UInt16(index)
            next.sound |= UInt16(index)
            add(next, to: &held)
        }
        #expect(held.isFull && held.count == 2048)
        #expect(held[held.oldest].key == 0 && held[Slot(2047)].key == 2047)
        _ = held.remove(held.oldest)
        #expect(!held.isFull && held[held.oldest].key == 1)
        while !held.oldest.isNone { _ = held.remove(held.oldest) }
        #expect(held.count == 0 && held.hasValidState(detached: 0))
    }

    /// R1: a message goes through routings in order, so each search begins at the note added before.
    @Test func notesOfOneMessageAreAddedAfterThePreviousOne() {
        var held = HeldNotes(&table.memory)
        add(note(60, as: 1, routing: 9), to: &held)
        for (routing, destinations) in [(RoutingIndex(2), [PortIndex(9)]), (4, [10, 8])] {
            for destination in destinations { add(note(60, as: 2, at: destination, routing: routing), to: &held) }
        }
        held.leaveSettings(upTo: 1)
        held.beginMessage()
        for routing in RoutingIndex(2)..<6 {
            for destination in PortIndex(8)..<11 {
                for _ in 0..<2 { held.add(note(60, as: 2, at: destination, routing: routing, began: 2)) }
            }
        }
        var routings: [RoutingIndex] = []
        var slot = held.first(of: 60)
        while !slot.isNone {
            routings.append(held[slot].routing)
            slot = held.next(after: slot)
        }
        #expect(routings == [2, 4, 4, 9] + (2..<6).flatMap { [$0, $0, $0] })
    }

    @Test func pressedKeysAreBits() {
        let held = HeldNotes(&table.memory)
        let last = KeyBits.index(31, 15, 127)
        for key in [0, 63, 64, last] { #expect(!held.pressed.set(key, true)) }
        #expect(held.pressed.set(63, false))
        #expect([0, 63, 64, last].map { held.pressed.set($0, true) } == [true, false, true, true])
    }

    @Test func keysOfAPortAreReleasedTogether() {
        let held = HeldNotes(&table.memory)
        let keys = [(1, 15, 127), (2, 0, 0), (2, 15, 127), (3, 0, 0)] as [(UInt8, UInt8, UInt8)]
        for (port, channel, key) in keys { held.pressed.set(KeyBits.index(port, channel, key), true) }
        held.pressed.clear(2)
        let arePressed = keys.map { held.pressed.set(KeyBits.index($0, $1, $2), false) }
        #expect(arePressed == [true, false, false, true])
    }
}

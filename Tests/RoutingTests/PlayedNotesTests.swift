import MIDI
import Testing

@testable import Plan
@testable import Routing

/// Notes that remaps play: how they are stored, and what ends them (H1, H3, H7, H8).
@Suite struct PlayedNotesTests {
    private let table = TableMemory(HeldControllers.byteCount)

    private func note(_ note: UInt8, of routing: RoutingIndex) -> HeldControllers.Path {
        var path = HeldControllers.Path()
        path.controller = nil
        path.note = note
        path.routing = routing
        return path
    }

    private func notes(_ held: HeldControllers, of routing: RoutingIndex) -> [UInt8] {
        var notes: [UInt8] = []
        var slot = held.firstNote(of: routing)
        while !slot.isNone {
            notes.append(held[slot].note)
            slot = held.nextNote(after: slot)
        }
        return notes
    }

    private func slot(_ held: HeldControllers, of note: UInt8) -> Slot {
        var slot = held.oldest
        while held[slot].note != note { slot = held.newer(than: slot) }
        return slot
    }

    @Test func notesOfARoutingAreInOrderOfStart() {
        var held = HeldControllers(&table.memory)
        for number in UInt8(1)...4 { held.add(note(number, of: 7)) }
        held.add(note(9, of: 63))
        #expect(notes(held, of: 7) == [1, 2, 3, 4] && held.noteCount == 5)
        for (gone, left) in [(1, [2, 3, 4]), (3, [2, 4]), (4, [2]), (2, [])] as [(UInt8, [UInt8])] {
            held.remove(slot(held, of: gone))
            #expect(notes(held, of: 7) == left)
        }
        #expect(notes(held, of: 63) == [9] && held.noteCount == 1)
    }

    @Test func notesOfEarlierSettingsBelongToNoRouting() {
        var held = HeldControllers(&table.memory)
        for number in UInt8(1)...3 { held.add(note(number, of: 0)) }
        held.detachNotes(of: 0)
        held.add(note(4, of: 0))
        #expect(notes(held, of: 0) == [4])
        for number in UInt8(1)...4 { held.remove(slot(held, of: number)) }
        #expect(held.noteCount == 0 && held.isEmpty)
    }

    private let key = Way().remapping(1, to: .key(24))
    private let value = Way().remapping(1, to: .noteValue)

    private func expectQuiet(_ rig: Rig) {
        #expect(rig.router.pointee.ledger.controllers.noteCount == 0)
        #expect(rig.router.pointee.status.heldNotes == 0)
        for channel in UInt8(0)..<16 {
            for note in UInt8(0)..<128 {
                #expect(!rig.router.pointee.ledger.notes.sounding.isHeld(HeldNotes.sound(8, channel, note)))
            }
        }
    }

    /// H3: after changes of settings the count of held notes equals the notes that sound.
    @Test func heldCountsEndWithTheirNotes() {
        let quiet = Way(from: [])
        let ends: [(String, [[Way]], (Rig) -> Void)] = [
            ("0", [[key]], { $0.receive("B0 01 00") }),
            (
                "0 after a load", [[key], [quiet]],
                {
                    $0.perform(.load(1)); $0.receive("B0 01 00")
                }
            ),
            (
                "0 along the new way", [[key], [key]],
                {
                    $0.perform(.load(1)); $0.receive("B0 01 00")
                }
            ),
            (
                "panic", [[key], [quiet]],
                {
                    $0.perform(.load(1)); $0.perform(.panic)
                }
            ),
            (
                "unplug", [[key], [quiet]],
                {
                    $0.perform(.load(1)); $0.router.pointee.inputWent(0, at: 0)
                }
            ),
            ("a load", [[value], [quiet]], { $0.perform(.load(1)) }),
            ("the same load", [[value]], { $0.perform(.load(0)) }),
            ("undo", [[quiet], [value]], { $0.perform(.undo) }),
        ]
        for (name, presets, end) in ends {
            let rig = Rig(presets)
            if name == "undo" { rig.perform(.load(1)) }
            rig.receive("B0 01 50")
            #expect(
                rig.sent() == [
                    name == "0" || presets[0][0].remaps.first?.remap.output == .key(24) ? "8 90 18 50" : "8 90 50 64"
                ])
            end(rig)
            let sent = rig.sent()
            #expect(sent.filter { $0.hasPrefix("8 80") }.count == 1, "\(name): \(sent)")
            expectQuiet(rig)
        }
    }

    /// H8: retained paths that the new path covers end with it, however many they are.
    @Test func coveredPathsEndWithTheNewOne() {
        let rig = Rig([[key, key], [key]])
        rig.receive("B0 01 50")
        #expect(rig.sent() == ["8 90 18 50", "8 90 18 50"])
        rig.perform(.load(1))
        #expect(rig.router.pointee.status.heldNotes == 2)
        rig.receive("B0 01 40")
        #expect(rig.sent() == ["8 90 18 40"] && rig.router.pointee.status.heldNotes == 0)
        rig.receive("B0 01 00")
        #expect(rig.sent() == ["8 80 18 40"])
        expectQuiet(rig)
    }

    /// H11: the oldest played note is released first, and counted.
    @Test func fullTableReleasesTheOldestNote() {
        var way = Way(to: [8, 9, 10, 11])
        for controller in 0..<64 { way = way.remapping(controller, to: .key(UInt8(controller))) }
        let rig = Rig(way)
        for channel in UInt8(0)..<4 {
            for controller in UInt8(0)..<64 { rig.receive(Message(status: 0xB0 | channel, controller, 1)) }
        }
        #expect(rig.take().count == Limits.heldControllers && rig.dropped == 0)
        rig.receive("B4 00 01")
        let sent = rig.sent()
        #expect(sent.filter { $0.contains(" 80 ") } == (8..<12).map { "\($0) 80 00 40" })
        #expect(sent.filter { $0.contains(" 94 ") } == (8..<12).map { "\($0) 94 00 01" })
        #expect(rig.dropped == 4)
        for channel in UInt8(0)..<5 {
            for controller in UInt8(0)..<64 { rig.receive(Message(status: 0xB0 | channel, controller, 0)) }
        }
        expectQuiet(rig)
    }
}

import MIDI
import Testing

@testable import Plan
@testable import Routing

@Suite struct OutboxTests {
    private let table = TableMemory(Outbox.byteCount)

    private func listed(_ outbox: Outbox, _ lane: Outbox.Lane, of port: PortIndex = 0) -> [String] {
        var messages: [String] = []
        var slot = outbox[port].first(lane)
        while !slot.isNone {
            messages.append(text(outbox[slot].message))
            slot = outbox.next(after: slot)
        }
        return messages
    }

    private func append(
        _ outbox: inout Outbox, _ text: String, path: Slot = .none, _ lane: Outbox.Lane = .other, port: PortIndex = 0
    ) {
        _ = outbox.append(message(text), path: path, to: lane, of: port)
    }

    @Test func everyLaneOfEveryPortIsAQueue() {
        var outbox = Outbox(&table.memory)
        append(&outbox, "F8", .realTime)
        append(&outbox, "80 3C 40", .noteOff)
        append(&outbox, "90 3C 64")
        append(&outbox, "90 3E 64")
        append(&outbox, "90 40 64", port: 3)
        #expect(listed(outbox, .realTime) == ["F8"] && listed(outbox, .noteOff) == ["80 3C 40"])
        #expect(listed(outbox, .other) == ["90 3C 64", "90 3E 64"] && listed(outbox, .other, of: 3) == ["90 40 64"])
        #expect(outbox.freeCount == Limits.waiting - 5)
    }

    @Test func emptiedOutboxIsFree() {
        var outbox = Outbox(&table.memory)
        for _ in 0..<3 {
            for text in ["90 3C 64", "B0 07 01", "E0 00 50", "80 3C 40"] { append(&outbox, text) }
            let removed = outbox.removeAll(of: 0, lane: .other) { _, _ in true }
            #expect(removed == 4 && outbox[0].isIdle && outbox.freeCount == Limits.waiting)
        }
        #expect(!outbox.collapse(message("B0 07 02"), of: 0))
        append(&outbox, "80 3C 40", .noteOff)
        #expect(listed(outbox, .noteOff) == ["80 3C 40"])
    }

    @Test func fullPoolRefusesMessages() {
        var outbox = Outbox(&table.memory)
        for _ in 0..<Limits.waiting { append(&outbox, "C0 01") }
        let isTaken = outbox.append(message("C0 01"), path: .none, to: .other, of: 0)
        #expect(!isTaken && outbox.freeCount == 0)
        outbox.remove(outbox[0].first(.other), of: 0)
        append(&outbox, "C0 01")
        #expect(outbox.freeCount == 0)
    }

    /// S9: of successive values only the newest is sent, in the place of the first.
    @Test func aNewerValueTakesThePlaceOfOneThatWaits() {
        var outbox = Outbox(&table.memory)
        for text in ["B0 07 01", "B0 40 7F", "90 3C 64"] { append(&outbox, text) }
        #expect(outbox.collapse(message("B0 07 02"), of: 0) && !outbox.collapse(message("B0 40 00"), of: 0))
        #expect(!outbox.collapse(message("B0 07 02"), of: 1) && !outbox.collapse(message("B1 07 02"), of: 0))
        #expect(listed(outbox, .other) == ["B0 07 02", "B0 40 7F", "90 3C 64"])
    }

    /// S8: the waiting pieces of a SysEx move to the stream lane, in order. Nothing else moves.
    @Test func promoteMovesOnePathOnly() {
        var outbox = Outbox(&table.memory)
        append(&outbox, "90 3C 64")
        append(&outbox, "continue 01", path: Slot(5))
        append(&outbox, "B0 07 01")
        append(&outbox, "start 11", path: Slot(6))
        append(&outbox, "end 02", path: Slot(5))
        outbox.promote(path: Slot(5), of: 0)
        #expect(listed(outbox, .stream) == ["01", "02 F7"])
        #expect(listed(outbox, .other) == ["90 3C 64", "B0 07 01", "F0 11"])
        append(&outbox, "C0 01")
        #expect(listed(outbox, .other).last == "C0 01")
    }

    /// S8: the message to drop for lack of room is the oldest of its kind.
    @Test func theOldestOfAKindIsFound() {
        var outbox = Outbox(&table.memory)
        for text in ["90 3C 64", "B0 07 01", "C0 05", "continue 01", "90 3E 64", "E0 00 50", "90 40 00"] {
            append(&outbox, text, path: text.hasPrefix("c") ? Slot(5) : .none)
        }
        func drop(_ kind: Outbox.Kind) -> String? {
            let index = outbox[0].oldest(kind)
            if index.isNone { return nil }
            defer { outbox.remove(index, of: 0) }
            return text(outbox[index].message)
        }
        #expect(drop(.controller) == "B0 07 01")
        #expect(listed(outbox, .other) == ["90 3C 64", "C0 05", "01", "90 3E 64", "E0 00 50", "90 40 00"])
        outbox.promote(path: Slot(5), of: 0)
        #expect(drop(.controller) == "E0 00 50" && drop(.controller) == nil)
        append(&outbox, "D0 01")
        #expect(drop(.noteOn) == "90 3C 64" && drop(.noteOn) == "90 3E 64" && drop(.noteOn) == nil)
        #expect(drop(.other) == "C0 05" && drop(.controller) == "D0 01" && drop(.other) == nil)
        #expect(listed(outbox, .other) == ["90 40 00"] && listed(outbox, .stream) == ["01"])
    }

    /// Waiting real-time messages are dropped last, and an F7 that closes a SysEx never.
    @Test func oldestRealTimeIsNeverASysExEnd() {
        var outbox = Outbox(&table.memory)
        append(&outbox, "end", .realTime)
        #expect(outbox.oldestRealTime(of: 0).isNone)
        append(&outbox, "F8", .realTime)
        #expect(text(outbox[outbox.oldestRealTime(of: 0)].message) == "F8")
    }

    /// A note-off is redundant while another one waits, unless a note-on is between them.
    @Test func repeatedNoteOffIsRecognised() {
        var outbox = Outbox(&table.memory)
        #expect(!outbox.isRepeated(message("80 3C 01"), of: 0))
        append(&outbox, "80 3C 01", .noteOff)
        #expect(outbox.isRepeated(message("80 3C 02"), of: 0) && !outbox.isRepeated(message("80 3C 02"), of: 1))
        #expect(!outbox.isRepeated(message("80 3D 02"), of: 0) && !outbox.isRepeated(message("81 3C 02"), of: 0))
        append(&outbox, "90 3C 64")
        #expect(!outbox.isRepeated(message("80 3C 02"), of: 0) && outbox.hasNoteOff(message("80 3C 02"), of: 0))
        append(&outbox, "80 3C 02", .noteOff)
        #expect(outbox.isRepeated(message("80 3C 03"), of: 0))
        outbox.dropNoteOffs(of: outbox[0].oldest(.noteOn))
        outbox.remove(outbox[0].oldest(.noteOn), of: 0)
        #expect(listed(outbox, .noteOff) == ["80 3C 01"] && outbox.freeCount == Limits.waiting - 1)
        outbox.remove(outbox[0].first(.noteOff), of: 0)
        #expect(!outbox.hasNoteOff(message("80 3C 02"), of: 0) && outbox.freeCount == Limits.waiting)
    }

    /// S9: a note-off waits until its note-on is sent or dropped. Then it is as urgent as any note-off.
    @Test func aNoteOffWaitsForItsNoteOnOnly() {
        var outbox = Outbox(&table.memory)
        for text in ["90 3C 01", "80 3C 02", "90 3E 03", "90 3C 04"] {
            append(&outbox, text, text.hasPrefix("8") ? .noteOff : .other)
        }
        for text in ["80 3C 05", "90 3C 00", "80 40 06"] { append(&outbox, text, .noteOff) }
        #expect(listed(outbox, .other) == ["90 3C 01", "90 3E 03", "90 3C 04"])
        #expect(listed(outbox, .noteOff) == ["80 40 06"])
        outbox.remove(outbox[0].first(.other), of: 0)
        #expect(listed(outbox, .noteOff) == ["80 40 06", "80 3C 02"])
        let removed = outbox.removeAll(of: 0, lane: .other) { _, _ in true }
        #expect(removed == 2 && listed(outbox, .noteOff) == ["80 40 06", "80 3C 02", "80 3C 05", "90 3C 00"])
        append(&outbox, "80 3C 07", .noteOff)
        #expect(listed(outbox, .noteOff).last == "80 3C 07")
        #expect(outbox.removeAll(of: 0, lane: .noteOff) { _, _ in true } == 5 && outbox.freeCount == Limits.waiting)
    }

    /// S9: CC other than 0, 6, 32, 38, 64..69, 96..101, 120..127; pitch bend; pressures. Each has a slot of its own.
    @Test func continuousControllersAreThoseOfTheRule() {
        let index = OutboxIndex(&table.memory)
        let never: Set<UInt8> = Set([0, 6, 32, 38] + Array(64...69) + Array(96...101) + Array(120...127))
        var messages = (UInt8(0)..<128).map { Message(status: 0xB4, $0, 1) }
        let others = ["E4 00 50", "D4 10", "A4 3C 10", "A4 3D 10", "E5 00 50", "BF 77 01", "AF 7F 01"]
        messages += others.map { message($0) }
        for port in [0, PortIndex(Limits.ports - 1)] {
            for (slot, message) in messages.enumerated() {
                index.setValue(message, of: port, Slot(port.position + slot))
            }
        }
        for port in [0, PortIndex(Limits.ports - 1)] {
            for (slot, message) in messages.enumerated() {
                let isNever = message.isControlChange && never.contains(message.data1)
                let expected = isNever ? Slot.none : Slot(port.position + slot)
                #expect(index.value(message, of: port) == expected, "\(text(message))")
            }
        }
        for text in ["90 3C 64", "80 3C 40", "C0 01", "F8", "F2 01 02"] {
            index.setValue(message(text), of: 0, Slot(1))
            #expect(index.value(message(text), of: 0).isNone, "\(text)")
        }
    }
}

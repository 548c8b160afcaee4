import MIDI
import Testing

@testable import Program
@testable import Routing

@Suite struct OutboxTests {
    private let table = TableMemory(Outbox.byteCount)

    private func listed(_ outbox: Outbox, _ lane: Outbox.Lane, of port: Int = 0) -> [String] {
        var messages: [String] = []
        var index = outbox.ports[port].queues[Int(lane.rawValue)].first
        while index != Outbox.none {
            messages.append(text(outbox.message(index)))
            index = outbox.pool[Int(index)].next
        }
        return messages
    }

    private func append(
        _ outbox: inout Outbox, _ text: String, path: UInt16 = Outbox.none, _ lane: Outbox.Lane = .other, port: Int = 0
    ) {
        _ = outbox.append(message(text), path: path, to: lane, of: port)
    }

    @Test func lanesAndPortsAreQueuesOfTheirOwn() {
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

    @Test func emptyAgainEverythingIsFree() {
        var outbox = Outbox(&table.memory)
        for _ in 0..<3 {
            for text in ["90 3C 64", "B0 07 01", "E0 00 50", "80 3C 40"] { append(&outbox, text) }
            let removed = outbox.removeAll(of: 0, lane: .other) { _, _ in true }
            #expect(removed == 4 && outbox.ports[0].isIdle && outbox.freeCount == Limits.waiting)
        }
        #expect(outbox.waitingNoteOn[HeldNotes.index(0, 0, 60)] == Outbox.none)
        #expect(outbox.waitingValue[7] == Outbox.none)
    }

    @Test func aFullPoolSaysSo() {
        var outbox = Outbox(&table.memory)
        for _ in 0..<Limits.waiting { append(&outbox, "C0 01") }
        let isTaken = outbox.append(message("C0 01"), path: Outbox.none, to: .other, of: 0)
        #expect(!isTaken && outbox.freeCount == 0)
        outbox.remove(outbox.ports[0].queues[Int(Outbox.Lane.other.rawValue)].first, of: 0)
        append(&outbox, "C0 01")
        #expect(outbox.freeCount == 0)
    }

    /// What of a SysEx waits goes to the stream lane, in order, and nothing else moves (S8).
    @Test func promoteMovesOnePathOnly() {
        var outbox = Outbox(&table.memory)
        append(&outbox, "90 3C 64")
        append(&outbox, "continue 01", path: 5)
        append(&outbox, "B0 07 01")
        append(&outbox, "start 11", path: 6)
        append(&outbox, "end 02", path: 5)
        outbox.promote(path: 5, of: 0)
        #expect(listed(outbox, .stream) == ["01", "02 F7"])
        #expect(listed(outbox, .other) == ["90 3C 64", "B0 07 01", "F0 11"])
        append(&outbox, "C0 01")
        #expect(listed(outbox, .other).last == "C0 01")
    }

    /// S8: what is dropped for want of room is found kind by kind, the oldest first.
    @Test func theOldestOfAKindIsFound() {
        var outbox = Outbox(&table.memory)
        for text in ["90 3C 64", "B0 07 01", "C0 05", "continue 01", "90 3E 64", "E0 00 50", "90 40 00"] {
            append(&outbox, text, path: text.hasPrefix("c") ? 5 : Outbox.none)
        }
        func drop(_ kind: Outbox.Kind) -> String? {
            let index = outbox.oldest(kind, of: 0)
            if index == Outbox.none { return nil }
            defer { outbox.remove(index, of: 0) }
            return text(outbox.message(index))
        }
        #expect(drop(.controller) == "B0 07 01")
        #expect(listed(outbox, .other) == ["90 3C 64", "C0 05", "01", "90 3E 64", "E0 00 50", "90 40 00"])
        outbox.promote(path: 5, of: 0)
        #expect(drop(.controller) == "E0 00 50" && drop(.controller) == nil)
        append(&outbox, "D0 01")
        #expect(drop(.noteOn) == "90 3C 64" && drop(.noteOn) == "90 3E 64" && drop(.noteOn) == nil)
        #expect(drop(.other) == "C0 05" && drop(.controller) == "D0 01" && drop(.other) == nil)
        #expect(listed(outbox, .other) == ["90 40 00"] && listed(outbox, .stream) == ["01"])
    }

    /// Real-time that waits is dropped last of all; an F7 that closes a SysEx never is.
    @Test func theOldestRealTimeIsNoEndOfASysEx() {
        var outbox = Outbox(&table.memory)
        append(&outbox, "end", .realTime)
        #expect(outbox.oldestRealTime(of: 0) == Outbox.none)
        append(&outbox, "F8", .realTime)
        #expect(text(outbox.message(outbox.oldestRealTime(of: 0))) == "F8")
    }

    /// Another note-off says nothing new while one waits, unless a note-on stands between them.
    @Test func aRepeatedNoteOffIsKnown() {
        var outbox = Outbox(&table.memory)
        #expect(!outbox.isRepeated(message("80 3C 01"), of: 0))
        append(&outbox, "80 3C 01", .noteOff)
        #expect(outbox.isRepeated(message("80 3C 02"), of: 0) && !outbox.isRepeated(message("80 3C 02"), of: 1))
        #expect(!outbox.isRepeated(message("80 3D 02"), of: 0) && !outbox.isRepeated(message("81 3C 02"), of: 0))
        append(&outbox, "90 3C 64")
        #expect(!outbox.isRepeated(message("80 3C 02"), of: 0) && outbox.hasNoteOff(message("80 3C 02"), of: 0))
        append(&outbox, "80 3C 02", .noteOff)
        #expect(outbox.isRepeated(message("80 3C 03"), of: 0))
        outbox.dropNoteOffs(of: outbox.oldest(.noteOn, of: 0))
        outbox.remove(outbox.oldest(.noteOn, of: 0), of: 0)
        #expect(listed(outbox, .noteOff) == ["80 3C 01"] && outbox.freeCount == Limits.waiting - 1)
        outbox.remove(outbox.ports[0].queues[Int(Outbox.Lane.noteOff.rawValue)].first, of: 0)
        #expect(!outbox.hasNoteOff(message("80 3C 02"), of: 0) && outbox.freeCount == Limits.waiting)
    }

    /// S9: each release follows its own note-on, whether that goes or is dropped; then it is as urgent as any.
    @Test func aNoteOffWaitsForItsNoteOnOnly() {
        var outbox = Outbox(&table.memory)
        for text in ["90 3C 01", "80 3C 02", "90 3E 03", "90 3C 04"] {
            append(&outbox, text, text.hasPrefix("8") ? .noteOff : .other)
        }
        for text in ["80 3C 05", "90 3C 00", "80 40 06"] { append(&outbox, text, .noteOff) }
        #expect(listed(outbox, .other) == ["90 3C 01", "90 3E 03", "90 3C 04"])
        #expect(listed(outbox, .noteOff) == ["80 40 06"])
        outbox.remove(outbox.ports[0].queues[Int(Outbox.Lane.other.rawValue)].first, of: 0)
        #expect(listed(outbox, .noteOff) == ["80 40 06", "80 3C 02"])
        let removed = outbox.removeAll(of: 0, lane: .other) { _, _ in true }
        #expect(removed == 2 && listed(outbox, .noteOff) == ["80 40 06", "80 3C 02", "80 3C 05", "90 3C 00"])
        append(&outbox, "80 3C 07", .noteOff)
        #expect(listed(outbox, .noteOff).last == "80 3C 07")
        #expect(outbox.removeAll(of: 0, lane: .noteOff) { _, _ in true } == 5 && outbox.freeCount == Limits.waiting)
    }

    /// S9: CC other than 0, 6, 32, 38, 64..69, 96..101, 120..127; pitch bend; pressures.
    @Test func continuousControllersAreThoseOfTheRule() {
        let never: Set<UInt8> = Set([0, 6, 32, 38] + Array(64...69) + Array(96...101) + Array(120...127))
        var places: Set<Int> = []
        for controller in UInt8(0)..<128 {
            let place = Outbox.continuousIndex(Message(status: 0xB4, controller, 1))
            #expect((place == nil) == never.contains(controller), "CC \(controller)")
            if let place { places.insert(place) }
        }
        #expect(places.count == 128 - never.count)
        for text in ["E4 00 50", "D4 10", "A4 3C 10", "A4 3D 10", "E5 00 50"] {
            let place = Outbox.continuousIndex(message(text))
            let isNew = place.map { places.insert($0).inserted } ?? false
            #expect(isNew && 0..<Outbox.continuous ~= place ?? -1)
        }
        for text in ["90 3C 64", "80 3C 40", "C0 01", "F8", "F2 01 02"] {
            #expect(Outbox.continuousIndex(message(text)) == nil)
        }
    }
}

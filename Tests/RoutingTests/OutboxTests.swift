import MIDI
import Testing

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
        outbox.remove(outbox.ports[0].queues[Int(Outbox.Lane.other.rawValue)].first, after: Outbox.none, of: 0)
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

    @Test func theOldestThatFitsGoes() {
        var outbox = Outbox(&table.memory)
        for text in ["90 3C 64", "B0 07 01", "90 3E 64", "B0 07 02"] { append(&outbox, text) }
        var removed = [outbox.removeFirst(of: 0, lane: .other) { $0.isControlChange }]
        #expect(listed(outbox, .other) == ["90 3C 64", "90 3E 64", "B0 07 02"])
        for _ in 0..<2 { removed.append(outbox.removeFirst(of: 0, lane: .other) { $0.isControlChange }) }
        #expect(removed == [true, true, false])
        append(&outbox, "90 40 64")
        #expect(listed(outbox, .other) == ["90 3C 64", "90 3E 64", "90 40 64"])
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
        outbox.remove(outbox.ports[0].queues[Int(Outbox.Lane.other.rawValue)].first, after: Outbox.none, of: 0)
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

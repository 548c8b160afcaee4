import MIDI
import Plan
import Testing

@testable import Configuration

struct ConcernsTests {
    @Test func routingIsListedOnlyWhereItCanPassAMessage() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], restrict: {channel: 2}},
                {from: [keys, pad], to: [out], notes: {filter: true}, clock: {filter: true}},
                {from: [pad], to: [out], system: {filter: {start-stop: true, song-position: true, sysex: true}}},
                {from: [keys], to: [out], pressure: {filter: true}, system: {filter: {time-code: true}}}
                """))
        #expect(it.concerned(0, .noteOn) == [3])
        #expect(it.concerned(0, .noteOn, channel: 2) == [0, 3])
        #expect(it.concerned(0, .polyPressure, channel: 2) == [0, 1])
        #expect(it.concerned(0, .controlChange, channel: 16) == [1, 3])
        #expect(it.concerned(0, .timingClock) == [0, 3])
        #expect(it.concerned(0, .timeCode) == [0, 1])
        #expect(it.concerned(1, .noteOff) == [2])
        #expect(it.concerned(1, .stop) == [1])
        #expect(it.concerned(1, .songPosition) == [1])
        #expect(it.concerned(1, .songSelect) == [1, 2])
        #expect(it.concerned(1, .sysEx) == [1])
        #expect(it.concerned(2, .noteOn) == [])
        #expect(it.concerned(0, slot: Concerns.everything).map { $0.routing } == [0, 1, 3])
    }

    /// Sources whose slots share their lists in the same way share one row.
    @Test func equalSourcesShareARow() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], restrict: {channel: 2}}, {from: [pad], to: [out], restrict: {channel: 3}},
                {from: [pad], to: [out], restrict: {channel: 4}}, {from: [module], to: [pad]}
                """))
        let rows = it.plan.pointee.presets[0].concerns.rows
        #expect(rows[0] == rows[1] && rows[2] != rows[0])
        #expect((1...4).map { it.concerned(0, .noteOn, channel: $0) } == [[], [0], [], []])
        #expect((1...4).map { it.concerned(1, .noteOn, channel: $0) } == [[], [], [1], [2]])
        #expect((1...4).map { it.concerned(2, .noteOn, channel: $0) } == [[3], [3], [3], [3]])
    }

    @Test func remapComesBeforeTheFilterOfControllers() throws {
        let it = try loaded(
            box(
                "{from: [keys, motion, footswitches], to: [out], controllers: {filter: true, remap: [{from: cc 1, to: "
                    + "cc 2}, {from: switch A, to: cc 3}]}}"
            ))
        #expect(it.concerned(0, .controlChange) == [0])
        #expect(it.concerned(0, .pitchBend) == [])
        #expect(it.concerned(0, .programChange) == [])
        #expect(it.concerned(Source.footswitches, .contact) == [0])
        #expect(it.concerned(Source.motion, .motion) == [])
    }

    /// R9: remaps receive filtered notes; only remaps of keys receive note-offs.
    @Test func remapsReceiveFilteredNotes() throws {
        let it = try loaded(
            box(
                """
                {from: [keys], to: [out], notes: {filter: true}, controllers: {remap: [{from: note-value, to: cc 2}]}},
                {from: [keys], to: [out], notes: {filter: true}, controllers: {remap: [{from: note-velocity, to: cc \
                2}]}},
                {from: [keys], to: [out], notes: {filter: true}, controllers: {remap: [{from: key C1, to: cc 2}]}},
                {from: [keys], to: [out], notes: {filter: true},
                 controllers: {remap: [{from: key C1, to: cc 2, mode: increment, decrement: key D1}]}},
                {from: [keys], to: [out], notes: {filter: true}, controllers: {remap: [{from: cc 1, to: key C1}]}}
                """))
        #expect(it.concerned(0, .noteOn) == [0, 1, 2, 3])
        #expect(it.concerned(0, .noteOff) == [2, 3])
        #expect(it.concerned(0, .polyPressure) == [0, 1, 2, 3, 4])
    }

    @Test func bypassedRoutingIsInAllLists() throws {
        // R4: a bypass keeps the channels of the source.
        let it = try loaded(
            box(
                "{from: [input keyboard], to: [out], bypass: true, notes: {filter: true}, restrict: {channel: 9}}",
                head: "input-keyboard: {port: keys, channel: 2}"))
        #expect(it.concerned(0, .noteOn, channel: 2) == [0])
        #expect(it.concerned(0, .noteOn, channel: 1) == [])
        #expect(it.routing().bypassed)
    }

    @Test func portNamedTwiceListensToTheChannelsOfBoth() throws {
        // R1: the routing is listed once, even if `input keyboard` and a port are the same.
        let head = "input-keyboard: {port: pad, channel: 4}"
        let one = try loaded(box("{from: [input keyboard], to: [out]}", head: head))
        #expect(one.concerned(1, slot: Concerns.everything).map { $0.channels } == [1 << 3])
        #expect(one.concerned(1, .start) == [0])
        let both = try loaded(box("{from: [input keyboard, pad], to: [out]}", head: head))
        #expect(both.concerned(1, slot: Concerns.everything).map { $0.channels } == [0xFFFF])
        #expect(both.concerned(1, .noteOn, channel: 9) == [0])
    }

    @Test func fullPresetFitsTheTables() throws {
        let ports = (0..<8).map { "p\($0): {match: x}" }.joined(separator: ", ")
        let names = (0..<8).map { "p\($0)" }.joined(separator: ", ")
        let routings = String(repeating: "{from: [\(names)], to: [\(names)]}, ", count: 64)
        let it = try loaded("treadle: 1\nports: {\(ports)}\npresets: [{name: P, routings: [\(routings)]}]\n")
        #expect(it.concerned(7, slot: Concerns.everything).count == 64)
        #expect(it.concerned(7, .other).last == 63)
    }
}

import Plan
import Testing

@testable import Configuration

/// Positions that a routing sends on load (P11).
@Suite struct PositionTests {
    @Test(arguments: [
        Marked(.routing, "positions: [§cc 128]", "cc"),
        Marked(.routing, "positions: [§key C4]", "a controller with a position, such as cc sustain"),
        Marked(.routing, "positions: [cc 1, §note-value]", "notes, switches and messages have none"),
        Marked(.routing, "positions: [§switch A]", "a controller with a position"),
        Marked(.routing, "positions: [§motion x]", "never comes from the sources"),
        Marked(.routing, "positions: §cc 1", "a list of controllers"),
        Marked(.onLoad, "send: §position", "position of and a controller, such as position of cc sustain"),
        Marked(.onLoad, "send: §position cc 1", "position of and a controller"),
        Marked(.onLoad, "send: §position of wheel", "position of"),
        Marked(.onLoad, "send: §position of mmc play", "a controller with a position"),
        Marked(.onLoad, "send: position of cc 1, §channel: 3", "a position has no `channel`"),
        Marked(
            .preset, "name: P, on-load: [{to: out, send: §position of cc 1}]",
            "a position goes with `on-load` or `positions` of a routing"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func onePositionTooManyIsRefused() {
        func box(_ count: Int) -> String {
            let list = (0..<count).map { "cc \($0)" }.joined(separator: ", ")
            return "treadle: 1\nports: { k: { match: k } }\npresets: [{ name: P, routings: "
                + "[{ from: [k], to: [k], positions: [\(list)] }] }]\n"
        }
        #expect(throws: Never.self) { try Configuration.load(text: box(32)).get() }
        #expect(throws: (any Error).self) { try Configuration.load(text: box(33)).get() }
    }

    @Test func positionsAndMessagesShareTheOrder() {
        let position = OnLoad(position: 4321, delay: 1_000_000, routing: RoutingIndex(63))
        #expect(position.position == 4321 && position.delay == 1_000_000 && position.routing == RoutingIndex(63))
        let note = OnLoad(
            message: .noteOn(channel: 15, key: 127, velocity: 127), delay: 0, routing: RoutingIndex(63), replaces: true,
            long: 0)
        #expect(note.position == nil && note.replaces)
    }
}

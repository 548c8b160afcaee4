import Testing

@testable import Engine
@testable import Loop

/// The ends of turns, by which clients are told how long messages take.
@Suite struct TurnEndTests {
    @Test func turnsThatSendAreMeasuredWhileSomebodyAsks() throws {
        let rig = try ClockRig()
        let loop = rig.loop
        rig.tick()
        loop.watched.prepareTurnEnds()
        #expect(loop.watched.nextTurnEnd() == nil)
        let begins = loop.recorder.outputs.written
        loop.measure(true)
        for _ in 0..<3 { rig.tick() }
        var place = begins
        while let turn = loop.watched.nextTurnEnd() {
            #expect(turn.first == place && turn.end > place)
            for sent in turn.first..<turn.end { #expect(loop.recorder.outputs.entry(at: sent).time <= turn.at) }
            place = turn.end
        }
        #expect(place == loop.recorder.outputs.written && place >= begins + 3)
        loop.measure(false)
        rig.tick()
        #expect(loop.watched.nextTurnEnd() == nil)
    }
}

import Panel
import Testing

@Suite struct DebounceTests {
    // F1
    @Test func firstEdgeActsAndBouncesDoNot() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 1)
        r.down(0, 2)
        r.up(0, 100)
        r.down(0, 101)
        r.up(0, 102)
        r.advance(200)
        #expect(r.log == ["A 127 0", "A 0 100"])
    }

    @Test func releaseDuringLockOutIsDeliveredAtItsEnd() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 3)
        #expect(r.switches.nextDeadline == 5_000_000)
        r.advance(4)
        #expect(r.log == ["A 127 0"])
        r.advance(10)
        #expect(r.log == ["A 127 0", "A 0 5"])
    }

    @Test func aChangeAtTheEndLocksOutAgain() {
        var r = FootswitchRecorder(double: 1)
        r.down(0, 0)
        r.up(0, 3)
        r.down(0, 7)
        r.advance(9)
        #expect(r.log == ["A 127 0", "A 0 5"])
        r.advance(10)
        #expect(r.log == ["A 127 0", "A 0 5", "A 127 10"])
    }

    // F1: a contact that is closed at power-up is not a press.
    @Test func contactClosedAtTheStartIsNotAPress() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.switches.begin(0, closed: true)
        r.switches.begin(1, closed: false)
        #expect(r.switches.nextDeadline == never)
        r.advance(1000)
        #expect(r.log == [])
        r.down(1, 1001)
        r.up(1, 1020)
        r.up(0, 1100)
        r.down(0, 1200)
        r.up(0, 1210)
        r.advance(1300)
        #expect(r.log == ["B 127 1001", "B 0 1020", "A 0 1100", "A 127 1200", "A 0 1210"])
    }

    @Test func edgeExactlyAtTheEndActsAtOnce() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 5)
        #expect(r.log == ["A 127 0", "A 0 5"])
    }

    @Test func edgeJustBeforeTheEndWaits() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.edge(0, false, 4_999_999)
        #expect(r.log == ["A 127 0"])
        r.advance(5)
        #expect(r.log == ["A 127 0", "A 0 5"])
    }

    @Test func aLockOutThatEndsBeforeAnEdgeActsBeforeIt() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 2)
        r.down(1, 50)
        #expect(r.log == ["A 127 0", "A 0 5", "B 127 50"])
    }

    @Test func levelReadBackFindsALostRelease() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.switches.level(0, closed: false)
        r.advance(5)
        #expect(r.log == ["A 127 0", "A 0 5"])
    }

    @Test func levelOutsideLockOutActsAtTheNextAdvance() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.advance(100)
        r.switches.level(0, closed: false)
        #expect(r.switches.nextDeadline == 0)
        r.advance(120)
        #expect(r.log == ["A 127 0", "A 0 120"])
        #expect(r.switches.nextDeadline == 125_000_000)
    }

    @Test func anUnchangedLevelDoesNothing() {
        var r = FootswitchRecorder()
        r.switches.level(0, closed: false)
        #expect(r.switches.nextDeadline == never)
        r.advance(100)
        #expect(r.log.isEmpty)
    }

    @Test func secondClosingWithoutOpeningIsNotAPress() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.down(0, 50)
        #expect(r.log == ["A 127 0"])
    }

    @Test func nothingIsDueOnceAllIsQuiet() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 100)
        r.advance(105)
        #expect(r.switches.nextDeadline == never)
    }
}

import Panel
import Testing

/// Programs press footswitches (F1), whose debounce is 5 ms.
@Suite struct HeldByProgramTests {
    /// A press follows at once, however short the one before was, and has every gesture of F2.
    @Test func pressesOfAProgramAreNotLockedOut() {
        var r = FootswitchRecorder()
        r.recordsShort = true
        r.hold(0, true, 10)
        r.hold(0, false, 11)
        r.hold(0, true, 12)
        r.hold(0, true, 13)
        r.hold(0, false, 13)
        #expect(
            r.log == [
                "A 127 10", "A 0 11", "A short 127 11", "A short 0 11", "A 127 12", "A double 127 12", "A 0 13",
                "A double 0 13", "A short 127 13", "A short 0 13",
            ])
        #expect(r.switches.nextDeadline == never)
        r.log = []
        r.hold(1, true, 1000)
        #expect(r.switches.nextDeadline == 1_500_000_000 && r.switches.isDown(1))
        r.advance(1600)
        r.hold(1, false, 1700)
        #expect(r.log == ["B 127 1000", "B long 127 1500", "B 0 1700", "B long 0 1700"])
    }

    /// A chord of a foot and a program.
    @Test func programsAndFeetMakeChords() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 100)
        r.hold(1, true, 150)
        r.hold(1, false, 300)
        r.up(0, 400)
        #expect(r.log == ["A 127 100", "chord0 127 150", "chord0 0 300", "A 0 400"])
    }

    /// The switch is down as long as the foot or a program holds it.
    @Test func theLastToLetGoReleases() {
        var r = FootswitchRecorder()
        r.hold(0, true, 0)
        r.down(0, 100)
        r.hold(0, false, 200)
        #expect(r.log == ["A 127 0"] && r.switches.isDown(0))
        r.up(0, 300)
        r.advance(310)
        r.down(0, 1000)
        r.hold(0, true, 1100)
        r.up(0, 1200)
        r.level(0, closed: false)
        r.advance(1300)
        #expect(r.log == ["A 127 0", "A 0 300", "A 127 1000"])
        r.hold(0, false, 1400)
        #expect(r.log == ["A 127 0", "A 0 300", "A 127 1000", "A 0 1400"])
    }

    /// A level that is read back belongs to the contact alone.
    @Test func aLevelThatIsReadBackReleasesNothing() {
        var r = FootswitchRecorder()
        r.hold(0, true, 0)
        r.level(0, closed: false)
        #expect(r.switches.nextDeadline == 500_000_000)
        r.advance(100)
        #expect(r.log == ["A 127 0"])
    }

    /// While the contact bounces, its lock-out decides.
    @Test func aReleaseWaitsForTheLockOutOfTheContact() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 1)
        r.hold(0, true, 2)
        r.hold(0, false, 3)
        r.down(0, 4)
        r.advance(10)
        #expect(r.log == ["A 127 0"])
        r.up(0, 20)
        #expect(r.log == ["A 127 0", "A 0 20"])
    }
}

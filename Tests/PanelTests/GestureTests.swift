import Panel
import Testing

@Suite struct GestureTests {
    // F2: long
    @Test func longComesWhenHeldAndGoesOnRelease() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.advance(499)
        #expect(r.switches.nextDeadline == 500_000_000)
        r.up(0, 800)
        #expect(r.log == ["A 127 0", "A long 127 500", "A 0 800", "A long 0 800"])
    }

    @Test func releaseExactlyAtLongIsLong() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 500)
        #expect(r.log == ["A 127 0", "A long 127 500", "A 0 500", "A long 0 500"])
    }

    @Test func releaseJustBeforeLongIsNot() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.edge(0, false, 499_999_999)
        r.advance(2000)
        #expect(r.log == ["A 127 0", "A 0 499.999999"])
    }

    // F2: double
    @Test func doubleAtTheSecondPress() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 100)
        r.down(0, 200)
        r.up(0, 800)
        #expect(
            r.log == [
                "A 127 0", "A 0 100", "A 127 200", "A double 127 200", "A long 127 700", "A 0 800", "A long 0 800",
                "A double 0 800",
            ])
    }

    @Test func secondPressExactlyAtDoubleCounts() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 100)
        r.down(0, 300)
        #expect(r.log.last == "A double 127 300")
    }

    @Test func secondPressJustAfterDoubleIsAFirst() {
        var r = FootswitchRecorder()
        r.down(0, 0)
        r.up(0, 100)
        r.edge(0, true, 300_000_001)
        #expect(r.log.last == "A 127 300.000001")
        r.up(0, 400)
        r.down(0, 500)
        #expect(r.log.last == "A double 127 500")
    }

    @Test func thirdPressAfterADoubleCountsAnew() {
        var r = FootswitchRecorder()
        for press: UInt64 in 0..<4 {
            r.down(0, press * 100)
            r.up(0, press * 100 + 50)
        }
        #expect(r.log.filter { $0.contains("double 127") } == ["A double 127 100", "A double 127 300"])
        #expect(r.log.filter { $0.hasPrefix("A 127") }.count == 4)
    }

    // F2: chords
    @Test func chordWhenTheSecondFollowsAndUntilOneIsReleased() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.down(1, 50)
        r.up(0, 200)
        r.up(1, 300)
        #expect(r.log == ["A 127 0", "chord0 127 50", "A 0 200", "chord0 0 200"])
    }

    @Test func secondReleasedFirstEndsTheChordAndNothingElse() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(1, 0)
        r.down(0, 50)
        r.up(0, 100)
        r.up(1, 200)
        #expect(r.log == ["B 127 0", "chord0 127 50", "chord0 0 100", "B 0 200"])
    }

    @Test func secondAtExactly80MsIsAChord() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.down(1, 80)
        #expect(r.log == ["A 127 0", "chord0 127 80"])
    }

    @Test func secondJustAfter80MsActsAlone() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.edge(1, true, 80_000_001)
        #expect(r.log == ["A 127 0", "B 127 80.000001"])
    }

    @Test func pairThatNobodyNamesIsNoChord() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.down(2, 50)
        #expect(r.log == ["A 127 0", "C 127 50"])
    }

    @Test func firstReleasedBeforeTheSecondIsNoChord() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.up(0, 40)
        r.down(1, 60)
        #expect(r.log == ["A 127 0", "A 0 40", "B 127 60"])
    }

    @Test func firstOfAChordBecomesLongTheSecondNever() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.down(1, 50)
        r.advance(2000)
        #expect(r.log == ["A 127 0", "chord0 127 50", "A long 127 500"])
    }

    @Test func doubleOfTheFirstComesBeforeTheChord() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.up(0, 100)
        r.down(0, 200)
        r.down(1, 250)
        r.up(0, 300)
        #expect(
            r.log == [
                "A 127 0", "A 0 100", "A 127 200", "A double 127 200", "chord0 127 250", "A 0 300", "A double 0 300",
                "chord0 0 300",
            ])
    }

    @Test func secondOfAChordIsNoPressOfADouble() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.down(1, 50)
        r.up(1, 100)
        r.down(1, 200)
        #expect(r.log == ["A 127 0", "chord0 127 50", "chord0 0 100", "B 127 200"])
    }

    @Test func chordsThatShareASwitchBothSound() {
        var r = FootswitchRecorder(chords: [(0, 1), (2, 0)])
        r.down(0, 0)
        r.down(1, 30)
        r.down(2, 60)
        r.up(0, 100)
        #expect(r.log == ["A 127 0", "chord0 127 30", "chord1 127 60", "A 0 100", "chord0 0 100", "chord1 0 100"])
    }

    @Test func thirdFootMakesAChordWithTheSecond() {
        var r = FootswitchRecorder(chords: [(0, 1), (1, 2)])
        r.down(0, 0)
        r.down(1, 50)
        r.down(2, 100)
        r.up(1, 200)
        #expect(r.log == ["A 127 0", "chord0 127 50", "chord1 127 100", "chord0 0 200", "chord1 0 200"])
    }

    @Test func bIsTheFirstWhenAComesBack() {
        var r = FootswitchRecorder(chords: [(0, 1)])
        r.down(0, 0)
        r.down(1, 50)
        r.up(0, 100)
        r.down(0, 120)
        r.up(0, 200)
        #expect(r.log == ["A 127 0", "chord0 127 50", "A 0 100", "chord0 0 100", "chord0 127 120", "chord0 0 200"])
    }

    @Test func bPlusAIsAPlusB() {
        var switches = Footswitches()
        for _ in 0..<16 { #expect(switches.addSwitch(debounce: 0, long: 1, double: 1) != nil) }
        #expect(switches.addSwitch(debounce: 0, long: 1, double: 1) == nil)
        #expect(switches.addChord(3, 7) == 0)
        #expect(switches.addChord(7, 3) == 0)
        #expect(switches.chordCount == 1)
        let others = (0..<16).flatMap { a in (a + 1..<16).map { (a, $0) } }.filter { $0 != (3, 7) }
        for (a, b) in others.prefix(31) { #expect(switches.addChord(a, b) != nil) }
        let (a, b) = others[31]
        #expect(switches.addChord(a, b) == nil)
    }

    @Test func controlNumbersFitTheMessage() {
        #expect(Footswitches.contact(2) == 6)
        #expect(Footswitches.long(2) == 7)
        #expect(Footswitches.double(15) == 47)
        #expect(Footswitches.chord(31) == 79)
        #expect(PanelLimits.controls == 80)
    }
}

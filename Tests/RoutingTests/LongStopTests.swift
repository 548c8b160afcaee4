import MIDI
import Testing

@testable import Plan
@testable import Routing

/// The internal clock when the whole box stands still (K1).
@Suite struct LongStopTests {
    /// 120 BPM: a tick every 20.833 ms from 0 on.
    private func ticking() -> Rig {
        let rig = Rig(Way(from: [Source.clock]))
        rig.router.pointee.beginClock(at: 0)
        rig.advance(to: 0)
        #expect(rig.sentAndWhen() == ["F8 0"])
        return rig
    }

    private func goOn(_ rig: Rig, at time: UInt64) -> Bool { rig.router.pointee.goOnAfterStop(at: time) }

    @Test func ticksOfAShortStopAreCaughtUp() {
        let rig = ticking()
        #expect(!goOn(rig, at: 520_833_333))
        rig.advance(to: 520_833_333)
        #expect(rig.take().count == 25)
    }

    @Test func ticksOfALongStopAreSkipped() {
        let rig = ticking()
        let later: UInt64 = 3_600_000_000_000
        #expect(goOn(rig, at: later))
        rig.advance(to: later)
        rig.advance(to: later + 30_000_000)
        #expect(rig.sentAndWhen() == ["F8 3600000000", "F8 3600020833"])
    }

    @Test func aChangeOfTempoAfterALongStopGoesOnFromNow() {
        let rig = ticking()
        #expect(goOn(rig, at: 1_000_000_000))
        rig.perform(.clock(.tempo(12500)), at: 1_000_000_000)
        rig.advance(to: 1_020_000_000)
        #expect(rig.sentAndWhen() == ["F8 1000000", "F8 1020000"])
    }

    @Test func withoutTicksNothingIsSkipped() {
        let rig = Rig(Way(from: [0]))
        #expect(!goOn(rig, at: UInt64.max / 2))
    }
}

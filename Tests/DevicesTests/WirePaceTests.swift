import Devices
import Testing

/// S9: no more than 10 ms ahead of the wire.
@Suite struct WirePaceTests {
    @Test func idleWireTakesUnderTenMilliseconds() {
        let pace = WirePace()
        #expect(pace.room(at: 0) == 31)
        #expect(UInt64(pace.room(at: 0)) * WirePace.byteTime < 10_000_000)
    }

    @Test func roomComesBackByteByByte() {
        var pace = WirePace()
        pace.wrote(31, at: 1_000_000)
        #expect(pace.room(at: 1_000_000) == 0)
        #expect(pace.room(at: 1_319_999) == 0)
        #expect(pace.room(at: 1_320_000) == 1)
        #expect(pace.room(at: 1_640_000) == 2)
        #expect(pace.room(at: 100_000_000) == 31)
    }

    @Test func wireThatWasIdleStartsAnew() {
        var pace = WirePace()
        pace.wrote(3, at: 0)
        pace.wrote(3, at: 5_000_000)
        #expect(pace.room(at: 5_000_000) == 28)
    }

    @Test(arguments: 1...31)
    func whenRoomIsTheFirstMoment(count: Int) {
        var pace = WirePace()
        pace.wrote(31, at: 50_000_000)
        let moment = pace.whenRoom(for: count)
        #expect(pace.room(at: moment) >= count)
        #expect(pace.room(at: moment - 1) < count)
    }

    @Test func moreThanTheWindowLeavesNoRoom() {
        var pace = WirePace()
        pace.wrote(1000, at: 0)
        #expect(pace.room(at: 0) == 0)
    }
}

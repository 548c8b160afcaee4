import MIDI
import Testing

@testable import Plan
@testable import Routing

/// SysEx of 8 bits, from places 0 and 1 to place 9, which speaks UMPs and is in group 1 (U7).
struct LongStreamTests {
    private let rig = Rig([[Way(from: [0, 1], to: [9])]], speaks: [9: .ump2])

    private func receive(_ head: String, from source: UInt8, at time: UInt64 = 0) {
        rig.receive(ump: head + " 00000000 00000000 00000000", from: source, at: time)
    }

    private func sent() -> [String] { rig.sentUMPs().map { String($0.prefix(10)) } }

    // S8: the same stream of another source would be taken for the SysEx that is under way.
    @Test func streamsOfTwoSourcesAreKeptApart() {
        receive("50160700", from: 0)
        receive("50160700", from: 1)
        receive("50260700", from: 1)
        receive("50060700", from: 1)
        receive("50360700", from: 0)
        receive("50360700", from: 1)
        #expect(sent() == ["9 51160700", "9 51360700"] && rig.dropped == 2)
        receive("50160700", from: 1)
        #expect(sent() == ["9 51160700"])
    }

    @Test func otherStreamsPassBetween() {
        receive("50160700", from: 0)
        receive("50160800", from: 1)
        receive("50360800", from: 1)
        receive("50360700", from: 0)
        #expect(sent() == ["9 51160700", "9 51160800", "9 51360800", "9 51360700"] && rig.dropped == 0)
    }

    // A source that was silent for a second gives way, and its rest is lost.
    @Test func silentSourceGivesWay() {
        receive("50160700", from: 0)
        receive("50160700", from: 1, at: 1_000_000_000)
        receive("50260700", from: 0, at: 1_000_000_001)
        receive("50360700", from: 1, at: 1_000_000_002)
        #expect(sent() == ["9 51160700", "9 51160700", "9 51360700"])
    }

    // The rest of a SysEx that began while its destination was away means nothing there.
    @Test func restForADestinationThatCameMeanwhileIsDropped() {
        rig.router.pointee.outputWent(9, unheard: 0, at: 0)
        receive("50160700", from: 0)
        rig.router.pointee.outputCame(9, byteTime: 0, lead: 0, speaks: .ump2, at: 0)
        receive("50260700", from: 0)
        receive("50360700", from: 0)
        #expect(sent() == [])
    }
}

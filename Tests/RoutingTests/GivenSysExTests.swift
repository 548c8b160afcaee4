import MIDI
import Testing

@testable import Plan
@testable import Routing

/// S8: a SysEx that a program sends may pause between its pieces. It then holds its port, and nothing else.
struct GivenSysExTests {
    private func give(_ text: String, to port: PortIndex = 9, on rig: Rig, at time: UInt64 = 0) {
        rig.router.pointee.send(message(text), to: port, at: time)
    }

    @Test func otherMessagesToItsPortWaitForItsEnd() {
        let rig = Rig(Way(to: [8, 9]))
        give("start 01 02 03 04 05 06", on: rig)
        rig.receive("90 3C 64")
        rig.receive("F8")
        #expect(rig.sent() == ["9 F0 01 02 03 04 05 06", "8 90 3C 64", "8 F8", "9 F8"])
        give("end 07", on: rig)
        #expect(rig.sent() == ["9 07 F7", "9 90 3C 64"])
        #expect(rig.dropped == 0)
    }

    /// The box's own SysEx are another stream: their pieces do not follow those of the program.
    @Test func ownSysExMayGoOutBetweenItsPieces() {
        let command = SysExTemplate()
        defer { command.umps.deallocate() }
        let rig = Rig(Way(to: [8, 9]).remapping(1, to: command.output))
        give("start 01 02 03 04 05 06", on: rig)
        rig.receive(.controlChange(channel: 0, controller: 1, value: 1))
        #expect(rig.sent() == ["9 F0 01 02 03 04 05 06", "8 F0 7F 7F 06 44 06 01", "8 01 02 03 04 00 F7"])
        give("end 07", on: rig)
        #expect(rig.sent() == ["9 07 F7", "9 F0 7F 7F 06 44 06 01", "9 01 02 03 04 00 F7"])
    }

    @Test func aPresetChangeDoesNotEndIt() {
        let rig = Rig([[Way()], [Way(to: [9])]])
        give("start 01 02 03 04 05 06", on: rig)
        rig.perform(.load(1))
        give("continue 07 08 09 0A 0B 0C", on: rig)
        give("end 0D", on: rig)
        #expect(rig.sent() == ["9 F0 01 02 03 04 05 06", "9 07 08 09 0A 0B 0C", "9 0D F7"])
    }

    /// H10: closed once, its rest goes nowhere.
    @Test func aPanicClosesIt() {
        let rig = Rig(Way())
        give("start 01 02 03 04 05 06", on: rig)
        rig.perform(.panic)
        let sent = rig.sent()
        #expect(sent.filter { $0 == "9 F7" }.count == 1, "\(sent)")
        give("continue 07 08 09 0A 0B 0C", on: rig)
        give("end 0D", on: rig)
        #expect(rig.sent().isEmpty)
        give("complete 01", on: rig)
        #expect(rig.sent() == ["9 F0 01 F7"])
    }

    @Test func itsRestIsIgnoredAfterItsPortWasAway() {
        let rig = Rig(Way())
        give("start 01 02 03 04 05 06", on: rig)
        rig.router.pointee.outputWent(9, unheard: 0, at: 0)
        rig.router.pointee.outputCame(9, byteTime: 0, lead: 0, speaks: .bytes, at: 0)
        _ = rig.sent()
        give("end 0D", on: rig)
        #expect(rig.sent().isEmpty)
    }

    @Test func whatIsSilentForASecondIsClosed() {
        let rig = Rig(Way(to: [9]))
        give("start 01 02 03 04 05 06", on: rig)
        rig.receive("90 3C 64", at: 1)
        rig.advance(to: 1_000_000_000)
        #expect(rig.sent() == ["9 F0 01 02 03 04 05 06", "9 F7", "9 90 3C 64"])
        give("end 07", on: rig, at: 1_000_000_001)
        #expect(rig.sent().isEmpty)
    }

    @Test func anotherOneClosesWhatHasNotEnded() {
        let rig = Rig(Way())
        give("start 01 02 03 04 05 06", on: rig)
        give("start 11 12 13 14 15 16", to: 10, on: rig)
        give("end 17", to: 10, on: rig)
        #expect(rig.sent() == ["9 F0 01 02 03 04 05 06", "9 F7", "10 F0 11 12 13 14 15 16", "10 17 F7"])
    }
}

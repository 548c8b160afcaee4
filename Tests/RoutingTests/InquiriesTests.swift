import MIDI
import Testing

@testable import Plan
@testable import Routing

/// U11: MIDI-CI is taken out of the stream, and its pieces go to the responder.
@Suite struct InquiriesTests {
    private static let inquiry = [
        "start 7E 7F 0D 70 02 01", "continue 02 03 04 7F 7F 7F", "continue 7F 00 00 00 01 02", "end 01",
    ]

    /// A rig whose ports 0 and 1 go to port 8, and answer.
    private func rig(_ way: Way = Way(from: [0, 1]), answers: Bool = true) -> Rig {
        let rig = Rig(
            [[way]],
            settings: { plan in
                for port in 0..<8 { plan.ports[port].sends = true }
            })
        rig.router.pointee.answersInquiries = answers
        return rig
    }

    private func taken(_ rig: Rig) -> [String] {
        var taken: [String] = []
        while let piece = rig.router.pointee.firstInquiry {
            rig.router.pointee.removeFirstInquiry()
            let message = piece.message
            let bytes = (0..<message.sysExCount).map { String(message.sysExByte($0), radix: 16, uppercase: true) }
            taken.append("\(piece.port.position) \(message.sysExStatus!) \(bytes.joined(separator: " "))")
        }
        return taken
    }

    @Test func inquiryGoesToTheResponderAndToNoRouting() {
        let rig = rig()
        for piece in Self.inquiry { rig.receive(piece) }
        #expect(rig.sent() == [])
        #expect(
            taken(rig) == [
                "0 start 7E 7F D 70 2 1", "0 continue 2 3 4 7F 7F 7F", "0 continue 7F 0 0 0 1 2", "0 end 1",
            ])
        #expect(taken(rig) == [])
    }

    @Test func otherSysExIsRouted() {
        let rig = rig()
        rig.receive("complete 7E 7F 06 01")
        for piece in ["start 7F 7F 0D 04 05 06", "end 07"] { rig.receive(piece) }
        #expect(rig.sent() == ["8 F0 7E 7F 06 01 F7", "8 F0 7F 7F 0D 04 05 06", "8 07 F7"])
        #expect(taken(rig) == [])
    }

    @Test func withoutResponderItDisappears() {
        let rig = rig(answers: false)
        for piece in Self.inquiry { rig.receive(piece) }
        #expect(rig.sent() == [] && taken(rig) == [])
    }

    @Test func portThatOffersNoneIsNotAnswered() {
        let rig = Rig(
            [[Way(from: [0, 1])]],
            settings: { plan in
                for port in 0..<2 { plan.ports[port].sends = true }
                plan.ports[1].offersCI = false
            })
        rig.router.pointee.answersInquiries = true
        for piece in Self.inquiry { rig.receive(piece, from: 1) }
        for piece in Self.inquiry { rig.receive(piece, from: 2) }
        #expect(rig.sent() == [] && taken(rig) == [])
    }

    @Test func twoPortsAtOnceAreKeptApart() {
        let rig = rig()
        rig.receive("start 7E 7F 0D 70 02 01", from: 0)
        rig.receive("start 7E 7F 0D 71 02 01", from: 1)
        rig.receive("90 3C 64", from: 1)
        rig.receive("end 09", from: 1)
        rig.receive("F8", from: 0)
        rig.receive("end 08", from: 0)
        #expect(rig.sent() == ["8 90 3C 64", "8 F8"])
        #expect(
            taken(rig) == [
                "0 start 7E 7F D 70 2 1", "1 start 7E 7F D 71 2 1", "1 end 9", "0 end 8",
            ])
    }

    @Test func routingHearsItIfItsFilterSaysSo() {
        let rig = rig(Way(from: [0, 1]).setting { $0.hearsInquiries = true })
        for piece in Self.inquiry { rig.receive(piece) }
        #expect(
            rig.sent() == [
                "8 F0 7E 7F 0D 70 02 01", "8 02 03 04 7F 7F 7F", "8 7F 00 00 00 01 02", "8 01 F7",
            ])
        #expect(taken(rig).count == 4)
    }

    /// The filter of SysEx concerns other SysEx only.
    @Test func filterOfSysExDoesNotConcernMIDICI() {
        let filtered: UInt32 = 1 << UInt32(MessageKind.sysEx.rawValue)
        let rig = rig(
            Way(from: [0]).setting {
                $0.hearsInquiries = true
                $0.filtered = filtered
            })
        rig.receive("complete 7E 7F 06 01")
        for piece in ["start 7E 7F 0D 70 02 01", "end 01"] { rig.receive(piece) }
        #expect(rig.sent() == ["8 F0 7E 7F 0D 70 02 01", "8 01 F7"])
    }

    @Test func onlyTheRoutingsThatHearItTakeIt() {
        let rig = Rig([[Way(from: [0], to: [8]), Way(from: [0], to: [9]).setting { $0.hearsInquiries = true }]])
        for piece in ["start 7E 7F 0D 70 02 01", "end 01"] { rig.receive(piece) }
        rig.receive("complete 7E 7F 0D")
        #expect(rig.sent() == ["9 F0 7E 7F 0D 70 02 01", "9 01 F7", "9 F0 7E 7F 0D F7"])
    }

    /// It never holds a port: a note of another source goes at once (S8).
    @Test func unfinishedInquiryHoldsNoPort() {
        let rig = rig()
        rig.receive("start 7E 7F 0D 70 02 01")
        rig.receive("90 3C 64", from: 1)
        #expect(rig.sent() == ["8 90 3C 64"])
    }

    @Test func tooLongMessageIsDroppedAndCounted() {
        let rig = rig()
        rig.receive("start 7E 7F 0D 70 02 01")
        var kept = 0
        for _ in 0..<Limits.inquiryBytes / 6 {
            rig.receive("continue 01 02 03 04 05 06")
            kept += taken(rig).count
        }
        rig.receive("end 01")
        // The piece that goes beyond the limit and the end behind it are gone.
        #expect(kept == Limits.inquiryBytes / 6 && taken(rig) == [])
        let lost = rig.router.pointee.droppedInquiries
        #expect(lost == 1 && rig.dropped == 0)
        for piece in Self.inquiry { rig.receive(piece) }
        #expect(taken(rig).count == 4)
    }

    @Test func messagesThatComeTooFastAreDroppedAndCounted() {
        let rig = rig()
        for _ in 0..<Limits.inquiryPieces / 4 + 10 {
            for piece in Self.inquiry { rig.receive(piece) }
        }
        let lost = rig.router.pointee.droppedInquiries
        #expect(lost == 10)
        #expect(taken(rig).count == Limits.inquiryPieces && rig.sent() == [])
    }

    /// A source of UMPs may divide a SysEx as it likes.
    @Test(arguments: [
        ["start", "continue 7E", "continue 7F", "continue 0D 70 02", "end 01"],
        ["start 7E 7F", "continue 0D 70", "continue 02", "end 01"],
        ["start 7E", "end 7F 0D 70 02 01"],
    ])
    func dividedBeginningIsRecognized(pieces: [String]) {
        let rig = rig()
        for piece in pieces { rig.receive(piece) }
        let bytes = taken(rig).flatMap { $0.split(separator: " ").dropFirst(2) }
        #expect(bytes == ["7E", "7F", "D", "70", "2", "1"] && rig.sent() == [])
    }

    @Test(arguments: [
        (["start 7E", "continue 7F", "continue 06 01", "end"], "F0 7E 7F 06 01 F7"),
        (["start 7E", "end 7F 06 01"], "F0 7E 7F 06 01 F7"),
        (["start 7E 7F", "end 06 01 05 04 03 02"], "F0 7E 7F 06 01 05 04 03 02 F7"),
        (["start", "continue 11 12", "end"], "F0 11 12 F7"),
    ])
    func dividedBeginningOfOtherSysExIsRouted(pieces: [String], whole: String) {
        let rig = rig()
        for piece in pieces { rig.receive(piece) }
        let bytes = rig.take().flatMap { text($0.message).split(separator: " ") }
        #expect(bytes.joined(separator: " ") == whole && taken(rig) == [])
    }
}

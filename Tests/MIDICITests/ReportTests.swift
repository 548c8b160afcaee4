import Testing

@testable import MIDICI

/// U9: Process Inquiry, what the box last sent.
@Suite struct ReportTests {
    private static let all: [[UInt8]] = [
        [0x90, 60, 100], [0xA0, 60, 5], [0xB0, 7, 90], [0xC0, 5], [0xD0, 33], [0xE0, 0, 64], [0xB1, 7, 80],
    ]

    private func report(
        _ bench: inout Bench, _ body: [UInt8], address: UInt8 = 0x7F, messages: [[UInt8]] = ReportTests.all
    ) -> [[UInt8]] {
        var sent = bench.hear(0x42, body, address: address)
        while let request = bench.device.nextRequest() {
            bench.device.answer(request.token, .messages(messages), at: bench.now)
        }
        sent += bench.sent
        return sent
    }

    @Test func theBoxHasMessageReport() {
        var bench = Bench()
        #expect(bench.hear(0x40) == [Wire.message(0x41, from: bench.muid, to: Bench.other, [1])])
    }

    /// Begin says which kinds come, then they come, then End.
    @Test func aReportOfAllHasBeginMessagesAndEnd() {
        var bench = Bench()
        let sent = report(&bench, [0x7F, 0x7F, 0, 0x7F, 0x7F])
        let begin = Wire.message(0x43, from: bench.muid, to: Bench.other, [0, 0, 0x33, 0x03])
        #expect(sent == [begin] + ReportTests.all + [Wire.message(0x44, from: bench.muid, to: Bench.other)])
    }

    @Test func onlyTheKindsAskedForCome() {
        var bench = Bench()
        let sent = report(&bench, [0x7F, 0, 0, 0x02, 0x01])
        #expect(sent.dropFirst().dropLast() == [[0x90, 60, 100], [0xB0, 7, 90], [0xB1, 7, 80]])
        #expect(sent.first.map { Array($0[14...17]) } == [0, 0, 2, 1])
    }

    @Test func onlyTheChannelAskedForComes() {
        var bench = Bench()
        let sent = report(&bench, [0x7F, 0, 0, 0x02, 0], address: 1)
        #expect(sent.map { $0.count } == [19, 3, 15])
        #expect(sent[1] == [0xB1, 7, 80] && sent[0][2] == 1 && sent[2][2] == 1)
    }

    @Test func theBoxIsAskedForWhatIsWanted() {
        var bench = Bench()
        _ = bench.hear(0x42, [0x01, 0, 0, 0x12, 0], address: 4)
        #expect(
            bench.device.nextRequest()?.action
                == .report(port: 3, channel: 4, [.controllers, .program], onlyChanged: true))
    }

    /// Begin and End only: which kinds the box can report.
    @Test func aReportWithoutDataAsksNothing() {
        var bench = Bench()
        let sent = bench.hear(0x42, [0, 0x7F, 0, 0x7F, 0x7F])
        #expect(sent.map { $0[4] } == [0x43, 0x44])
        #expect(bench.device.nextRequest() == nil)
    }

    /// U11.
    @Test(arguments: [[], [0x7F], [0x7F, 0, 0, 0], [0x02, 0, 0, 0, 0]] as [[UInt8]])
    func aMalformedInquiryIsAnsweredWithNAK(body: [UInt8]) {
        var bench = Bench()
        #expect(bench.hear(0x42, body).map { Array($0[14...15]) } == [[0x42, 0x41]])
    }

    @Test func aSecondReportWaitsForTheFirst() {
        var bench = Bench()
        bench.device.receive(
            Wire.message(0x42, from: Bench.other, to: bench.muid, [0, 0, 0, 0, 0]), on: 3, at: bench.now)
        let sent = bench.hear(0x42, [0, 0, 0, 0, 0])
        #expect(sent.map { $0[4] } == [0x7F, 0x43, 0x44])
        #expect(Array(sent[0][14...16]) == [0x42, 0x43, 5])
    }

    @Test func aReportThatTheBoxDoesNotMakeIsAnsweredWithBusy() {
        var bench = Bench()
        _ = bench.hear(0x42, [0x7F, 0, 0, 2, 0])
        #expect(bench.wait(2).map { Array($0[14...15]) } == [[0x42, 0x43]])
    }
}

import Compact
import Engine
import MIDI
import MIDICI
import Testing

@testable import Box

/// U9: what a MIDI Message Report tells of the messages that a port was sent.
@Suite struct SentReportTests {
    /// What is told after messages, in hex, were sent to port 1.
    private func report(
        _ sent: [String], channel: UInt8? = nil,
        _ kinds: CIReportKinds = [.bend, .controllers, .program, .pressure, .notes, .keyPressure]
    ) -> [String] {
        let capacity = 1024
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: RecordRing.byteCount(capacity: capacity), alignment: 64)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: RecordRing.byteCount(capacity: capacity))
        let ring = RecordRing(in: memory, capacity: capacity)
        for text in sent {
            let bytes = text.split(separator: " ").map { UInt8($0, radix: 16)! } + [0, 0]
            let message = Message(status: bytes[0], bytes[1], bytes[2])
            ring.put(RecordRing.Entry(message, .message, port: 1, at: 0))
            // Another port does not matter.
            ring.put(RecordRing.Entry(Message(status: 0xB0, 7, 1), .message, port: 2, at: 0))
        }
        return SentReport(ring, port: 1).messages(channel: channel, kinds).map { Digits.hex($0) }
    }

    @Test func lastValuesAreTold() {
        let sent = ["B0 07 10", "B0 07 20", "B0 00 01", "C0 05", "D0 30", "E0 00 50", "90 3C 64", "A0 3C 22"]
        #expect(
            report(sent) == ["B0 00 01", "B0 07 20", "C0 05", "D0 30", "E0 00 50", "90 3C 64", "A0 3C 22"])
    }

    @Test func notesThatEndedAreNotTold() {
        #expect(report(["90 3C 64", "A0 3C 22", "90 40 50", "80 3C 40", "90 43 64", "90 43 00"]) == ["90 40 50"])
        #expect(report(["90 3C 64", "B0 7B 00"]) == [] && report(["90 3C 64", "B0 78 00"]) == [])
    }

    @Test func resetEndsPedalsButNotTheVolume() {
        #expect(report(["B0 40 7F", "B0 07 10", "E0 00 50", "D0 11", "B0 79 00"]) == ["B0 07 10"])
    }

    @Test func parametersAndModesAreLeftOut() {
        #expect(report(["B0 65 00", "B0 64 00", "B0 06 0C", "B0 26 00", "B0 7E 01"]) == [])
    }

    @Test func onlyTheChannelAndTheKindsThatAreAskedFor() {
        let sent = ["B0 07 10", "B3 07 20", "C3 01", "93 3C 64"]
        #expect(report(sent, channel: 3) == ["B3 07 20", "C3 01", "93 3C 64"])
        #expect(report(sent, channel: 3, [.program]) == ["C3 01"])
    }
}

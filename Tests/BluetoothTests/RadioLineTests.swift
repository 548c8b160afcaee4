import TestSupport
import Testing

@testable import Bluetooth

/// The lines between box and process.
@Suite struct RadioLineTests {
    @Test(arguments: [
        "name Treadle am Fuß", "visible 1", "visible 0", "fast", "pairing closed", "pairing open", "pairing always",
        "encryption required", "encryption optional", "panel menu", "panel display", "panel none",
        "port 3 initiate name FP-30X*", "port 0 accept any *", "port 12 initiate address D4:3A:2C:01:02:03",
        "bond 0102AB Stage iPad", "start", "answer C0:00:00:00:00:01/random yes",
        "answer C0:00:00:00:00:01/public no", "forget C0:00:00:00:00:01/random", "forget all", "unlink 3",
        "ping 77", "end",
    ])
    func ordersAreReadAsTheyAreWritten(_ line: String) throws {
        #expect(try #require(RadioOrder(Array(line.utf8)[...])).text == line)
    }

    @Test(arguments: [
        "", "name", "name ", "name 012345678901234567890123456789", "visible 2", "visible", "fast 1", "pairing ajar",
        "encryption", "panel big", "port", "port 1", "port x initiate any *", "port 1 initiate name ",
        "port 1 initiate address 1:2", "bond 0 x", "bond zz x", "start now", "answer C0:00:00:00:00:01 yes",
        "answer C0:00:00:00:00:01/random maybe", "forget nobody", "unlink 4", "unlink -1", "ping", "ping x", "stop",
    ])
    func malformedOrdersAreRefused(_ line: String) {
        #expect(RadioOrder(Array(line.utf8)[...]) == nil)
    }

    @Test(arguments: [
        "radio on B8:27:EB:00:00:07/public", "radio missing there is no controller", "advertising 1",
        "state 2 seeking - ", "state 2 no-MIDI C0:00:00:00:00:01/random Some keys",
        "ask C0:00:00:00:00:01/random compare 000123 Stage iPad", "ask C0:00:00:00:00:01/random permit Pad",
        "show C0:00:00:00:00:01/random 012345", "asked C0:00:00:00:00:01/random",
        "no-pair C0:00:00:00:00:01/random Pad",
        "linked 3 7 D4:3A:2C:01:02:03/public central 247 18 response encrypted subscribed 11250 FP-30X",
        "linked 0 1 C0:00:00:00:00:01/random peripheral 23 0 command plain quiet 0 Pad",
        "interval 2 15000", "peer 1 C0:00:00:00:00:01/random encrypted", "gone 1 out of reach",
        "bond 0102AB Stage iPad", "bond-gone C0:00:00:00:00:01/random",
        "pong 77", "fault words for the log",
    ])
    func reportsAreReadAsTheyAreWritten(_ line: String) throws {
        #expect(try #require(RadioReport(Array(line.utf8)[...])).text == line)
    }

    @Test(arguments: [
        "", "radio", "radio on", "radio off x", "advertising", "state 1 lost - ", "state 1 seeking x ",
        "ask C0:00:00:00:00:01/random compare 123 Pad", "ask C0:00:00:00:00:01/random", "show - 123456",
        "linked 4 7 D4:3A:2C:01:02:03/public central 247 18 response encrypted quiet 11250 FP-30X",
        "linked 1 7 D4:3A:2C:01:02:03/public central 7 18 response encrypted quiet 11250 FP-30X",
        "linked 1 7 D4:3A:2C:01:02:03/public", "interval 9 1", "gone", "pong", "bond",
        "peer 1 C0:00:00:00:00:01/random", "peer 4 C0:00:00:00:00:01/random plain", "peer 1 - plain",
    ])
    func malformedReportsAreRefused(_ line: String) {
        #expect(RadioReport(Array(line.utf8)[...]) == nil)
    }

    @Test func namesOfPeersFitOnALine() {
        #expect(RadioWords.name(Array("Pad\n\u{202E}x".utf8)[...]) == "Padx")
        let long = RadioWords.name(Array(String(repeating: "ß", count: 100).utf8)[...])
        #expect(long.utf8.count == 64)
    }

    @Test(arguments: SplitMix.seeds) func randomLinesAreReadOrRefused(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        let words = [
            "name", "port", "bond", "answer", "linked", "state", "ask", "1", "0", "-", "initiate", "any", "AB",
            "C0:00:00:00:00:01/random", "central", "compare", "123456", "", "\u{FF}",
        ]
        for _ in 0..<20 {
            var line: [UInt8] = []
            for _ in 0..<random.below(14) {
                line += random.chance(80) ? Array(random.pick(words).utf8) : [UInt8(random.below(256))]
                line.append(32)
            }
            if let order = RadioOrder(line[...]) { #expect(RadioOrder(Array(order.text.utf8)[...]) == order) }
            if let report = RadioReport(line[...]) { #expect(RadioReport(Array(report.text.utf8)[...]) == report) }
        }
    }
}

import MIDI
import TestSupport
import Testing

@testable import Plan
@testable import Routing

/// N5: at a network port other messages go between the pieces of a SysEx.
@Suite struct InterleavedTests {
    private func rig() -> Rig { Rig([[Way(from: [0, 1, 2])]], isNetwork: true) }

    @Test func messagesGoBetweenThePiecesInTheirOrder() {
        let rig = rig()
        let texts = [
            "start 01 02 03 04 05 06", "90 3C 64", "continue 07 08 09 0A 0B 0C", "B0 07 64", "F8", "C0 05", "F2 01 02",
            "80 3C 40", "continue 0D 0E 0F 10 11 12", "E0 00 40",
        ]
        for text in texts { rig.receive(text, from: text.hasPrefix("start") || text.hasPrefix("continue") ? 0 : 1) }
        rig.receive("end 13")
        let bytes = texts.map { text(message($0)) } + ["13 F7"]
        #expect(rig.sent() == bytes.map { "8 \($0)" })
        #expect(!rig.isWaiting(8))
    }

    /// S8: the same messages at another port.
    @Test func messagesToOtherPortsWait() {
        let rig = Rig(Way(from: [0, 1]))
        rig.receive("start 01 02 03 04 05 06")
        rig.receive("90 3C 64", from: 1)
        #expect(rig.sent() == ["8 F0 01 02 03 04 05 06"])
        rig.receive("end 07")
        #expect(rig.sent() == ["8 07 F7", "8 90 3C 64"])
    }

    @Test func noteOffDuringAPacedDumpGoesAtOnce() {
        let rig = rig()
        rig.receive("90 3C 64", from: 1)
        rig.receive("start 01 02 03 04 05 06")
        rig.pace(8, true)
        for _ in 0..<100 { rig.receive("continue 07 08 09 0A 0B 0C") }
        _ = rig.sent()
        rig.receive("80 3C 40", from: 1)
        rig.receive("F8", from: 1)
        rig.receive("B0 07 64", from: 1)
        #expect(rig.sent() == ["8 80 3C 40", "8 F8", "8 B0 07 64"])
        rig.receive("end 13")
        rig.pace(8, false)
        #expect(rig.sent() == Array(repeating: "8 07 08 09 0A 0B 0C", count: 100) + ["8 13 F7"])
        #expect(!rig.isWaiting(8))
    }

    @Test func otherSysExWaitsForTheEnd() {
        let rig = rig()
        rig.receive("start 01 02 03 04 05 06")
        rig.receive("start 11 12 13 14 15 16", from: 1)
        rig.receive("complete 21", from: 2)
        rig.receive("end 17", from: 1)
        rig.receive("90 3C 64", from: 2)
        rig.receive("continue 07 08 09 0A 0B 0C")
        #expect(rig.sent() == ["8 F0 01 02 03 04 05 06", "8 90 3C 64", "8 07 08 09 0A 0B 0C"])
        rig.receive("end 0D")
        #expect(rig.sent() == ["8 0D F7", "8 F0 11 12 13 14 15 16", "8 17 F7", "8 F0 21 F7"])
        #expect(!rig.isWaiting(8))
    }

    /// The next SysEx begins to go while its own end has not come yet.
    @Test func sysExThatWaitedGoesOnAtOnce() {
        let rig = rig()
        rig.receive("start 01 02 03 04 05 06")
        rig.receive("start 11 12 13 14 15 16", from: 1)
        rig.receive("start 21 22 23 24 25 26", from: 2)
        rig.receive("continue 17 18 19 1A 1B 1C", from: 1)
        rig.receive("end 07")
        #expect(
            rig.sent() == [
                "8 F0 01 02 03 04 05 06", "8 07 F7", "8 F0 11 12 13 14 15 16", "8 17 18 19 1A 1B 1C",
            ])
        rig.receive("end 1D", from: 1)
        #expect(rig.sent() == ["8 1D F7", "8 F0 21 22 23 24 25 26"])
        rig.receive("end 27", from: 2)
        #expect(rig.sent() == ["8 27 F7"])
    }

    @Test func aPortThatTakesNothingKeepsSysExForTheEnd() {
        let rig = rig()
        rig.receive("90 3C 64", from: 1)
        rig.receive("start 01 02 03 04 05 06")
        rig.block(8, true)
        for text in ["C0 01", "90 3E 64", "80 3C 40", "F8"] { rig.receive(text, from: 1) }
        rig.receive("end 07")
        #expect(rig.sent() == ["8 90 3C 64", "8 F0 01 02 03 04 05 06"])
        rig.block(8, false)
        #expect(rig.sent() == ["8 F8", "8 80 3C 40", "8 C0 01", "8 90 3E 64", "8 07 F7"])
    }

    /// S8: notes in between do not count against the silence.
    @Test func silentSysExIsClosed() {
        let rig = rig()
        rig.receive("start 01 02 03 04 05 06")
        rig.receive("90 3C 64", from: 1, at: 900_000_000)
        rig.advance(to: 1_100_000_000)
        rig.receive("end 07", at: 1_200_000_000)
        #expect(rig.sent() == ["8 F0 01 02 03 04 05 06", "8 90 3C 64", "8 F7"])
    }

    /// H10: the F7 of a dump that the panic breaks off outlives the next panic, and goes before the next SysEx.
    @Test func panicGoesAheadOfAPacedDump() {
        let rig = rig()
        rig.receive("90 3C 64", from: 1)
        rig.receive("start 01 02 03 04 05 06")
        rig.pace(8, true)
        rig.receive("continue 07 08 09 0A 0B 0C")
        _ = rig.sent()
        rig.perform(.panic)
        let first = rig.sent()
        #expect(first.contains("8 80 3C 40") && !first.contains { $0.contains("F7") })
        rig.perform(.panic)
        rig.receive("complete 11", from: 1)
        rig.receive("F8", from: 1)
        #expect(rig.sent().last == "8 F8")
        rig.pace(8, false)
        #expect(rig.sent() == ["8 F7", "8 F0 11 F7"])
    }

    @Test func nothingWaitsForAPeerThatHasGone() {
        let rig = rig()
        rig.receive("start 01 02 03 04 05 06")
        rig.pace(8, true)
        rig.receive("continue 07 08 09 0A 0B 0C")
        rig.receive("start 11 12 13 14 15 16", from: 1)
        rig.router.pointee.outputWent(8, unheard: 0, at: 0)
        #expect(!rig.isWaiting(8))
        rig.router.pointee.outputCame(8, byteTime: 0, lead: 0, at: 0)
        rig.pace(8, false)
        _ = rig.sent()
        rig.receive("end 0D")
        rig.receive("end 17", from: 1)
        rig.receive("complete 21", from: 2)
        #expect(rig.sent() == ["8 F0 21 F7"])
    }

    /// Three sources play and dump at once to a peer that paces dumps and sometimes takes nothing.
    @Test(arguments: UInt64(1)...20)
    func dumpsStayWholeAndNotesStayInOrder(seed: UInt64) {
        var random = SplitMix(state: seed)
        let rig = rig()
        var pieces = [0, 0, 0]
        var (played, dumped) = ([[String]](repeating: [], count: 3), [[String]](repeating: [], count: 3))
        func dump(_ source: Int, ends: Bool) {
            let text = "\(pieces[source] == 0 ? "start" : ends ? "end" : "continue") 0\(source) 0\(random.below(8))"
            pieces[source] = ends ? 0 : pieces[source] + 1
            // A SysEx begins with a piece of six bytes.
            let whole = text + (ends ? "" : " 00 01 02 03")
            dumped[source].append(InterleavedTests.bytes(whole))
            rig.receive(whole, from: UInt8(source))
        }
        for _ in 0..<600 {
            let source = random.below(3)
            switch random.below(10) {
            case 0: rig.pace(8, random.chance(60))
            case 1: rig.block(8, random.chance(30))
            case 2, 3, 4: dump(source, ends: pieces[source] > 0 && random.chance(30))
            default:
                // A channel message would break the source's own SysEx.
                if pieces[source] > 0 { continue }
                let note = "9\(source) 3\(random.below(10)) \(random.chance(50) ? "64" : "00")"
                played[source].append(InterleavedTests.bytes(note))
                rig.receive(note, from: UInt8(source))
            }
        }
        for source in 0..<3 where pieces[source] > 0 { dump(source, ends: true) }
        rig.block(8, false)
        rig.pace(8, false)
        #expect(!rig.isWaiting(8), "seed \(seed)")
        check(rig.take().map { text($0.message) }, played, dumped, "seed \(seed)")
    }

    private static func bytes(_ written: String) -> String { text(message(written)) }

    /// Every message has gone once; SysEx does not mix, and keeps the order of its source; a key's messages keep
    /// theirs.
    private func check(_ sent: [String], _ played: [[String]], _ dumped: [[String]], _ seed: String) {
        let dumps = sent.filter { !$0.hasPrefix("9") }
        var (owner, next) = (Int?.none, [0, 0, 0])
        for piece in dumps {
            let bytes = piece.split(separator: " ").filter { $0 != "F0" }
            let source = Int(bytes[0], radix: 16)!
            #expect(owner == nil || owner == source, "\(seed): \(piece) in another SysEx")
            #expect(next[source] < dumped[source].count && dumped[source][next[source]] == piece, "\(seed): \(piece)")
            next[source] += 1
            owner = piece.hasSuffix("F7") ? nil : source
        }
        #expect(next == dumped.map { $0.count }, "\(seed)")
        for source in 0..<3 {
            for key in 0..<10 {
                let one = "9\(source) 3\(key) "
                let (expected, found) = (played[source].filter { $0.hasPrefix(one) }, sent.filter { $0.hasPrefix(one) })
                #expect(found == expected, "\(seed): key \(key) of \(source)")
            }
        }
    }
}

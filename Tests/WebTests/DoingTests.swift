import Testing

@testable import Web

/// What browsers do with the box, as requests of its socket (W8, W10).
@Suite struct DoingTests {
    private final class Bench {
        let box = ModelBox()
        let doing: Doing
        /// The browsers that have a stream.
        var streams: [Int] = [1, 2]
        private(set) var refusals: [DoRefusal?] = []

        init() {
            doing = Doing(box.link, clock: { [clock = box.clock] in clock.now })
            doing.ports = { ["keys", "synth"] }
            doing.hasStream = { [unowned self] in streams.contains($0.number) }
        }

        static func origin(_ visitor: Int, connection: Int = 0) -> Doing.Origin {
            Doing.Origin(visitor: WebVisitor(number: visitor, name: "Browser"), connection: connection)
        }

        func perform(_ texts: String..., by visitor: Int = 1, connection: Int = 0) {
            doing.perform(texts, Bench.origin(visitor, connection: connection)) { self.refusals.append($0) }
            box.run()
        }

        func takeRefusals() -> [DoRefusal?] {
            defer { refusals = [] }
            return refusals
        }

        func leave(_ visitor: Int) { doing.letGo(of: WebVisitor(number: visitor, name: "Browser")) }
    }

    @Test(arguments: [
        ("load \"Verse\"", ["do load \"Verse\""]), ("panic", ["do panic"]), ("switch A down", ["switch \"A\" down"]),
        ("play keys 90 3C 50", ["play 0 90 3C 50"]), ("play synth C0 05 F8", ["play 1 C0 05", "play 1 F8"]),
        ("send synth 90 3C 50", ["hold 1 90 3C 50"]), ("send synth C0 05", ["send 1 C0 05"]),
        ("play keys 40903C00 C0000000", ["play 0 40903C00 C0000000"]),
    ])
    func wordsBecomeRequests(_ text: String, _ requests: [String]) {
        let bench = Bench()
        bench.perform(text)
        #expect(bench.box.takeRequests() == requests && bench.takeRefusals() == [nil])
    }

    /// Several are done in order up to the first refusal, which says which.
    @Test func theFirstRefusalEndsAList() {
        let bench = Bench()
        bench.box.answers["do load \"Vers\""] = ["error no preset is called 'Vers'"]
        bench.perform("tap", "load \"Vers\"", "next")
        let refusal = bench.takeRefusals().first ?? nil
        #expect(refusal?.index == 1 && refusal?.code == "no-such-preset")
        #expect(bench.box.takeRequests() == ["do tap", "do load \"Vers\""])
    }

    @Test func portsAreNamed() {
        let bench = Bench()
        bench.perform("play pads 90 3C 50")
        bench.perform("send pads mmc play")
        #expect(bench.takeRefusals().map { $0?.code } == ["no-such-port", "no-such-port"])
        #expect(bench.box.takeRequests() == [])
    }

    /// W10: a browser that goes lets go what it holds, and nothing that another holds.
    @Test func aBrowserLetsGoWhatItHolds() {
        let bench = Bench()
        bench.perform("play keys 90 3C 50 90 40 50", "switch A down", "play keys B0 40 7F")
        bench.perform("play keys 90 3C 60", "switch A down", "switch B down", by: 2)
        _ = bench.box.takeRequests()
        bench.leave(1)
        #expect(bench.box.takeRequests() == ["play 0 80 40 40", "play 0 B0 40 00"])
        bench.leave(2)
        #expect(bench.box.takeRequests() == ["play 0 80 3C 40", "switch \"A\" up", "switch \"B\" up"])
        bench.leave(1)
        #expect(bench.box.takeRequests() == [])
    }

    /// A key that was pressed twice, by one browser or by two, ends with the second release.
    @Test func keysAreCounted() {
        let bench = Bench()
        bench.perform("play keys 90 3C 50", "play keys 90 3C 60", "play keys 80 3C 40")
        #expect(bench.box.takeRequests() == ["play 0 90 3C 50", "play 0 90 3C 60"])
        bench.perform("play keys 90 3C 70", by: 2)
        bench.perform("play keys 80 3C 40")
        #expect(bench.box.takeRequests() == ["play 0 90 3C 70"] && bench.takeRefusals().allSatisfy { $0 == nil })
        bench.perform("play keys 80 3C 40", by: 2)
        #expect(bench.box.takeRequests() == ["play 0 80 3C 40"])
        // A note that nobody holds is ended as asked.
        bench.perform("play keys 80 3C 40", by: 2)
        #expect(bench.box.takeRequests() == ["play 0 80 3C 40"])
    }

    @Test func aSwitchIsReleasedByTheLastBrowser() {
        let bench = Bench()
        bench.perform("switch A down")
        bench.perform("switch A down", by: 2)
        bench.perform("switch A up")
        #expect(bench.box.takeRequests() == ["switch \"A\" down", "switch \"A\" down"])
        bench.perform("switch A up", by: 2)
        #expect(bench.box.takeRequests() == ["switch \"A\" up"])
    }

    /// A switch that the box does not know is not held.
    @Test func refusedSwitchesAreNotHeld() {
        let bench = Bench()
        bench.box.answers["switch \"Z\" down"] = ["error no footswitch is called 'Z'"]
        bench.perform("switch Z down")
        _ = bench.box.takeRequests()
        bench.leave(1)
        #expect(bench.box.takeRequests() == [] && bench.takeRefusals().map { $0?.code } == ["no-such-switch"])
    }

    /// A program without a stream holds until its connection ends; a browser with a stream has many connections.
    @Test func programsLetGoWithTheirConnection() {
        let bench = Bench()
        bench.perform("play keys 90 3C 50", by: 9, connection: 5)
        bench.perform("play keys 90 40 50", by: 1, connection: 6)
        _ = bench.box.takeRequests()
        bench.doing.letGo(ofConnection: 7)
        #expect(bench.box.takeRequests() == [])
        for connection in [5, 6] { bench.doing.letGo(ofConnection: connection) }
        #expect(bench.box.takeRequests() == ["play 0 80 3C 40"])
    }

    /// Notes in words end after their lengths, or when their browser goes.
    @Test func writtenLengthsEndNotes() {
        let bench = Bench()
        bench.doing.sentText = { text, port in
            #expect(text == " note C4 90 for 2 s" && port == "synth")
            return .good([SentText.Part(words: "90 3C 5A", release: "80 3C 40", after: 2_000_000_000)])
        }
        bench.perform("send synth note C4 90 for 2 s")
        let begun = bench.box.clock.now
        #expect(bench.box.takeRequests() == ["hold 1 90 3C 5A"] && bench.doing.deadline == begun + 2_000_000_000)
        bench.doing.serve(at: begun + 1_999_999_999)
        #expect(bench.box.takeRequests() == [])
        bench.doing.serve(at: begun + 2_000_000_000)
        #expect(bench.box.takeRequests() == ["hold 1 80 3C 40"] && bench.doing.deadline == UInt64.max)
        bench.doing.sentText = { _, _ in .bad("'nota' is not a message") }
        bench.perform("send synth nota")
        #expect(bench.takeRefusals().last??.message == "'nota' is not a message")
    }

    @Test func whatIsHeldIsLimited() {
        let bench = Bench()
        for channel in 0..<8 {
            for note in 0..<128 {
                bench.perform(
                    "play keys \(["90", "91", "92", "93", "94", "95", "96", "97"][channel]) "
                        + "\(String(note + 256, radix: 16).dropFirst()) 40")
            }
        }
        #expect(bench.takeRefusals().allSatisfy { $0 == nil })
        bench.perform("play keys 98 3C 40")
        #expect(bench.takeRefusals().map { $0?.status } == [409])
        bench.perform("play keys 90 00 00", "play keys 98 3C 40")
        #expect(bench.takeRefusals() == [nil])
    }

    /// `panic` passes what others have asked for.
    @Test func panicPassesOthers() {
        let bench = Bench()
        for tempo in 100..<140 { bench.box.answers["do tempo \(tempo)"] = .some(nil) }
        for tempo in 100..<140 { bench.perform("tempo \(tempo)", by: 2) }
        bench.perform("panic")
        #expect(bench.box.takeRequests().firstIndex(of: "do panic") == LinkLimits.window)
    }
}

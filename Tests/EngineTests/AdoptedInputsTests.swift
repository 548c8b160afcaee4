import Configuration
import StageSupport
import Testing

/// A configuration that is reloaded while pairs and parameters are under way (E1, R14, R15, R16).
@Suite struct AdoptedInputsTests {
    private func configuration(_ remaps: String, from source: String = "keys") throws -> CompiledConfiguration {
        let text = """
            treadle: 1
            ports: { keys: { match: k, direction: in }, pad: { match: p, direction: in }, out: { match: o, direction: \
            out } }
            clock: { send-when-stopped: false }
            presets: [{ name: A, routings: [{ from: [\(source)], to: [out], controllers: { remap: [\(remaps)] } }] }]

            """
        return try Configuration.load(text: text).get()
    }

    /// What comes out when `before` is played under one configuration, then `after` under another.
    private func played(
        _ before: [[UInt8]], _ first: String, then second: String, from: String = "keys", _ after: [[UInt8]]
    )
        throws -> [[UInt8]]
    {
        let stage = Stage(try configuration(first))
        for bytes in before { _ = stage.run([TimedHappening(at: 0, what: .bytes(port: 0, bytes))]) }
        stage.adopt(try configuration(second, from: from), at: 1_000_000)
        for bytes in after { _ = stage.run([TimedHappening(at: 2_000_000, what: .bytes(port: 0, bytes))]) }
        return stage.run([TimedHappening(at: 20_000_000, what: .action(.none))]).map { $0.bytes }
    }

    @Test func whatWaitsCountsByTheOldProgram() throws {
        let sent = try played(
            [[0xB0, 11, 0x40]], "{ from: cc 11/43, to: cc 20 }", then: "{ from: cc 11/43, to: cc 21 }", [[0xB0, 43, 0]])
        #expect(sent == [[0xB0, 20, 64], [0xB0, 21, 64]])
    }

    @Test func previousValuesGoOnWhereverTheyStandNow() throws {
        let latch = "{ from: cc 11/43, to: cc 20, mode: latch }"
        let high: [[UInt8]] = [[0xB0, 11, 0x50], [0xB0, 43, 0]]
        #expect(try played(high, latch, then: "{ from: rpn 0/1, to: cc 9 }, \(latch)", high) == [[0xB0, 20, 127]])
        // What the old one did not name has no value.
        #expect(try played(high, "{ from: cc 1, to: cc 2 }", then: latch, high).last == [0xB0, 20, 127])
    }

    @Test func whatIsRetainedIsMovedByTheSameInput() throws {
        let old = "{ from: cc 11/43, to: cc 64 }"
        let high: [[UInt8]] = [[0xB0, 11, 0x40], [0xB0, 43, 0]]
        let low: [[UInt8]] = [[0xB0, 11, 0], [0xB0, 43, 0]]
        let elsewhere = "{ from: cc 1/2, to: cc 9 }, { from: cc 11/43, to: cc 21 }"
        #expect(try played(high, old, then: elsewhere, low) == [[0xB0, 64, 64], [0xB0, 64, 0], [0xB0, 21, 0]])
    }

    @Test func whatNothingCouldMoveComesToRest() throws {
        let old = "{ from: cc 11/43, to: cc 64 }"
        let high: [[UInt8]] = [[0xB0, 11, 0x40], [0xB0, 43, 0]]
        for other in ["{ from: cc 1/2, to: cc 9 }", "{ from: cc 1, to: cc 9 }"] {
            #expect(try played(high, old, then: other, []) == [[0xB0, 64, 64], [0xB0, 64, 0]])
        }
        // The same pair, of another source.
        #expect(try played(high, old, then: old, from: "pad", []) == [[0xB0, 64, 64], [0xB0, 64, 0]])
    }

    @Test func whatIsSelectedStaysSo() throws {
        let sent = try played(
            [[0xB0, 101, 0], [0xB0, 100, 1], [0xB0, 6, 5]], "{ from: rpn 0/1, to: cc 20 }",
            then: "{ from: nrpn 0/1, to: cc 22 }, { from: rpn 0/1, to: cc 21 }", [[0xB0, 96, 0]])
        #expect(sent == [[0xB0, 20, 5], [0xB0, 21, 6]])
    }
}

import CPlatform
import Configuration
import Engine
import Plan
import Routing
import StageSupport
import Testing

@testable import Box

/// Taps of programs, which say when they were made (K3, W11).
@Suite struct ClientTapTests {
    /// When it was made, and now, in milliseconds; its age in microseconds.
    @Test(
        arguments: [
            (5000, 5000, 0), (4500, 5000, 500_000), (4000, 5000, 1_000_000),
            // Longer ago, and not yet.
            (3999, 5000, 1_000_000), (0, 5000, 1_000_000), (6000, 5000, 0), (0, 0, 0), (18_000_000_000_000, 5000, 0),
        ] as [(UInt64, UInt64, UInt32)])
    func aTapCountsAtMostASecondAgo(_ made: UInt64, _ now: UInt64, _ ago: UInt32) {
        #expect(Runner.tap(made: made * 1_000_000, at: now * 1_000_000) == .clock(.tapAgo(ago)))
    }

    /// Milliseconds between a tap and its arrival. Taps do not overtake each other.
    static let delays: [[UInt64]] = [
        [0, 0, 0, 0], [150, 0, 150, 0], [0, 150, 0, 150], [90, 3, 149, 20], [1, 150, 140, 0],
    ]

    @Test(arguments: [40.0, 90, 120, 128.5, 200, 299], delays)
    func unevenDelaysDoNotMoveTheTempo(_ tempo: Double, _ delays: [UInt64]) throws {
        let text = """
            treadle: 1
            ports: { keys: { match: k } }
            clock: { send-when-stopped: false }
            presets: [{ name: P, routings: [{ from: [keys], to: [keys] }] }]

            """
        let stage = Stage(try Configuration.load(text: text).get())
        for (index, delay) in delays.enumerated() {
            let made = 2_000_000_000 + UInt64(Double(index) * 60e9 / tempo)
            let now = made + delay * 1_000_000
            stage.engine.perform(Runner.tap(made: made, at: now), at: now)
        }
        let found = Double(stage.engine.router.ownTempo) / 100
        #expect(abs(found - tempo) < 0.1)
    }

    @Test func tapsOfAProgramSetTheTempo() throws {
        let bench = try DrivingTests.Bench()
        let program = try #require(BoxConnection(bench.box.socket))
        let now = treadle_now()
        for ago in [500, 250, 0] as [UInt64] {
            #expect(program.write("tap \(now - ago * 1_000_000)") && program.readLine() == "ok")
        }
        #expect(try bench.status("tempo") != ["120.0"])
    }
}

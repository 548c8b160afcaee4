import CPlatform
import Compact
import HostSupport
import MIDI
import Testing

@testable import Box
@testable import Engine
@testable import Loop

/// How long messages take, as clients are told it.
@Suite struct TimingTests {
    private func counts(_ histogram: JSONValue) -> [Int] { histogram["counts"]?.items?.compactMap { $0.int } ?? [] }

    @Test func samplesBecomeAHistogram() {
        var samples = TimeSamples()
        for time in (1...100).reversed() { samples.add(UInt64(time) * 1000, at: 1) }
        let histogram = samples.histogram(at: 2)
        #expect(histogram["unit"]?.text == "µs" && histogram["from"]?.int == 0 && histogram["width"]?.int == 5)
        #expect(counts(histogram).count == 40 && counts(histogram).reduce(0, +) == 100)
        #expect(counts(histogram)[0] == 4 && counts(histogram)[1] == 5 && counts(histogram)[20] == 1)
        #expect(histogram["median"]?.int == 50 && histogram["p99"]?.int == 99 && histogram["max"]?.int == 100)
        #expect(histogram["total"]?.int == 100)
    }

    /// One that is far beyond the others is in the last bar.
    @Test func theLastBarHasAllThatTookLonger() {
        var samples = TimeSamples()
        for _ in 0..<200 { samples.add(900, at: 1) }
        samples.add(5_000_123, at: 1)
        let histogram = samples.histogram(at: 1)
        #expect(histogram["width"]?.int == 1 && counts(histogram)[0] == 200 && counts(histogram)[39] == 1)
        #expect(histogram["median"] == .decimal("0.9") && histogram["max"] == .decimal("5000.1"))
    }

    @Test func theLastMinuteCounts() {
        var samples = TimeSamples()
        let empty = samples.histogram(at: 5)
        #expect(empty["total"]?.int == 0 && empty["median"] == nil && counts(empty).count == 40)
        samples.add(1000, at: 10)
        samples.add(2000, at: 20)
        #expect(samples.histogram(at: TimeSamples.time + 9)["total"]?.int == 2)
        #expect(samples.histogram(at: TimeSamples.time + 10)["total"]?.int == 1)
        #expect(samples.histogram(at: TimeSamples.time + 20)["total"]?.int == 0)
        for number in 0..<3 * BoxLimits.timeSamples { samples.add(UInt64(number), at: 30) }
        let full = samples.histogram(at: 31)
        #expect(full["total"]?.int == BoxLimits.timeSamples)
    }

    /// Ticks apart from other messages; of a UMP one.
    @Test func messagesOfATurnAreMeasured() throws {
        let recorder = try #require(Recorder(inputs: 1024, outputs: 1024))
        recorder.sent(Message(status: 0x90, 60, 1), to: 0, at: 1_000_000)
        recorder.sent(Message(status: 0xF8), to: 0, at: 1_010_000)
        recorder.sent(Message(status: 0xFA), to: 0, at: 1_020_000)
        let ump: [UInt32] = [0x4090_3C00, 0xFFFF_0000, 0, 0]
        ump.withUnsafeBufferPointer { recorder.sent(ump: $0.baseAddress!, to: 1, at: 1_030_000) }
        var timing = LoopTiming(at: 0)
        timing.add(TurnEnd(first: 0, end: 2, at: 1_050_000), recorder.outputs)
        timing.add(TurnEnd(first: 2, end: 5, at: 1_060_000), recorder.outputs)
        #expect(timing.jitter.histogram(at: 2_000_000)["max"]?.int == 40)
        let latency = timing.latency.histogram(at: 2_000_000)
        #expect(latency["total"]?.int == 3 && latency["max"]?.int == 50 && latency["median"]?.int == 40)
        // What is overwritten is left out.
        for _ in 0..<2000 { recorder.sent(Message(status: 0xF8), to: 0, at: 2_000_000) }
        timing.add(TurnEnd(first: 0, end: 5, at: 3_000_000), recorder.outputs)
        #expect(timing.latency.histogram(at: 4_000_000)["total"]?.int == 3)
        #expect(!timing.isOver(at: TimeSamples.time) && timing.isOver(at: TimeSamples.time + 1))
    }

    /// The first request begins to measure.
    @Test func aBoxTellsItsTiming() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let folder = try TemporaryFolder([
            "box.yaml": """
            treadle: 1
            ports:
              keys: { uart: "\(input.path)", direction: in }
              out: { uart: "\(output.path)", direction: out }
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out] }] }]

            """
        ])
        let box = try RunningBox(["run", "--no-realtime", folder.path], lines: [input, output])
        defer { box.stop() }
        try #require(box.says("keys: in at", "out: out at"), "\(box.said)")
        let program = try #require(BoxConnection(box.socket))
        func ask() throws -> JSONValue {
            try #require(program.write("timing"))
            let line = try #require(program.readLine())
            try #require(line.hasPrefix("| {") && program.readLine() == "ok", "\(line)")
            return try #require(JSONReader.value(of: Array(line.utf8.dropFirst(2)), depth: 8))
        }
        #expect(try ask()["latency"]?["total"]?.int == 0)
        for key in UInt8(60)..<65 {
            input.send([0x90, key, 100])
            #expect(output.receive(3) == [0x90, key, 100])
        }
        var latency = JSONValue.null
        for _ in 0..<6000 where latency["total"]?.int != 5 {
            latency = try ask()["latency"] ?? .null
            if latency["total"]?.int != 5 { treadle_pause_us(10_000) }
        }
        #expect(latency["total"]?.int == 5 && latency["unit"]?.text == "µs", "\(latency)")
        #expect((latency["max"]?.int ?? 0) < 60_000_000)
    }
}

import Configuration
import MIDI
import Plan
import Testing

@testable import Box
@testable import Engine

/// What the state tells of the ports, from the flight recorder.
@Suite struct PortTrafficTests {
    /// The places are `keys` 0, `out` 1, `synth` 2 and 3.
    private static let box = """
        treadle: 1
        ports:
          keys: { match: k, direction: in }
          out: { match: o, direction: out }
          synth: { match: s, protocol: midi-2.0, groups: 2 }
        presets: [{ name: A, number: 1 }]

        """

    private let configuration: CompiledConfiguration
    private let recorder: Recorder

    init() throws {
        configuration = try Configuration.load(text: PortTrafficTests.box).get()
        recorder = try #require(Recorder(inputs: 8192, outputs: 1024))
    }

    private func receive(_ bytes: [UInt8], from port: UInt8 = 0, at time: UInt64 = 0) {
        bytes.withUnsafeBytes { recorder.received($0, from: port, at: time) }
    }

    private func receive(umps words: [UInt32], from port: UInt8, at time: UInt64 = 0) {
        words.withUnsafeBufferPointer { recorder.received(umps: $0, from: port, at: time) }
    }

    @Test func pressesHaveTheirTimeAndVelocity() {
        var traffic = PortTraffic(recorder)
        receive([0x90, 60], at: 1_000_000)
        traffic.follow(recorder, configuration.plan)
        #expect(traffic.presses.isEmpty)
        // Running status goes on over reads, and real-time between bytes is no message of its own here.
        receive([100, 0xF8, 0xFE, 64, 90], at: 2_000_000)
        receive([0x93, 60, 1], at: 3_000_000)
        traffic.follow(recorder, configuration.plan)
        #expect(
            traffic.presses == [
                60: PortTraffic.Press(time: 2_000_000, velocity: 100),
                64: PortTraffic.Press(time: 2_000_000, velocity: 90),
                3 << 7 | 60: PortTraffic.Press(time: 3_000_000, velocity: 1),
            ])
        #expect(traffic.received[0] == 3)
        receive([0x80, 60, 64, 0x90, 64, 0])
        traffic.follow(recorder, configuration.plan)
        #expect(Array(traffic.presses.keys) == [3 << 7 | 60] && traffic.received[0] == 5)
        traffic.keep([61])
        #expect(traffic.presses.isEmpty)
    }

    @Test func packetsCountAtThePlaceOfTheirGroup() {
        var traffic = PortTraffic(recorder)
        receive(umps: [0x4190_3C00, 0xFFFF_0000, 0x4090_3E00], from: 2, at: 5_000_000)
        receive(umps: [0x8000_0000], from: 2, at: 6_000_000)
        traffic.follow(recorder, configuration.plan)
        #expect(
            traffic.presses == [
                3 << 11 | 60: PortTraffic.Press(time: 5_000_000, velocity: 127),
                2 << 11 | 62: PortTraffic.Press(time: 6_000_000, velocity: 64),
            ])
        #expect(traffic.received[2] == 1 && traffic.received[3] == 1)
        // What a program plays, too.
        recorder.note(.noteOn(channel: 1, key: 40, velocity: 9), .play, port: PortIndex(0), at: 7_000_000)
        traffic.follow(recorder, configuration.plan)
        #expect(traffic.presses[1 << 7 | 40] == PortTraffic.Press(time: 7_000_000, velocity: 9))
        #expect(traffic.received[0] == 1)
    }

    @Test func aSysExIsOneMessageAndTheClockIsNone() {
        var traffic = PortTraffic(recorder)
        receive([0xF0] + Array(1...40) + [0xF7, 0xF8, 0xF8, 0xC0, 1])
        var data = InlineArray<6, UInt8>(repeating: 1)
        data[0] = 2
        for message in [
            Message(sysEx: .start, data, count: 6), Message(sysEx: .continue, data, count: 6),
            Message(sysEx: .end, data, count: 2), Message(sysEx: .complete, data, count: 6), Message(status: 0xF8),
            Message(status: 0xFE), Message(status: 0xFA), Message(status: 0x90, 1, 2),
        ] { recorder.sent(message, to: 1, at: 0) }
        for ump in [[0x4090_3C00, 0xFFFF_0000, 0, 0], [0x2090_3C01, 0, 0, 0]] as [[UInt32]] {
            ump.withUnsafeBufferPointer { recorder.sent(ump: $0.baseAddress!, to: 3, at: 0) }
        }
        traffic.follow(recorder, configuration.plan)
        #expect(traffic.received[0] == 2)
        #expect(traffic.sent[1] == 4 && traffic.sent[3] == 2)
    }

    /// Keys that were pressed before are found in the newest entries, which may begin in the middle of a packet.
    @Test func pressesOfBeforeAreFound() {
        receive(umps: [0x4090_3C00, 0x4090_3D00], from: 2)
        for _ in 0..<BoxLimits.rememberedInputs - 4 { receive([0xB0, 7, 1]) }
        receive([0x90, 60, 100], at: 8_000_000)
        receive(umps: [0x4190_3C00, 0xFFFF_0000], from: 2, at: 9_000_000)
        var traffic = PortTraffic(recorder)
        traffic.follow(recorder, configuration.plan)
        #expect(
            traffic.presses == [
                60: PortTraffic.Press(time: 8_000_000, velocity: 100),
                3 << 11 | 60: PortTraffic.Press(time: 9_000_000, velocity: 127),
            ])
    }

    /// What was overwritten before it was read is not counted, and does no harm.
    @Test func aGapBeginsAnew() {
        var traffic = PortTraffic(recorder)
        receive([0x90, 60])
        traffic.follow(recorder, configuration.plan)
        for _ in 0..<20_000 { receive([0xF8]) }
        receive([100])
        receive([0xC0, 5])
        traffic.follow(recorder, configuration.plan)
        #expect(traffic.presses.isEmpty && traffic.received[0] == 1)
    }
}

@testable import Engine
@testable import Loop
import Compact
import MIDI
import Plan
import Testing

@testable import Box

/// Requests of a program to the running box, before they reach the loop.
@Suite struct ControlTests {
    @Test func linesAreRequests() throws {
        let good: [(String, ControlRequest)] = [
            ("play 0 90 3C 64", .inject(.play, port: 0, bytes: [0x90, 0x3C, 0x64], isHeld: true)),
            (
                "play 0 40903C00 C0000000 20803C40",
                .injectUMPs(
                    .play, port: 0, [Message(0x4090_3C00, 0xC000_0000), Message(0x2080_3C40)], isHeld: true)
            ),
            ("send 31 f8", .inject(.send, port: 31, bytes: [0xF8], isHeld: false)),
            ("hold 2 90 3C 64", .inject(.send, port: 2, bytes: [0x90, 0x3C, 0x64], isHeld: true)),
            ("watch", .watch(.everything, asNumbers: false)), ("watch in", .watch(.inputs, asNumbers: false)),
            ("watch numbers", .watch(.everything, asNumbers: true)),
            ("watch numbers in", .watch(.inputs, asNumbers: true)), ("watch end", .watch(.nothing, asNumbers: false)),
            ("tilt z", .beginCalibration(axis: 2)),
            ("tilt end", .endCalibration), ("switch A down", .press(footswitch: "A", isDown: true)),
            ("switch \"My \"\"B\"\"\" up", .press(footswitch: "My \"B\"", isDown: false)), ("reload", .reload),
            ("status", .status), ("state", .followState(true)), ("state end", .followState(false)),
            ("timing", .timing), ("tap 81961146000", .tap(at: 81_961_146_000)),
            ("presets", .names(.presets)), ("footswitches", .names(.footswitches)),
        ]
        for (line, request) in good { #expect(try ControlRequest.read(Array(line.utf8)[...]) == request) }
        for (line, says) in [
            ("", "what to do is missing"), ("fly", "'fly' is no request"), ("status now", "unexpected argument 'now'"),
            ("\"do\" next", "no request"), ("play", "the number of a port is missing"),
            ("play x 90", "'x' is not the number of a port"), ("play -1 90", "'-1'"), ("send 1", "a byte is missing"),
            ("send 1 9", "'9' is no byte"), ("send 1 90 GG", "'GG'"), ("send \"1", "quote"),
            ("watch out", "'out' is not 'in'"), ("watch in 3", "unexpected argument '3'"),
            ("switch", "a footswitch is missing"), ("switch A", "down or up is missing"),
            ("switch A left", "'left' is neither down nor up"), ("switch A up now", "unexpected argument 'now'"),
            ("state begin", "'begin' is not 'end'"),
            ("tap", "a time in nanoseconds is missing"), ("tap -1", "'-1' is no time in nanoseconds"),
            ("tap now", "'now' is no time"), ("tap 1.5", "'1.5' is no time"), ("tap 1 2", "unexpected argument '2'"),
            ("tap 99999999999999999999", "is no time"),
            ("tilt", "x, y, z or end is missing"), ("tilt w", "'w' is neither"),
        ] {
            do throws(ScriptWords.Problem) {
                _ = try ControlRequest.read(Array(line.utf8)[...])
                Issue.record("'\(line)' passes")
            } catch {
                #expect(error.message.contains(says), "\(line): \(error.message)")
            }
        }
    }

    /// H1: held messages are released at the port they were sent to. Sent ones are not released.
    @Test func heldMessagesAreReleasedAtTheirPort() {
        let (client, ring) = (ControlClient(-1), Ring<Injection>(capacity: 64))
        _ = client.messages.inject([0x90, 0x40, 0x64], .send, port: 2, isHeld: false)
        _ = client.messages.inject([0x90, 0x3C, 0x64, 0x91, 0x3E, 0x64], .send, port: 2, isHeld: true)
        _ = client.messages.inject([0x81, 0x3E, 0x40], .send, port: 2, isHeld: true)
        var given = false
        _ = client.messages.handOver(to: ring, &given)
        #expect(drained(ring).count == 4)
        client.end()
        _ = client.messages.handOver(to: ring, &given)
        var released: [(Injection.Way, PortIndex, Message)] = []
        while let injection = ring.pop() { released.append((injection.way, injection.port, injection.message)) }
        #expect(released.map { $0.2 } == [.noteOff(channel: 0, key: 0x3C)])
        #expect(released.first?.0 == .send && released.first?.1 == 2)
    }

    /// The messages that reach the loop from a program's bytes, then from its end.
    private func given(_ bytes: [UInt8], in ring: Ring<Injection>, to client: ControlClient) -> [String] {
        var given = false
        _ = client.messages.inject(bytes, .play, port: 3)
        _ = client.messages.handOver(to: ring, &given)
        return drained(ring)
    }

    private func drained(_ ring: Ring<Injection>) -> [String] {
        var seen: [String] = []
        while let injection = ring.pop() {
            var encoded = InlineArray<8, UInt8>(repeating: 0)
            let count = StreamWriter.encode(injection.message, into: &encoded)
            seen.append(Digits.hex((0..<count).map { encoded[$0] }))
        }
        return seen
    }

    @Test func onlyWholeMessagesReachTheLoop() {
        let ring = Ring<Injection>(capacity: 16)
        let client = ControlClient(-1)
        #expect(given([0x90, 0x3C], in: ring, to: client) == [])
        #expect(given([0x64, 0x3E], in: ring, to: client) == ["90 3C 64"])
        #expect(given([0xF8, 0x65], in: ring, to: client) == ["F8", "90 3E 65"])
        // A SysEx in pieces waits for its end; real-time passes it (S1).
        #expect(given([0xF0, 1, 2, 3, 4, 5, 6, 7, 0xFA], in: ring, to: client) == ["FA"])
        #expect(given([8, 0xF7], in: ring, to: client) == ["F0 01 02 03 04 05 06", "07 08 F7"])
        // An interrupted SysEx is dropped, because no part of the message was sent (S4).
        #expect(given([0xF0, 1, 2, 3, 4, 5, 6, 7, 0xC0, 5], in: ring, to: client) == ["C0 05"])
        let says = client.messages.inject([0x80, 0x3C, 0x40, 0xF6, 0x40], .play, port: 3)
        #expect(says == "data bytes without a status")
    }

    @Test func aSysExIsGivenWholeOrWaits() {
        let ring = Ring<Injection>(capacity: 4)
        let client = ControlClient(-1)
        #expect(given([0xC0, 1, 0xC0, 2], in: ring, to: client) == ["C0 01", "C0 02"])
        _ = ring.push(Injection(Message(status: 0xF8), .play, port: 0))
        _ = ring.push(Injection(Message(status: 0xF8), .play, port: 0))
        #expect(given([0xF0] + Array(1...15) + [0xF7], in: ring, to: client) == ["F8", "F8"])
        #expect(client.messages.isWaiting && !client.isRead)
        #expect(given([], in: ring, to: client) == ["F0 01 02 03 04 05 06", "07 08 09 0A 0B 0C", "0D 0E 0F F7"])
        #expect(!client.messages.isWaiting)
    }

    @Test func aSysExBeyondTheLimitIsRefused() {
        var messages = InjectedMessages()
        let says = messages.inject([0xF0] + Array(repeating: 1, count: 65537 + 6), .play, port: 0)
        #expect(says == "a SysEx of more than 65536 bytes")
        let next = messages.inject([1, 2, 3, 0xF7, 0xC0, 1], .play, port: 0)
        #expect(next == nil)
        let ring = Ring<Injection>(capacity: 16384)
        var given = false
        _ = messages.handOver(to: ring, &given)
        #expect(drained(ring) == ["C0 01"])
    }
}

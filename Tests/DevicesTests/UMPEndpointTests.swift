import CPlatform
import Glibc
import MIDI
import Testing

@testable import Devices

/// What a UMP endpoint tells of itself (U1, U2, U8).
@Suite struct UMPEndpointTests {
    private func endpoint(_ blocks: [FunctionBlock]) -> UMPEndpoint {
        var endpoint = UMPEndpoint()
        endpoint.speaks = .midi2
        endpoint.blocks = blocks
        return endpoint
    }

    /// U6.
    @Test func groupsReachToTheLastActiveBlock() {
        var idle = FunctionBlock(2, "Idle", .both, first: 8, count: 8)
        idle.isActive = false
        let blocks = [
            FunctionBlock(0, "Keys", .both, first: 0, count: 2), FunctionBlock(1, "Din", .output, first: 4, count: 1),
            idle,
        ]
        #expect(endpoint(blocks).groupCount == 5)
        #expect(endpoint([]).groupCount == 1)
        #expect(endpoint([idle]).groupCount == 1)
    }

    /// U2.
    @Test func blockOfMIDI1SpeaksNoMIDI2() {
        var din = FunctionBlock(1, "Din", .output, first: 4, count: 2)
        din.isMIDI1 = true
        var all = endpoint([FunctionBlock(0, "Keys", .both, first: 0, count: 4), din])
        #expect(all.midi2Groups == 0xFFCF)
        all.speaks = .midi1
        #expect(all.midi2Groups == 0)
    }

    /// The forms of M2-104-UM 7.1.2 to 7.1.9.
    @Test func notificationsAreThoseOfTheStandard() {
        var own = endpoint([FunctionBlock(0, "Two groups", .both, first: 0, count: 2)])
        own.name = "Fifteen letters"
        own.product = "P-1"
        own.capabilities = [.midi1, .midi2]
        (own.manufacturer, own.family, own.model) = (0x00_7D00, 0x0102, 0x0304)
        #expect(
            own.notifications.map(words) == [
                "F0010101 81000300 00000000 00000000",
                "F0020000 00007D00 02020406 00000000",
                "F4034669 66746565 6E206C65 74746572",
                "FC037300 00000000 00000000 00000000",
                "F004502D 31000000 00000000 00000000",
                "F0060200 00000000 00000000 00000000",
                "F0118033 00020000 00000000 00000000",
                "F0120054 776F2067 726F7570 73000000",
            ])
    }

    @Test(arguments: [
        // All of the endpoint; name alone; all of a block; a block that is not there; a configuration; a note.
        (Message(0xF000_0101, 0x1F), ["01", "02", "03", "04", "06"]), (Message(0xF000_0101, 0x04), ["03"]),
        (Message(0xF010_FF03), ["11", "12"]), (Message(0xF010_0001), ["11"]), (Message(0xF010_0103), []),
        (Message(0xF005_0200), ["06"]), (Message(0xF006_0200), []),
    ])
    func discoveryIsAnsweredWithWhatItAsksFor(request: Message, expected: [String]) {
        var own = endpoint([FunctionBlock(0, "One", .both, first: 0, count: 1)])
        own.name = "Box"
        let answers = own.notifications.filter { $0.answers(request) }
        #expect(
            answers.map { String(($0.word0 >> 16 & 0x3FF) + 0x100, radix: 16).dropFirst() } == expected.map { $0[...] })
    }

    private func words(_ message: Message) -> String {
        (0..<4).map {
            let digits = String(message.word($0), radix: 16, uppercase: true)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined(separator: " ")
    }
}

/// U2: a device is asked for the protocol of the box file. The device is the other end of a socket.
@Suite struct ProtocolRequestTests {
    private let ends: [Int32]
    private var device: RawUMP { RawUMP(fd: ends[0]) }

    init() {
        var ends: [Int32] = [0, 0]
        _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
        self.ends = ends
    }

    private func endpoint(speaks: UMPEndpoint.Protocols) -> UMPEndpoint {
        var endpoint = UMPEndpoint()
        endpoint.capabilities = [.midi1, .midi2]
        endpoint.speaks = speaks
        return endpoint
    }

    private func answer(_ words: [UInt32]) {
        _ = words.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    }

    private func asked() -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 16)
        let count = words.withUnsafeMutableBytes { read(ends[1], $0.baseAddress, $0.count) }
        return Array(words.prefix(max(count, 0) / 4))
    }

    @Test func protocolIsAskedForAndTheAnswerFoundBetweenNotes() {
        answer([0x4090_3C00, 0x8000_0000, 0xF006_0200, 0, 0, 0])
        #expect(device.ask(endpoint(speaks: .midi1), for: .midi2))
        #expect(asked() == [0xF005_0200, 0, 0, 0])
    }

    @Test func otherAnswerIsARefusal() {
        answer([0xF006_0100, 0, 0, 0])
        #expect(!device.ask(endpoint(speaks: .midi1), for: .midi2))
    }

    @Test func noAnswerIsARefusal() {
        #expect(!device.ask(endpoint(speaks: .midi2), for: .midi1))
        #expect(asked() == [0xF005_0100, 0, 0, 0])
    }

    @Test func deviceThatSpeaksItAlreadyOrNeverWillIsNotAsked() {
        #expect(device.ask(endpoint(speaks: .midi2), for: .midi2))
        var old = endpoint(speaks: .midi1)
        old.capabilities = .midi1
        #expect(!device.ask(old, for: .midi2))
        #expect(asked().isEmpty)
    }
}

/// The box's own client of UMPs, with a socket in the place of the sequencer. An event has 32 bytes, the UMP at
/// 16.
@Suite struct UMPClientTests {
    private let ends: [Int32]
    private let client: UMPClient

    init() {
        var ends: [Int32] = [0, 0]
        _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
        self.ends = ends
        client = UMPClient(fd: ends[0], UMPEndpoint())
    }

    @Test func eachUMPLeavesFromThePortOfItsGroup() {
        let words: [UInt32] = [0x4390_3C00, 0x1234_0000, 0x2090_3C40, 0xF001_0101, 1, 2, 3]
        #expect(words.withUnsafeBytes { client.write($0) } == 28)
        var events = [UInt8](repeating: 0, count: 256)
        #expect(read(ends[1], &events, 256) == 96)
        // Flags: a UMP. Queue: direct. Source port; destination: all subscribers.
        #expect([events[1], events[33], events[65]] == [0x20, 0x20, 0x20])
        #expect([events[3], events[13], events[14]] == [253, 4, 254])
        #expect([events[45], events[77]] == [1, 0])
        #expect(events[16..<24] == [0x00, 0x3C, 0x90, 0x43, 0, 0, 0x34, 0x12])
    }

    @Test func eventsThatAreNoUMPsAreLeftOutAndALeavingProgramIsTold() {
        var events = [UInt8](repeating: 0, count: 96)
        (events[1], events[65]) = (0x20, 0x20)
        events.replaceSubrange(16..<20, with: [0x40, 0x3C, 0x90, 0x21])
        // Between two UMPs: a program has disconnected from our client, which has number 0 here.
        events[32] = 67
        events.replaceSubrange(80..<88, with: [0x00, 0x3C, 0x90, 0x40, 0, 0, 0x34, 0x12])
        #expect(write(ends[1], events, 96) == 96)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: UMPClient.readBytes, alignment: 8)
        defer { memory.deallocate() }
        var left = 0
        #expect(client.read(into: memory, left: &left) == 12)
        #expect(left == 4)
        let words = memory.assumingMemoryBound(to: UInt32.self)
        #expect((words[0], words[1], words[2]) == (0x2190_3C40, 0x4090_3C00, 0x1234_0000))
        #expect(client.read(into: memory, left: &left) == IOResult.wouldBlock)
        #expect(left == -1)
    }
}

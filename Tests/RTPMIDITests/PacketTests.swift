import MIDI
import Testing

@testable import RTPMIDI

/// The RTP header, the command section and its list (RFC 6295, 2.1, 3 and 3.2).
@Suite struct PacketTests {
    /// A packet with a command section.
    static func bytes(_ section: [UInt8], first: UInt8 = 0x80, type: UInt8 = 0x61, sources: [UInt8] = []) -> [UInt8] {
        [first, type, 0x12, 0x34, 0, 0, 0, 100, 1, 2, 3, 4] + sources + section
    }

    static func read(_ bytes: [UInt8]) -> [String]? {
        bytes.withUnsafeBytes { bytes -> [String]? in
            guard let packet = Packet(bytes), CommandReader.isWellFormed(packet) else { return nil }
            var reader = CommandReader(packet)
            var list: [String] = []
            while let command = reader.next() {
                switch command {
                case .message(let message):
                    var writer = StreamWriter()
                    var bytes: [UInt8] = []
                    writer.write(message, at: 0) { bytes.append($0) }
                    list.append("\(reader.timestamp): \(bytes.map(hexadecimal).joined(separator: " "))")
                case .sysEx(let data, let isFirst, let tail):
                    let text = data.map(hexadecimal).joined(separator: " ")
                    list.append("\(reader.timestamp): \(isFirst ? "first" : "next") [\(text)] \(tail)")
                case .undefined: list.append("\(reader.timestamp): undefined")
                }
            }
            return list
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
    }

    static let wellFormed: [(String, [UInt8], [String])] = [
        ("one note", bytes([0x03, 0x90, 60, 100]), ["100: 90 3C 64"]),
        ("an empty list", bytes([0x00]), []),
        ("a long header", bytes([0x80, 0x03, 0x90, 60, 100]), ["100: 90 3C 64"]),
        ("a delta time before the first command", bytes([0x24, 0x05, 0x90, 60, 100]), ["105: 90 3C 64"]),
        (
            "a delta time of two bytes", bytes([0x08, 0x90, 60, 100, 0x81, 0x00, 0x90, 60, 0]),
            ["100: 90 3C 64", "228: 90 3C 00"]
        ),
        (
            "delta time of four bytes", bytes([0x29, 0x80, 0x80, 0x80, 0x07, 0xC0, 5, 0, 0xC0, 6]),
            ["107: C0 05", "107: C0 06"]
        ),
        ("running status", bytes([0x06, 0x90, 60, 100, 0, 62, 100]), ["100: 90 3C 64", "100: 90 3E 64"]),
        (
            "real-time keeps running status", bytes([0x08, 0x90, 60, 100, 0, 0xF8, 0, 62, 99]),
            ["100: 90 3C 64", "100: F8", "100: 90 3E 63"]
        ),
        ("a delta time without a command at the end", bytes([0x04, 0x90, 60, 100, 9]), ["100: 90 3C 64"]),
        ("a whole SysEx", bytes([0x04, 0xF0, 1, 2, 0xF7]), ["100: first [01 02] end"]),
        ("a first segment", bytes([0x03, 0xF0, 1, 0xF0]), ["100: first [01] more"]),
        ("a middle segment", bytes([0x03, 0xF7, 1, 0xF0]), ["100: next [01] more"]),
        ("an empty last segment", bytes([0x02, 0xF7, 0xF7]), ["100: next [] end"]),
        ("a cancelled SysEx", bytes([0x02, 0xF7, 0xF4]), ["100: next [] cancel"]),
        ("a SysEx whose F7 the source left out", bytes([0x03, 0xF0, 1, 0xF5]), ["100: first [01] end"]),
        ("an undefined System Common command", bytes([0x04, 0xF4, 1, 2, 0xF7]), ["100: undefined"]),
        ("song position", bytes([0x03, 0xF2, 1, 2]), ["100: F2 01 02"]),
        ("padding", bytes([0x03, 0x90, 60, 100, 0, 0, 3], first: 0xA0), ["100: 90 3C 64"]),
        (
            "a contributing source", bytes([0x03, 0x90, 60, 100], first: 0x81, sources: [9, 9, 9, 9]), ["100: 90 3C 64"]
        ),
        ("a header extension", bytes([0, 0, 0, 1, 7, 7, 7, 7, 0x03, 0x90, 60, 100], first: 0x90), ["100: 90 3C 64"]),
    ]

    @Test(arguments: wellFormed)
    func listIsRead(_ name: String, _ bytes: [UInt8], _ list: [String]) {
        #expect(PacketTests.read(bytes) == list, "\(name)")
    }

    static let malformed: [(String, [UInt8])] = [
        ("nothing", []), ("a header alone", bytes([])), ("another version", bytes([0x00], first: 0x40)),
        ("another payload type", bytes([0x00], type: 0x60)), ("a list beyond the end", bytes([0x04, 0x90, 60, 100])),
        ("a long header cut short", bytes([0x80])), ("padding beyond the packet", bytes([0x00, 99], first: 0xA0)),
        ("no padding count", bytes([0x00, 0], first: 0xA0)),
        ("sources beyond the end", bytes([0x00], first: 0x8F)),
        ("extension beyond the end", bytes([0, 0, 0, 9, 0], first: 0x90)),
        ("a note cut short", bytes([0x02, 0x90, 60])), ("data without a status", bytes([0x02, 60, 100])),
        ("status bytes as data", bytes([0x03, 0x90, 0x90, 100])),
        ("running status after a system message", bytes([0x08, 0xC0, 1, 0, 0xF6, 0, 0x01, 0, 2])),
        ("a delta time of five bytes", bytes([0x26, 0x80, 0x80, 0x80, 0x80, 0xC0, 1])),
        ("a SysEx without an end", bytes([0x03, 0xF0, 1, 2])),
        ("a SysEx that ends with a note", bytes([0x04, 0xF0, 1, 0x90, 1])),
        ("a cancelled first segment", bytes([0x02, 0xF0, 0xF4])),
        ("an undefined command without an end", bytes([0x02, 0xF4, 1])),
    ]

    /// N9
    @Test(arguments: malformed)
    func malformedPacketIsRefused(_ name: String, _ bytes: [UInt8]) {
        #expect(PacketTests.read(bytes) == nil, "\(name)")
    }

    @Test func sequenceNumbersTellGapsFromOldPackets() {
        var window = SequenceWindow()
        #expect(window.place(of: 65_534) == .first)
        window.record(65_534)
        #expect(window.place(of: 65_535) == .next)
        #expect(window.place(of: 3) == .gap(4))
        window.record(3)
        #expect(window.place(of: 3) == .old)
        #expect(window.place(of: 65_535) == .old)
        #expect(window.newest == 3)
    }

    @Test func peerThatCountsAnewIsBelievedAtItsSecondPacket() {
        var window = SequenceWindow()
        window.record(30_000)
        #expect(window.place(of: 100) == .old)
        window.drop(100)
        #expect(window.place(of: 102) == .old)
        window.drop(100)
        #expect(window.place(of: 101) == .restart)
        window.record(101)
        #expect(window.place(of: 102) == .next)
    }

    @Test func onlyNumbersThatWereSentAreAcknowledged() {
        var outgoing = Outgoing()
        outgoing.begin(first: 65_530)
        for _ in 0..<10 { outgoing.sent(hasCommands: true, isProtected: true, at: 0) }
        let foreign = [4, 60_000].map { outgoing.acknowledge($0, at: 1) }
        #expect(foreign == [false, false])
        #expect(!outgoing.hasFeedback)
        let own = [65_535, 65_531].map { outgoing.acknowledge($0, at: 1) }
        #expect(own == [true, false])
        #expect(outgoing.guardAt < UInt64.max)
        let last = outgoing.acknowledge(3, at: 1)
        #expect(last)
        #expect(outgoing.guardAt == UInt64.max)
    }
}

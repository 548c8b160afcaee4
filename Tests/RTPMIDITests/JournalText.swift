import MIDI
import Testing

@testable import RTPMIDI

/// Commands of packets, separated by `|`, and the journal of the packet behind them. Bytes are written as in RFC 6295.
/// The first packet is number 1.
struct JournalRow: CustomTestStringConvertible, Sendable {
    let packets: String
    let journal: String

    init(_ packets: String, _ journal: String) {
        self.packets = packets
        self.journal = journal
    }

    var testDescription: String { "\(packets) → \(journal)" }

    /// Expects that the packets are coded as this journal, which a receiver can read.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let sender = Sender()
        sender.send(packets)
        #expect(hex(sender.written()) == journal, sourceLocation: sourceLocation)
        #expect(checked(sender.written()) == sender.written().count, sourceLocation: sourceLocation)
    }
}

func bytes(_ text: String) -> [UInt8] { text.split(separator: " ").map { UInt8($0, radix: 16)! } }

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: " ")
}

/// Reads MIDI bytes as messages. A SysEx may end in a later call.
func messages(_ text: String, _ parser: inout StreamParser) -> [Message] {
    var found: [Message] = []
    for byte in bytes(text) { parser.feed(byte) { found.append($0) } }
    return found
}

func text(_ messages: [Message]) -> String {
    var writer = StreamWriter()
    var found: [UInt8] = []
    for message in messages { writer.write(message.visible, at: 0) { found.append($0) } }
    return hex(found)
}

extension Message {
    /// The message as bytes show it: F7 for a SysEx that was cut.
    var visible: Message { self == .cutSysEx ? .sysExEnd() : self }
}

/// A journal in memory of its own, since it is large.
final class Sender {
    let journal = UnsafeMutablePointer<SendingJournal>.allocate(capacity: 1)
    private(set) var next: UInt16

    init(first: UInt16 = 1) {
        next = first
        journal.initialize(to: SendingJournal())
        journal.pointee.begin(first: first)
    }

    deinit { journal.deallocate() }

    /// The journal of the next packet.
    func written() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: RTPMIDILimits.journalBytes) { memory, count in
            count = journal.pointee.write(for: next, to: UnsafeMutableRawBufferPointer(memory))
        }
    }

    /// Sends the next packet. Returns its journal.
    @discardableResult
    func send(_ messages: [Message]) -> [UInt8] {
        let written = written()
        for message in messages { journal.pointee.record(message, in: next) }
        next &+= 1
        return written
    }

    /// Sends packets separated by `|`.
    func send(_ packets: String) {
        var parser = StreamParser()
        for packet in packets.split(separator: "|", omittingEmptySubsequences: false) {
            send(messages(String(packet), &parser))
        }
    }
}

final class Receiver {
    let journal = UnsafeMutablePointer<ReceivingJournal>.allocate(capacity: 1)

    init() { journal.initialize(to: ReceivingJournal()) }

    var isInSysEx: Bool { journal.pointee.isInSysEx }

    deinit { journal.deallocate() }

    /// Takes commands that arrive, separated by `|`.
    func take(_ packets: String) {
        var parser = StreamParser()
        for packet in packets.split(separator: "|") {
            for message in messages(String(packet), &parser) { journal.pointee.record(message) }
        }
    }

    func repair(_ bytes: [UInt8], expected: UInt16 = 1) -> (result: RepairResult, messages: [Message]) {
        var delivered: [Message] = []
        let result = bytes.withUnsafeBytes { raw in
            journal.pointee.repair(raw, expected: expected) { delivered.append($0) }
        }
        return (result, delivered)
    }

    func released() -> [Message] {
        var delivered: [Message] = []
        journal.pointee.releaseAll { delivered.append($0) }
        return delivered
    }
}

func checked(_ bytes: [UInt8]) -> Int? { bytes.withUnsafeBytes { ReceivingJournal.check($0) } }

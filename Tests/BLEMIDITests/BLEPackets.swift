import BLEMIDI
import MIDI

/// Reads bytes written as in the standard, `90 3C 40`.
func bytes(_ text: String) -> [UInt8] { text.split(separator: " ").map { UInt8($0, radix: 16)! } }

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
}

func hex(_ message: Message) -> String {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    let count = StreamWriter.encode(message, into: &bytes)
    return hex((0..<count).map { bytes[$0] })
}

/// Reads packets one after the other, as a peer's receiver does without a clock.
struct Reading {
    var reader = BLEPacketReader()
    var parser = StreamParser()
    /// Messages with their time stamps, `-` for none.
    var list: [String] = []
    /// All bytes of MIDI in order.
    var stream: [UInt8] = []
    var messages: [Message] = []

    mutating func read(_ packet: [UInt8]) {
        var (stream, messages, list, parser) = (stream, messages, list, parser)
        packet.withUnsafeBytes { packet in
            reader.read(packet) { byte, stamp in
                stream.append(byte)
                parser.feed(byte) { message in
                    messages.append(message)
                    list.append("\(stamp.map { String($0) } ?? "-"): \(hex(message))")
                }
            }
        }
        (self.stream, self.messages, self.list, self.parser) = (stream, messages, list, parser)
    }
}

/// A packet that the writer has filled, and the packets so far.
struct Writing {
    var writer: BLEPacketWriter
    var packets: [[UInt8]] = []
    private var memory = [UInt8](repeating: 0xAA, count: BLELimits.packet)

    init(mtu: Int) { writer = BLEPacketWriter(mtu: mtu) }

    mutating func put(_ message: Message, sentAt time: UInt64, now: UInt64) -> BLEPacketWriter.Outcome {
        memory.withUnsafeMutableBytes { writer.put(message, sentAt: time, now: now, into: $0) }
    }

    /// Takes the packet; one without content is none.
    mutating func take() {
        let length = writer.take()
        if length > 0 { packets.append(Array(memory[..<length])) }
    }

    /// Puts a message, after the packet was taken if it is full. Returns false if the message must wait.
    mutating func write(_ message: Message, sentAt time: UInt64, now: UInt64) -> Bool {
        var outcome = put(message, sentAt: time, now: now)
        if outcome == .full {
            take()
            outcome = put(message, sentAt: time, now: now)
        }
        return outcome == .written
    }
}

func milliseconds(_ count: Int) -> UInt64 { UInt64(count) * 1_000_000 }

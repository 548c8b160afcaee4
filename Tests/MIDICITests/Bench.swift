import Testing

@testable import MIDICI

/// As `#require`, which does not take a call that mutates.
func need<Value>(_ value: Value?, location: SourceLocation = #_sourceLocation) throws -> Value {
    try #require(value, sourceLocation: location)
}

/// Messages of another device, written by hand from M2-101-UM, not by the code under test.
enum Wire {
    static let broadcast: UInt32 = 0x0FFF_FFFF

    /// A number of 28 bits, the least significant byte first.
    static func muid(_ value: UInt32) -> [UInt8] {
        [UInt8(value & 127), UInt8(value >> 7 & 127), UInt8(value >> 14 & 127), UInt8(value >> 21 & 127)]
    }

    static func number(of bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 7 | UInt32($1) }
    }

    static func message(
        _ kind: UInt8, from source: UInt32, to destination: UInt32, _ body: [UInt8] = [], address: UInt8 = 0x7F,
        version: UInt8 = 2
    ) -> [UInt8] {
        [0xF0, 0x7E, address, 0x0D, kind, version] + muid(source) + muid(destination) + body + [0xF7]
    }

    /// The body of Discovery: manufacturer 7D, family 1, model 2, revision 3, all categories, and the longest SysEx.
    static func about(longest: Int = 512, path: [UInt8] = [0], categories: UInt8 = 0x1C, model: UInt8 = 2) -> [UInt8] {
        [0x7D, 0, 0, 1, 0, model, 0, 3, 0, 0, 0, categories] + muid(UInt32(longest)) + path
    }
}

/// A box with one port, 3, and a clock.
struct Bench {
    static let settings = CISettings(
        identity: CIIdentity(manufacturer: 0x007D00, family: 1, model: 1, revision: 0x01020304),
        productInstance: "treadle-1", versionName: "1.2.3")
    /// The MUID of the device at the other end.
    static let other: UInt32 = 0x0123_4567

    var device: CIDevice
    var now: UInt64 = 1_000_000_000_000

    init(asks: Bool = false, longest: Int = 512, random: UInt64 = 1, servesState: Bool = true) {
        device = CIDevice(Bench.settings, random: random)
        device.portCame(3, CIPort(asks: asks, longest: longest, servesState: servesState), at: now)
    }

    var muid: UInt32 { device.muid(of: 3)!.value }

    /// All that the box sends now.
    var sent: [[UInt8]] {
        mutating get {
            var all: [[UInt8]] = []
            while let output = device.nextOutput() { all.append(output.bytes) }
            return all
        }
    }

    var notices: [CINotice.Kind] {
        mutating get {
            var all: [CINotice.Kind] = []
            while let notice = device.nextNotice() { all.append(notice.kind) }
            return all
        }
    }

    /// Gives the box a message and returns what it sends.
    mutating func hear(_ message: [UInt8]) -> [[UInt8]] {
        device.receive(message, on: 3, at: now)
        return sent
    }

    /// As `hear`, of a message of the other device to the box.
    mutating func hear(_ kind: UInt8, _ body: [UInt8] = [], address: UInt8 = 0x7F, version: UInt8 = 2) -> [[UInt8]] {
        hear(Wire.message(kind, from: Bench.other, to: muid, body, address: address, version: version))
    }

    mutating func wait(_ seconds: Double) -> [[UInt8]] {
        now += UInt64(seconds * 1e9)
        device.advance(to: now)
        return sent
    }

    /// The other device becomes known to the box.
    mutating func meet(longest: Int = 512, categories: UInt8 = 0x1C) {
        let about = Wire.about(longest: longest, categories: categories)
        _ = hear(Wire.message(0x70, from: Bench.other, to: Wire.broadcast, about))
        _ = notices
    }
}

/// A message of Property Exchange as it stands on the wire.
struct WireChunk: Equatable {
    var kind: UInt8
    var request: UInt8
    var header: String
    var total: Int
    var number: Int
    var data: String

    /// Reads a message by its lengths; nil if it is none, or if its lengths are wrong.
    init?(_ message: [UInt8]) {
        guard message.count >= 24, message[4] & 0xF0 == 0x30, message.last == 0xF7 else { return nil }
        var at = 15
        func number() -> Int {
            defer { at += 2 }
            return at + 1 < message.count ? Int(message[at]) | Int(message[at + 1]) << 7 : 0
        }
        func text(_ count: Int) -> String {
            defer { at += count }
            return at + count < message.count ? String(decoding: message[at..<at + count], as: UTF8.self) : "cut"
        }
        (kind, request) = (message[4], message[14])
        header = text(number())
        (total, self.number) = (number(), number())
        data = text(number())
        if at != message.count - 1 { return nil }
    }

    /// The body of a message.
    static func body(
        _ header: String, data: String = "", request: UInt8 = 9, total: Int = 1, number: Int = 1
    ) -> [UInt8] {
        func lengths(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 & 127), UInt8($0 >> 7)] } }
        return [request] + lengths(header.utf8.count) + Array(header.utf8) + lengths(total, number, data.utf8.count)
            + Array(data.utf8)
    }
}

extension Bench {
    /// Sends an inquiry of Property Exchange in one chunk, and returns the reply put together.
    mutating func inquire(_ kind: UInt8, _ header: String, data: String = "", request: UInt8 = 9) -> WireChunk? {
        whole(hear(kind, WireChunk.body(header, data: data, request: request)))
    }

    mutating func get(_ header: String) -> WireChunk? { inquire(0x34, header) }

    /// Puts chunks together; nil if one is missing, or if they are of two messages.
    func whole(_ messages: [[UInt8]]) -> WireChunk? {
        let chunks = messages.compactMap { WireChunk($0) }
        guard var whole = chunks.first, chunks.count == messages.count, chunks.count == whole.total else { return nil }
        for (index, chunk) in chunks.enumerated() {
            guard chunk.number == index + 1, chunk.total == chunks.count, chunk.kind == whole.kind,
                chunk.request == whole.request
            else { return nil }
            if index > 0 {
                guard chunk.header.isEmpty else { return nil }
                whole.data += chunk.data
            }
        }
        return whole
    }
}

@testable import MIDICI

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

    init(asks: Bool = false, longest: Int = 512, random: UInt64 = 1) {
        device = CIDevice(Bench.settings, random: random)
        device.portCame(3, CIPort(asks: asks, longest: longest), at: now)
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

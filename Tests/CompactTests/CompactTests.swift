import Compact
import Testing

struct CompactTests {
    private static let numbers: [(String, Int?)] = [
        ("0", 0), ("7", 7), ("+7", 7), ("-7", -7), ("007", 7), ("9223372036854775807", Int.max), ("", nil), ("-", nil),
        ("+", nil), (" 7", nil), ("7 ", nil), ("1.5", nil), ("--7", nil), ("0x7", nil), ("٧", nil),
        ("9223372036854775808", nil), ("99999999999999999999", nil),
    ]

    @Test(arguments: numbers)
    func numberIsParsedLikeTheStandardLibrarys(_ text: String, _ number: Int?) {
        #expect(Int(text) == number)
        #expect(Int(text) == Int(text, radix: 10))
    }

    @Test func numberOutsideItsTypeIsNone() {
        #expect(UInt8("255") == 255 && UInt8("256") == nil && UInt8("-1") == nil && UInt8("-0") == 0)
        #expect(UInt16("65535") == .max && UInt16("65536") == nil)
        #expect(UInt32("4294967295") == .max && UInt32("4294967296") == nil)
        #expect(Int32("-2147483648") == .min && Int32("-2147483649") == nil && Int32("2147483648") == nil)
        #expect(UInt64("18446744073709551615") == .max && UInt64("18446744073709551616") == nil && UInt64("-1") == nil)
    }

    @Test(arguments: [
        ("presets.1", "presets.", true), ("preset", "presets.", false), ("a", "", true), ("", "a", false),
        ("é", "é", true),
    ])
    func beginningIsCompared(_ text: String, _ prefix: String, _ begins: Bool) {
        #expect(text.utf8.starts(with: prefix.utf8) == begins)
        #expect(Substring(text).utf8.starts(with: prefix.utf8) == begins)
        #expect(Array(text.utf8).starts(with: prefix.utf8) == begins)
        #expect(Array(("x" + text).utf8).dropFirst().starts(with: prefix.utf8) == begins)
    }

    @Test func sortingKeepsTheOrderOfEqualElements() {
        let pairs = [(3, "a"), (1, "b"), (3, "c"), (2, "d"), (1, "e")]
        let sorted = ["b", "e", "d", "a", "c"]
        #expect(pairs.sorted { $0.0 < $1.0 }.map(\.1) == sorted)
        #expect(pairs.sorted(byNumber: { UInt64($0.0) }).map(\.1) == sorted)
        var many = (0..<1000).map { ($0 * 7919 % 10, $0) }
        many.sort { $0.0 < $1.0 }
        #expect(zip(many, many.dropFirst()).allSatisfy { $0 < $1 })
    }
}

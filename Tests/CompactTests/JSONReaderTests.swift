import Compact
import TestSupport
import Testing

@testable import MIDICI

/// JSON text of peers (RFC 8259, M2-103-UM).
@Suite struct JSONReaderTests {
    private func read(_ text: String) -> JSONValue? { JSONReader.value(of: Array(text.utf8)) }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("-12", .number(-12)),
        ("120.75", .number(120)), ("1e3", .number(1)), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
        (#""\u00e4\u20AC""#, .string("ä€")), (#""\ud83c\udfb9""#, .string("🎹")), (#""ä""#, .string("ä")),
        (#""\ud83cx""#, .string("\u{FFFD}x")), (#""\udfb9""#, .string("\u{FFFD}")),
        (#""\ud83c\u0041""#, .string("\u{FFFD}A")), ("[]", .array([])),
        ("[ 1 , [ ] ]", .array([.number(1), .array([])])),
        ("{}", .object([])),
        (
            #"{ "a" : 1 , "b":{"c":[null]}}"#,
            .object([
                JSONMember(name: "a", value: .number(1)),
                JSONMember(name: "b", value: .object([JSONMember(name: "c", value: .array([.null]))])),
            ])
        ),
    ])
    func valuesAreRead(text: String, value: JSONValue) {
        #expect(read(text) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "truex", "{", "}", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "\"a",
        "\"\\",
        "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "-", "+1", ".5", "99999999999999999999", "1 2",
        "[[[[[[[[[1]]]]]]]]]",
    ])
    func otherTextIsNone(text: String) {
        #expect(read(text) == nil)
    }

    /// What the box writes, it reads; and all of it is ASCII.
    @Test func writtenTextIsReadAgain() {
        for seed in SplitMix.seeds {
            var random = SplitMix(state: seed)
            let scalars = (0..<random.below(20)).map { _ in
                Unicode.Scalar(UInt32(random.below(random.chance(30) ? 0x11_0000 : 0x180))) ?? "?"
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            var json = JSON(isASCII: true)
            json.string(text)
            #expect(json.bytes.allSatisfy { 0x20..<0x7F ~= $0 }, "seed \(seed)")
            #expect(JSONReader.value(of: json.bytes) == .string(text), "seed \(seed)")
        }
    }
}

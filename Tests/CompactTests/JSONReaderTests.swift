import Compact
import TestSupport
import Testing

/// JSON text (RFC 8259), also of peers of MIDI-CI (M2-103-UM).
struct JSONReaderTests {
    private func read(_ text: String) -> JSONValue? { JSONReader.value(of: Array(text.utf8), depth: 8) }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("-12", .number(-12)),
        ("120.75", .decimal("120.75")), ("-1E+3", .decimal("-1E+3")),
        (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
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

    /// A fraction and an exponent are cut off.
    @Test(arguments: [("120.75", 120), ("-12.5e3", -12), ("1e3", 1), ("7", 7)])
    func numbersAreCutToWholeOnes(text: String, number: Int) {
        #expect(read(text)?.int == number)
        #expect(read("\"7\"")?.int == nil)
    }

    @Test(arguments: [
        "", " ", "nul", "truex", "{", "}", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "\"a",
        "\"\\",
        "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "-", "+1", ".5", "1.", "1.e3", "1e", "1e+", "1.2.3",
        "99999999999999999999", "1 2",
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
            #expect(JSONReader.value(of: json.bytes, depth: 8) == .string(text), "seed \(seed)")
        }
    }
}

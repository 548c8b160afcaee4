import Compact
import TestSupport
import Testing

/// JSON text (RFC 8259).
@Suite struct JSONReaderTests {
    private func read(_ text: String) -> JSONValue? { JSONReader.value(of: Array(text.utf8), depth: 8) }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("-12", .number(-12)),
        ("120.75", .decimal("120.75")), ("1e3", .decimal("1e3")), ("-0.5E-2", .decimal("-0.5E-2")), ("0", .number(0)),
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

    @Test(arguments: [
        "", " ", "nul", "truex", "{", "}", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "\"a",
        "\"\\",
        "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\n\"", "-", "+1", ".5", "1.", "1e", "1e+", "1-2", "01",
        "-01", "99999999999999999999", "1 2", "[[[[[[[[[1]]]]]]]]]",
    ])
    func otherTextIsNone(text: String) {
        #expect(read(text) == nil)
    }

    private static let whole: [(String, Int?)] = [
        ("1", 1), ("120.75", 120), ("-3.9", -3), ("1e3", 1), ("\"1\"", nil), ("true", nil),
    ]

    @Test(arguments: whole) func wholeNumberLeavesTheFractionOut(text: String, whole: Int?) {
        #expect(read(text)?.int == whole)
    }

    @Test func depthAndNumberOfValuesAreBounded() {
        #expect(JSONReader.value(of: Array("[[1]]".utf8), depth: 3) != nil)
        #expect(JSONReader.value(of: Array("[[1]]".utf8), depth: 2) == nil)
        #expect(JSONReader.value(of: Array("{\"a\":[1,2]}".utf8), depth: 3, values: 4) != nil)
        #expect(JSONReader.value(of: Array("{\"a\":[1,2]}".utf8), depth: 3, values: 3) == nil)
    }

    @Test func aValueIsWrittenAsItWasRead() {
        let text = #"{"a":[1,-2.50,true,null,"é\""],"b":{}}"#
        var json = JSON()
        if let value = read(text) { json.value(value) }
        #expect(json.text == text)
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
            #expect(JSONReader.value(of: json.bytes, depth: 1) == .string(text), "seed \(seed)")
        }
    }
}

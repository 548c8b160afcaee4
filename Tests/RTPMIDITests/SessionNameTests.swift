import RTPMIDI
import Testing

/// N3: a name has at most 23 bytes of UTF-8 on the wire.
@Suite struct SessionNameTests {
    static func text(_ name: SessionName) -> String {
        String(decoding: (0..<name.count).map { name[$0] }, as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("Treadle", "Treadle"),
        ("12345678901234567890123", "12345678901234567890123"),
        ("123456789012345678901234", "12345678901234567890123"),
        // The last character would reach beyond 23 bytes.
        ("1234567890123456789012ü", "1234567890123456789012"),
        ("123456789012345678901ü", "123456789012345678901ü"),
        ("12345678901234567890🎹x", "12345678901234567890"),
        ("1234567890123456789🎹x", "1234567890123456789🎹"),
        ("ab\0cd", "ab"),
    ])
    func longNamesAreCutAtACharacter(name: String, cut: String) {
        #expect(Self.text(SessionName(utf8: name.utf8)) == cut)
    }

    @Test func namesOfOtherBytesDiffer() {
        #expect(SessionName(utf8: "Box".utf8) == SessionName(utf8: "Box".utf8))
        #expect(SessionName(utf8: "Box".utf8) != SessionName(utf8: "Boy".utf8))
        #expect(SessionName(utf8: "Box".utf8) != SessionName(utf8: "Boxes".utf8))
    }
}

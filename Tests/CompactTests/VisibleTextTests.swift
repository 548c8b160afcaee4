import Compact
import Testing

struct VisibleTextTests {
    private func shown(_ bytes: [UInt8], keepsLines: Bool = true) -> String {
        let escaped = bytes.withUnsafeBytes { VisibleText.escaped($0, keepsLines: keepsLines) }
        return String(decoding: escaped ?? bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("\u{1B}[31mred", "\\x1B[31mred"), ("a\rb\u{8}\u{0}", "a\\x0Db\\x08\\x00"), ("\u{7F}", "\\x7F"),
            ("\u{9B}2J", "\\x9B2J"), ("a\u{202E}b\u{2066}", "a\\u{202E}b\\u{2066}"),
            ("\u{200E}\u{200F}\u{61C}", "\\u{200E}\\u{200F}\\u{061C}"),
            ("\u{2028}\u{2029}\u{FEFF}", "\\u{2028}\\u{2029}\\u{FEFF}"), ("ä ド 🎹 \u{A0}", "ä ド 🎹 \u{A0}"),
            ("line\n\tnext", "line\n\tnext"),
        ])
    func controlAndInvisibleCharactersAreEscaped(_ text: String, _ expected: String) {
        #expect(shown(Array(text.utf8)) == expected)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3], "\\xC3"), ([0xC3, 0x28], "\\xC3("), ([0xC0, 0x80], "\\xC0\\x80"),
            ([0xE0, 0x80, 0x80], "\\xE0\\x80\\x80"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"), ([0xE2, 0x80], "\\xE2\\x80"),
        ] as [([UInt8], String)])
    func invalidUTF8IsEscaped(_ bytes: [UInt8], _ expected: String) {
        #expect(shown(bytes) == expected)
    }

    @Test func lineFeedsInNamesAreEscaped() {
        #expect("E\nready\t".visible == "E\\x0Aready\\x09")
        #expect("Étude".visible == "Étude")
    }
}

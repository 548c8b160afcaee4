import Testing

@testable import Configuration

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

    /// Names appear in lines of the socket and of recordings.
    @Test(arguments: [
        Marked(.box, "treadle: 1\nname: §\"E\\nready\"\n", "`E\\x0Aready` contains a control character"),
        Marked(.box, "treadle: 1\nname: §|\n  Stage\n", "`Stage\\x0A` contains a control character"),
        Marked(.box, "treadle: 1\nports: {§\"a\\eb\": {match: k}}\n", "`a\\x1Bb` contains a control character"),
        Marked(.preset, "name: §\"A\\tB\"", "`A\\x09B` contains a control character"),
        Marked(
            .preset, "name: A, learnable: {§\"C\\u0085\": number}, number: 1", "`C\\x85` contains a control character"),
        Marked(.routing, "name: §\"A\\x7FB\"", "`A\\x7FB` contains a control character"),
        Marked(.routing, "velocity: {list: §\"l\\n.txt\"}", "`l\\x0A.txt` contains a control character"),
        Marked(
            .box, "treadle: 1\nfootswitches: {§\"A\\n\": {line: \"g:1\"}}\n", "`A\\x0A` contains a control character"),
    ])
    func controlCharactersInNamesAreRefused(_ box: Marked) { box.check() }

    /// Messages quote text of a file on one line, safe for a terminal.
    @Test func messagesAreOneSafeLine() {
        let reported = diagnostics(
            "treadle: 1\n\"\\e[2J\\nbox.yaml:1:1: error: x\": 1\nclock: {tempo: \"\\e]0;x\\a\"}\n")
        #expect(reported.map { $0.line } == [2, 3])
        #expect(reported[0].message.hasPrefix("`\\x1B[2J\\x0Abox.yaml:1:1: error: x` is not a key of the box file"))
        #expect(reported[1].message.hasPrefix("`tempo` is `\\x1B]0;x\\x07`; it must be"))
    }
}

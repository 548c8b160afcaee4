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
    func whatATerminalObeysOrHidesIsSpelledOut(_ text: String, _ expected: String) {
        #expect(shown(Array(text.utf8)) == expected)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], "a\\xFFb"), ([0xC3], "\\xC3"), ([0xC3, 0x28], "\\xC3("), ([0xC0, 0x80], "\\xC0\\x80"),
            ([0xE0, 0x80, 0x80], "\\xE0\\x80\\x80"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
            ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"), ([0xE2, 0x80], "\\xE2\\x80"),
        ] as [([UInt8], String)])
    func bytesThatAreNotUTF8AreSpelledOut(_ bytes: [UInt8], _ expected: String) {
        #expect(shown(bytes) == expected)
    }

    @Test func ofANameLineFeedsAreSpelledOutToo() {
        #expect("E\nready\t".visible == "E\\x0Aready\\x09")
        #expect("Étude".visible == "Étude")
    }

    /// Names go over the socket and into recordings, a line each.
    @Test(arguments: [
        Marked(.box, "treadle: 1\nname: §\"E\\nready\"\n", "`E\\x0Aready` holds a control character"),
        Marked(.box, "treadle: 1\nname: §|\n  Stage\n", "`Stage\\x0A` holds a control character"),
        Marked(.box, "treadle: 1\nports: {§\"a\\eb\": {match: k}}\n", "`a\\x1Bb` holds a control character"),
        Marked(.preset, "name: §\"A\\tB\"", "`A\\x09B` holds a control character"),
        Marked(.preset, "name: A, learnable: {§\"C\\u0085\": number}, number: 1", "`C\\x85` holds a control character"),
        Marked(.routing, "name: §\"A\\x7FB\"", "`A\\x7FB` holds a control character"),
        Marked(.routing, "velocity: {list: §\"l\\n.txt\"}", "`l\\x0A.txt` holds a control character"),
        Marked(
            .box, "treadle: 1\nfootswitches: {§\"A\\n\": {line: \"g:1\"}}\n", "`A\\x0A` holds a control character"),
    ])
    func controlCharactersInNamesAreRefused(_ box: Marked) { box.check() }

    /// Whatever stands in a file, its message is one line that a terminal can show.
    @Test func messagesShowWhatStandsInAFile() {
        let said = diagnostics("treadle: 1\n\"\\e[2J\\nbox.yaml:1:1: error: x\": 1\nclock: {tempo: \"\\e]0;x\\a\"}\n")
        #expect(said.map { $0.line } == [2, 3])
        #expect(said[0].message.hasPrefix("`\\x1B[2J\\x0Abox.yaml:1:1: error: x` is no key of the box file"))
        #expect(said[1].message.hasPrefix("`tempo` is `\\x1B]0;x\\x07`; it must be"))
    }
}

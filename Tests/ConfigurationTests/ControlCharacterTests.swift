import Testing

@testable import Configuration

/// Control characters in texts of a configuration.
@Suite struct ControlCharacterTests {
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

import Testing

@testable import Configuration

/// What belongs to a whole text.
@Suite struct EditedTextTests {
    private static let ends = [
        EditRow("a: 1\r\nb: 2\r\n", "set", #"["n"]"#, "5", "a: 1\r\nn: 5\r\nb: 2\r\n"),
        EditRow("a:\r\n- 1\r\n- 2\r\n", "move", #"["a",0]"#, "1", "a:\r\n- 2\r\n- 1\r\n"),
        EditRow(
            "a:\r\n- 1\r\n", "insert", #"["a",1]"#, #"{"b":1,"c":{"d":[{"e":2}]}}"#,
            "a:\r\n- 1\r\n- b: 1\r\n  c:\r\n    d:\r\n    - e: 2\r\n"),
        EditRow(
            "a: |\r\n  one\r\nb: 1\r\n", "set", #"["a"]"#, #""two\nthree\n""#, "a: |\r\n  two\r\n  three\r\nb: 1\r\n"),
        EditRow("\u{FEFF}a: 1\nb: é\n", "set", #"["b"]"#, "5", "\u{FEFF}a: 1\nb: 5\n"),
        EditRow("\u{FEFF}a: 1\nb: 2\n", "remove", #"["a"]"#, nil, "\u{FEFF}b: 2\n"),
        EditRow("a:\n- 1\n- 2", "move", #"["a",0]"#, "1", "a:\n- 2\n- 1"),
        EditRow("a:\n- 1\n- 2", "remove", #"["a",1]"#, nil, "a:\n- 1"),
        EditRow("a:\n- 1\n- 2", "insert", #"["a",2]"#, "3", "a:\n- 1\n- 2\n- 3"),
        EditRow("a: 1\nb: 2", "set", #"["b"]"#, "3", "a: 1\nb: 3"),
        EditRow("---\na: 1\n...\n", "set", #"["n"]"#, "5", "---\nn: 5\na: 1\n...\n"),
        EditRow("%YAML 1.1\n---\n- 1\n...\n", "insert", "[1]", "2", "%YAML 1.1\n---\n- 1\n- 2\n...\n"),
        EditRow("a: |\n  one\nb: 1", "remove", #"["b"]"#, nil, "a: |\n  one\n"),
        EditRow("a: |\n  one", "set", #"["a"]"#, #""two""#, "a: |\n  two"),
        EditRow("é: [ü, ö] # ä\n", "remove", #"["é",0]"#, nil, "é: [ö] # ä\n"),
    ]

    /// Line ends, a byte order mark, document markers and a missing last line end stay.
    @Test(arguments: ends) func lineEndsAndMarksStay(row: EditRow) throws { try row.check() }

    private static let anchors = [
        EditRow("a: &x\n- 1\nb: *x\n", "insert", #"["a",1]"#, "2", "a: &x\n- 1\n- 2\nb: *x\n"),
        EditRow("a: &x\n- 1\nb: *x\n", "remove", #"["a",0]"#, nil, "a: &x []\nb: *x\n"),
        EditRow("a: &x [1, 2]\nb: *x\n", "set", #"["a",0]"#, "5", "a: &x [5, 2]\nb: *x\n"),
        EditRow(
            "a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n", "set", #"["c","n"]"#, "5",
            "a: &x\n  b: 1\nc:\n  <<: *x\n  n: 5\n  d: 2\n"),
        EditRow("- &x a\n- b\n", "move", "[0]", "1", "- b\n- &x a\n"),
    ]

    /// Values keep their anchors; what an alias or a merge shares is refused.
    @Test(arguments: anchors) func anchorsStay(row: EditRow) throws { try row.check() }
}

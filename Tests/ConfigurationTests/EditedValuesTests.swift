import Testing

@testable import Configuration

/// Values that are replaced.
@Suite struct EditedValuesTests {
    private static let scalars = [
        EditRow("a: b # c\n", "set", #"["a"]"#, #""d""#, "a: d # c\n"),
        EditRow("a: 'it''s'\n", "set", #"["a"]"#, #""o'clock""#, "a: 'o''clock'\n"),
        EditRow("a: \"b\"\n", "set", #"["a"]"#, #""c \"d\" \\""#, "a: \"c \\\"d\\\" \\\\\"\n"),
        EditRow("a: \"12\"\n", "set", #"["a"]"#, "13", "a: \"13\"\n"),
        EditRow("a: 12\n", "set", #"["a"]"#, "98.5", "a: 98.5\n"),
        EditRow("a: 12\n", "set", #"["a"]"#, #""12""#, "a: \"12\"\n"),
        EditRow("a: true\n", "set", #"["a"]"#, "false", "a: false\n"),
        EditRow("a: b\n", "set", #"["a"]"#, #""c: d""#, "a: \"c: d\"\n"),
        EditRow("a: b\n", "set", #"["a"]"#, #""preset \"Verse\"""#, "a: preset \"Verse\"\n"),
        EditRow("a: b\n", "set", #"["a"]"#, #"">= 5""#, "a: \">= 5\"\n"),
        EditRow("a: b\n", "set", #"["a"]"#, #"">= \"5\"""#, "a: '>= \"5\"'\n"),
        EditRow("a: b\n", "set", #"["a"]"#, #""""#, "a: \"\"\n"),
        EditRow("a: b # c\n", "set", #"["a"]"#, "null", "a: # c\n"),
        EditRow("a: |+\n  b\n\nc: 1\n", "set", #"["a"]"#, "null", "a:\nc: 1\n"),
        EditRow("a: # c\nb: 1\n", "set", #"["a"]"#, #""d""#, "a: d # c\nb: 1\n"),
        EditRow("-\n- 1\n", "set", "[0]", #""d""#, "- d\n- 1\n"),
        EditRow("a: b\n", "set", #"["a"]"#, #""two\nlines""#, "a: \"two\\nlines\"\n"),
        EditRow(
            "a: |\n  one\n  two\nb: 1\n", "set", #"["a"]"#, #""three\n\nfour\n""#, "a: |\n  three\n\n  four\nb: 1\n"),
        EditRow(
            "a: |- # c\n    one\nb: 1\n", "set", #"["a"]"#, #""two\nthree""#, "a: |- # c\n    two\n    three\nb: 1\n"),
        EditRow("a: |\n  one\nb: 1\n", "set", #"["a"]"#, #""two""#, "a: |-\n  two\nb: 1\n"),
        EditRow(
            "a: >\n  one\n  two\n\nb: 1\n", "set", #"["a"]"#, #""three\nfour\n""#, "a: >\n  three\n\n  four\n\nb: 1\n"),
        EditRow("a: |\n  one\nb: 1\n", "set", #"["a"]"#, #"" two\n""#, "a: \" two\\n\"\nb: 1\n"),
        EditRow("a: &x b\nc: *x\n", "set", #"["a"]"#, #""d""#, "a: &x d\nc: *x\n"),
        EditRow("a: b\n  c\nd: 1\n", "set", #"["a"]"#, #""e""#, "a: e\nd: 1\n"),
        EditRow("a: b\n", "set", #"["a"]"#, #""Zoë""#, "a: Zoë\n"),
    ]

    /// A scalar keeps its style: quotes, a block of text, or none.
    @Test(arguments: scalars) func scalarsKeepTheirStyle(row: EditRow) throws { try row.check() }

    private static let whole = [
        EditRow("a: [1, 2, 3] # c\n", "set", #"["a"]"#, "[1,4,3]", "a: [1, 4, 3] # c\n"),
        EditRow(
            "a:\n# one\n- 1 # 1\n# two\n- 2\n", "set", #"["a"]"#, "[1,3,4]", "a:\n# one\n- 1 # 1\n# two\n- 3\n- 4\n"),
        EditRow("a: { b: 1, c: 2 }\n", "set", #"["a"]"#, #"{"c":3,"d":4}"#, "a: { d: 4, c: 3 }\n"),
        EditRow("a:\n  b: 1 # c\n  d: 2\n", "set", #"["a"]"#, #"{"b":1,"e":3}"#, "a:\n  b: 1 # c\n  e: 3\n"),
        EditRow("a: b # c\n", "set", #"["a"]"#, #"["x","y"]"#, "a: [x, y] # c\n"),
        EditRow("a:   b\nbc: d\n", "set", #"["a"]"#, #"["x","y"]"#, "a:   [x, y]\nbc: d\n"),
        EditRow("a: b # c\nd: 1\n", "set", #"["a"]"#, #"[{"x":1},{"y":2}]"#, "a: # c\n  - x: 1\n  - y: 2\nd: 1\n"),
        EditRow("a:\n- 1 # one\nb: 2\n", "set", #"["a"]"#, #""x""#, "a: x\nb: 2\n"),
        EditRow("a:\n- 1\nb: 2\n", "set", #"["a"]"#, #"{"x":[{"y":1}]}"#, "a:\n  x:\n  - y: 1\nb: 2\n"),
        EditRow("- a: 1\n  b: 2\n- c\n", "set", "[0]", #""x""#, "- x\n- c\n"),
        EditRow("- &n a\n- *n\n", "set", "[0]", #"{"b":1}"#, "- &n\n  b: 1\n- *n\n"),
        EditRow("a: 1\n", "set", #"["a"]"#, "[]", "a: []\n"),
        EditRow("a:\n- 1\n", "set", #"["a"]"#, "{}", "a: {}\n"),
    ]

    /// In lists and mappings, equal values keep their bytes. A value of another kind is written anew.
    @Test(arguments: whole) func whatStaysKeepsItsBytes(row: EditRow) throws { try row.check() }
}

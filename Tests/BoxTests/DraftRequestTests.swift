import Testing

@testable import Box

/// The requests `draft …` and `preset …` as lines of the socket (W13, W14).
@Suite struct DraftRequestTests {
    @Test func linesAreRequests() throws {
        let files = [
            DraftRequest.File(name: "presets/a b.yaml", hash: 0x12AB, incoming: "7"),
            DraftRequest.File(name: "new.txt", hash: nil, incoming: "8"),
        ]
        let good: [(String, ControlRequest)] = [
            (
                "draft put \"iPhone, Safari\" \"presets/a b.yaml\" 00000000000012AB 7 new.txt - 8",
                .draft(.put(files, by: "iPhone, Safari"))
            ),
            ("draft save", .draft(.save(by: ""))), ("draft save \"My \"\"box\"\"\"", .draft(.save(by: "My \"box\""))),
            ("draft undo x", .draft(.undo(by: "x"))), ("draft revert", .draft(.revert(by: ""))),
            ("draft take disk \"box.yaml\"", .draft(.take(.disk, "box.yaml", by: ""))),
            ("draft take draft box.yaml x", .draft(.take(.draft, "box.yaml", by: "x"))),
            ("preset new \"My verse\" after Verse", .preset(.new("My verse", after: "Verse"), by: "")),
            ("preset new X", .preset(.new("X", after: nil), by: "")),
            ("preset new X after Y \"my box\"", .preset(.new("X", after: "Y"), by: "my box")),
            ("preset new X \"after\"", .preset(.new("X", after: nil), by: "after")),
            ("preset duplicate A B", .preset(.duplicate("A", as: "B"), by: "")),
            ("preset duplicate A B x", .preset(.duplicate("A", as: "B"), by: "x")),
            ("preset rename A B", .preset(.rename("A", to: "B"), by: "")),
            ("preset rename A B \"iPhone, Safari\"", .preset(.rename("A", to: "B"), by: "iPhone, Safari")),
            ("preset number A 0", .preset(.number("A", 0), by: "")),
            ("preset number A 127 x", .preset(.number("A", 127), by: "x")),
            ("preset delete A", .preset(.delete("A"), by: "")), ("preset delete A x", .preset(.delete("A"), by: "x")),
            ("preset undo 3", .preset(.undo(3), by: "")), ("preset undo 3 x", .preset(.undo(3), by: "x")),
        ]
        for (line, request) in good { #expect(try ControlRequest.read(Array(line.utf8)[...]) == request) }
    }

    @Test(arguments: [
        ("draft", "what to do with drafts is missing"), ("draft fly", "'fly' is neither put"),
        ("draft put", "who edits is missing"), ("draft put x", "a file is missing"),
        ("draft put x a.yaml", "the hash of its text is missing"), ("draft put x a.yaml 12 7", "'12' is no hash"),
        ("draft put x a.yaml -", "the name of the new text is missing"),
        ("draft put x a.yaml - 7 b.yaml", "the hash of its text is missing"),
        ("draft save x y", "unexpected argument 'y'"), ("draft take it a.yaml", "'it' is neither disk nor draft"),
        ("preset", "what to do with presets is missing"), ("preset fly", "'fly' is neither new"),
        ("preset new", "a name is missing"), ("preset new A before B", "unexpected argument 'B'"),
        ("preset new A after", "a preset is missing"),
        ("preset number A 128", "'128' is not a number"), ("preset number A -1", "'-1'"),
        ("preset rename A", "a name is missing"), ("preset delete A B C", "unexpected argument 'C'"),
        ("preset undo 0", "'0' is not the number of an edit"),
    ])
    func badLinesAreRefused(line: String, says: String) {
        #expect {
            try ControlRequest.read(Array(line.utf8)[...])
        } throws: {
            ($0 as? ScriptWords.Problem)?.message.contains(says) == true
        }
    }
}

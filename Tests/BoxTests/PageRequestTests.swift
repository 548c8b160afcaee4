import Testing

@testable import Box

/// What the page's process may ask of the box beyond what programs may (W1, W4, L6).
struct PageRequestTests {
    private func request(_ line: String) -> PageRequest? { PageRequest(Array(line.utf8)[...]) }

    @Test func linesAreRequests() {
        let good: [(String, PageRequest)] = [
            ("alive", .alive), ("busy", .busy), ("answer 3 | 482913 60", .answer(3, .line("482913 60"))),
            ("answer 3 |", .answer(3, .line(""))), ("answer 3 | a \"b\" |", .answer(3, .line("a \"b\" |"))),
            ("answer 3 ok", .answer(3, .done)), ("answer 3 error no such", .answer(3, .refused("no such"))),
            ("code show 000913 60", .showCode(913, seconds: 60)), ("code end", .endCode), ("wifi code", .wifiCode),
            ("said iPhone is forgotten", .said("iPhone is forgotten")),
        ]
        for (line, wanted) in good { #expect(request(line) == wanted, "\(line)") }
    }

    /// What a terminal would obey is shown instead.
    @Test func controlCharactersOfAnswersAreVisible() {
        guard case .answer(1, .line(let text)) = request("answer 1 | a\u{1B}[2J") else {
            Issue.record("no answer")
            return
        }
        #expect(!text.utf8.contains(0x1B))
    }

    @Test(arguments: [
        "", " ", "alive 1", "answer", "answer x ok", "answer 1", "answer 1 ok 2", "answer 1 maybe", "code", "code show",
        "code show 12345 60", "code show 1234567 60", "code show 12345x 60", "code show 123456", "code show 123456 0",
        "code show 123456 3601", "code end now", "said", "said ", "wifi", "wifi code 2", "wifi password", "status",
        "do next",
    ])
    func otherLinesAreNot(_ line: String) { #expect(request(line) == nil) }

    /// Programs at the socket cannot make them.
    @Test(arguments: ["alive", "answer 1 ok", "code show 482913 60", "said x", "wifi code"])
    func programsAreRefused(_ line: String) {
        #expect(throws: ScriptWords.Problem.self) { try ControlRequest.read(Array(line.utf8)[...]) }
    }
}

import Compact

/// Why something that a browser wants done is refused, with its status (api.md, "Errors").
struct DoRefusal: Error, Equatable {
    var status: Int
    /// A word for programs.
    var code: String
    /// A sentence for people.
    var message: String
    /// Which of several requests was refused, from 0.
    var index = 0

    init(_ status: Int, _ code: String, _ message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }

    static func badWords(_ message: String) -> DoRefusal { DoRefusal(400, "bad-words", message) }

    static let noAnswer = DoRefusal(503, "no-answer", "the box does not answer")

    /// The refusal of the box to a request of its socket.
    init(_ answer: BoxAnswer, to verb: String) {
        if answer.kind == .missing {
            self = .noAnswer
        } else if verb == "save" {
            // P5: files that somebody has changed, or that cannot be written.
            self.init(409, "cannot-save", (answer.warnings + [answer.text]).joined(separator: "\n"))
        } else {
            let row = DoRefusal.table.first { answer.text.starts(with: $0.begin) && answer.text.hasEnd($0.end) }
            self.init(row?.status ?? 400, row?.code ?? "bad-words", answer.text)
        }
    }

    /// The beginnings and ends of the box's errors. Whatever is not here is about words: 400.
    private static let table: [(begin: String, end: String, status: Int, code: String)] = [
        ("no preset ", "", 400, "no-such-preset"), ("no set list ", "", 400, "no-such-setlist"),
        ("no routing ", "", 400, "no-such-routing"), ("the running preset has no routing ", "", 400, "no-such-routing"),
        ("no footswitch ", "", 400, "no-such-switch"), ("no variable ", "", 400, "no-such-variable"),
        ("there is no action ", "", 400, "no-such-action"), ("'", "' is missing", 409, "port-missing"),
        ("'", " is a port for output only", 409, "port-direction"),
        ("'", " is a port for input only", 409, "port-direction"),
    ]

    var answer: WebAnswer {
        let members = [
            JSONMember(name: "code", value: .string(code)), JSONMember(name: "message", value: .string(message)),
            JSONMember(name: "index", value: .number(index)),
        ]
        return .json(.object([JSONMember(name: "error", value: .object(members))]), status: status)
    }
}

extension String {
    /// Whether the text ends with another.
    fileprivate func hasEnd(_ end: String) -> Bool {
        utf8.count >= end.utf8.count && utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
    }
}

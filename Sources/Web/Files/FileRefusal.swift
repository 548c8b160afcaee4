import Compact
import Configuration

/// Why a request of the files is refused (docs/reference/API.md, "Errors").
struct FileRefusal: Error {
    var status: Int
    /// The word for programs.
    var code: String
    /// The sentence for people.
    var message: String
    /// Further members of the error.
    var members: [JSONMember] = []

    init(_ status: Int, _ code: String, _ message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }

    /// An edit that a file does not take, with its place.
    init(_ problem: EditProblem) {
        let status =
            switch problem.code {
            case .malformed: 400
            case .tooLarge: 413
            case .missing, .exists, .shared, .unreadable, .refused: 422
            }
        self.init(status, problem.code.word, problem.message)
        for (name, value) in [
            ("operation", problem.operation), ("line", problem.line), ("column", problem.column),
        ] as [(String, Int?)] {
            if let value { members.append(JSONMember(name: name, value: .number(value))) }
        }
    }

    static func noFile(_ path: String) -> FileRefusal {
        FileRefusal(404, "no-such-file", "the configuration has no file `\(path)`")
    }

    static let noResource = FileRefusal(404, "not-found", "the API has nothing of this name")

    /// - Parameter why: what is wrong with the request.
    static func malformed(_ why: String) -> FileRefusal { FileRefusal(400, "malformed", why) }

    /// The box has not answered within 2 s.
    static let noAnswer = FileRefusal(503, "no-answer", "the box does not answer")

    var answer: WebAnswer {
        var error = [
            JSONMember(name: "code", value: .string(code)), JSONMember(name: "message", value: .string(message)),
        ]
        error += members
        return .json(.object([JSONMember(name: "error", value: .object(error))]), status: status)
    }
}

extension WebExchange {
    func refuse(_ refusal: FileRefusal) { answer(refusal.answer) }

    func refuseMethod(allowing methods: String) { answer(.wrongMethod(methods)) }
}

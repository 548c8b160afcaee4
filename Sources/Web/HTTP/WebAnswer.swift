import Compact

/// The answer to a request. The server adds the headers that every answer has (W5).
package struct WebAnswer {
    package var status: Int
    package var headers: [WebRequest.Header] = []
    package var body: [UInt8] = []
    /// Whether the connection is closed after the answer.
    package var closes = false

    package init(_ status: Int) { self.status = status }

    /// An answer of the API. It is never cached.
    package static func json(_ value: JSONValue, status: Int = 200) -> WebAnswer {
        var json = JSON()
        json.value(value)
        var answer = WebAnswer(status)
        answer.headers = [.init("content-type", "application/json"), .init("cache-control", "no-store")]
        answer.body = json.bytes
        return answer
    }

    /// An error of the API.
    ///
    /// - Parameters:
    ///   - code: a word for programs, such as `no-such-preset`.
    ///   - message: a sentence for people.
    package static func error(_ status: Int, _ code: String, _ message: String) -> WebAnswer {
        let members = [
            JSONMember(name: "code", value: .string(code)), JSONMember(name: "message", value: .string(message)),
        ]
        return json(.object([JSONMember(name: "error", value: .object(members))]), status: status)
    }
}

/// Why a header is no request (W3, W5). The connection is closed after the answer.
struct HTTPRefusal: Error {
    var answer: WebAnswer

    private init(_ answer: WebAnswer) {
        self.answer = answer
        self.answer.closes = true
    }

    static var malformed: HTTPRefusal { HTTPRefusal(.error(400, "malformed", "the request is malformed")) }
    static var addressTooLong: HTTPRefusal { HTTPRefusal(.error(414, "too-long", "the address is too long")) }
    static var headerTooLarge: HTTPRefusal { HTTPRefusal(.error(431, "too-large", "the header is too large")) }

    /// A method that no resource has.
    static var unknownMethod: HTTPRefusal {
        var answer = WebAnswer.error(405, "wrong-method", "the method is not known")
        answer.headers.append(.init("allow", "GET, HEAD, POST, PUT, PATCH, DELETE"))
        return HTTPRefusal(answer)
    }
}

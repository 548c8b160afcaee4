/// A request that waits for its answer, which is given once: while the request is handled, or later.
package final class WebExchange {
    /// The transport adds the body when it is whole.
    package internal(set) var request: WebRequest
    /// The browser or program that has sent the request; nil for one that is not known (W4).
    package var visitor: WebVisitor?
    /// The number of the connection by which the request came, from 1; 0 if it is not known. What a program without a
    /// stream holds ends with the connection (`HTTPServer.ended`).
    package var connection = 0
    /// What the transport does with the answer. It removes this closure when the connection has ended.
    package var deliver: ((Answer) -> Void)?

    package enum Answer {
        case answer(WebAnswer)
        /// `text/event-stream` until the stream ends.
        case stream(EventStream)
        /// The content of a file, which the transport closes: for downloads.
        case file(WebAnswer, descriptor: Int32, length: Int)
    }

    package init(_ request: WebRequest) { self.request = request }

    package var isAnswered: Bool { deliver == nil }

    package func answer(_ answer: WebAnswer) { finish(.answer(answer)) }

    package func finish(_ answer: Answer) {
        guard let deliver else { return answer.discard() }
        self.deliver = nil
        deliver(answer)
    }
}

/// Who has sent a request: a paired browser or a token (W4, W7).
package struct WebVisitor: Equatable {
    /// The number of its entry, which `browsers/ID` names.
    package var number: Int
    package var name: String
    package var isToken = false
    /// Whether it may only read (W7).
    package var isReader = false

    package init(number: Int, name: String, isToken: Bool = false, isReader: Bool = false) {
        (self.number, self.name, self.isToken, self.isReader) = (number, name, isToken, isReader)
    }
}

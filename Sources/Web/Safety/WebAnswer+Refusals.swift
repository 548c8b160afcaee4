extension WebAnswer {
    /// 429: too much was asked for within a time (W3, W4).
    ///
    /// - Parameter seconds: after which the visitor may try again.
    package static func tooMany(_ message: String, retryAfter seconds: Int) -> WebAnswer {
        var answer = error(429, "too-many", message)
        answer.headers.append(.init("retry-after", "\(seconds)"))
        return answer
    }

    /// 405: the method does not exist for the resource.
    ///
    /// - Parameter allowed: the methods that do, such as `GET, HEAD`.
    package static func wrongMethod(_ allowed: String) -> WebAnswer {
        var answer = error(405, "wrong-method", "this address knows \(allowed) only")
        answer.headers.append(.init("allow", allowed))
        return answer
    }

    /// The answer after which the connection is closed, because its next bytes may belong to this request.
    func closing() -> WebAnswer {
        var answer = self
        answer.closes = true
        return answer
    }
}

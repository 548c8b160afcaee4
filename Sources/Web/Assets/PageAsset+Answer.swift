extension PageAsset {
    /// Returns the answer to a request of this file: 304 if the browser has it.
    package func answer(to request: WebRequest) -> WebAnswer {
        let isKnown = request.header("if-none-match") == etag
        var answer = WebAnswer(isKnown ? 304 : 200)
        // A year is the longest that browsers keep a file (RFC 9111, 5.2.2.1).
        let caching = isIndex ? "no-store" : "public, max-age=31536000, immutable"
        answer.headers = [.init("etag", etag), .init("cache-control", caching)]
        if isKnown { return answer }
        answer.headers += [.init("content-type", type), .init("content-encoding", "gzip")]
        answer.body = bytes
        return answer
    }
}

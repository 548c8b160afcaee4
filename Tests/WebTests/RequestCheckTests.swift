import Testing

@testable import Web

/// The check of every request (W5), at a box whose name is `box.local` and whose address is 192.0.2.1.
@Suite struct RequestCheckTests {
    /// The status that refuses a request; 0 if it is allowed.
    private func status(
        _ method: WebRequest.Method, _ path: String, _ headers: [String: String] = [:], more: [WebRequest.Header] = [],
        target: String? = nil, isToken: Bool = false
    ) -> Int {
        RequestCheck.judge(
            request(method, path, headers, more: more, target: target), hosts: ["box.local", "stage.example"],
            isToken: isToken)?.status ?? 0
    }

    /// A request with `Host: box.local`, unless `headers` has another; an empty value leaves it out.
    private func request(
        _ method: WebRequest.Method, _ path: String, _ headers: [String: String] = [:], more: [WebRequest.Header] = [],
        target: String? = nil
    ) -> WebRequest {
        let all = ["host": "box.local"].merging(headers) { $1 }.filter { !$0.value.isEmpty }
        let list = all.sorted { $0.key < $1.key }.map { WebRequest.Header($0.key, $0.value) } + more
        return WebRequest(
            method, target: target ?? path, path: path.split(separator: "/").map(String.init), headers: list,
            contentLength: all["content-length"].flatMap { Int($0) }, peer: WebAddress([192, 0, 2, 9]),
            local: WebAddress([192, 0, 2, 1]))
    }

    private static let json = "application/json"
    private let own = ["origin": "http://box.local", "content-type": json]

    @Test func thePageMayDoAllThatItDoes() {
        #expect(status(.get, "/") == 0)
        #expect(status(.head, "/api/1/state") == 0)
        #expect(status(.get, "/api/1/state", ["sec-fetch-site": "same-origin"]) == 0)
        #expect(status(.post, "/api/1/do", own.merging(["sec-fetch-site": "same-origin"]) { $1 }) == 0)
        #expect(status(.put, "/api/1/files/box.yaml", own) == 0)
        #expect(status(.patch, "/api/1/files/box.yaml", own) == 0)
        #expect(status(.delete, "/api/1/browsers/3", ["origin": "http://box.local"]) == 0)
    }

    /// DNS rebinding: a page of `evil.example` whose name now leads to the box.
    @Test(arguments: [
        ("box.local", 0), ("BOX.LOCAL", 0), ("box.local.", 0), ("box.local:8080", 0), ("localhost", 0),
        ("localhost:8080", 0), ("192.0.2.1", 0), ("192.0.2.1:80", 0), ("[::ffff:192.0.2.1]", 0), ("stage.example", 0),
        ("evil.example", 403), ("box.local.evil.example", 403), ("evilbox.local", 403), ("localhost.evil.example", 403),
        ("192.0.2.2", 403), ("127.0.0.1", 403), ("[::1]", 403), ("box.local:", 403), ("a@box.local", 403),
        ("box.local,evil.example", 403), ("box.local/", 403), ("192.0.2.1.", 403), ("3221225985", 403),
    ])
    func hostIsTheBox(host: String, expected: Int) {
        #expect(status(.get, "/", ["host": host]) == expected)
        #expect(status(.get, "/api/1/hello", ["host": host]) == expected)
    }

    @Test func aWrongHostGetsNoBody() throws {
        let answer = RequestCheck.judge(request(.get, "/", ["host": "evil.example"]), hosts: [], isToken: false)
        #expect(try #require(answer).body.isEmpty)
    }

    /// An IPv6 address of the box, at which the request arrived.
    @Test func hostIsAnAddressOfIPv6() throws {
        var ipv6 = request(.get, "/", ["host": "[fd00::1]:8080"])
        ipv6.local = try #require(WebAddress(text: "fd00::1"))
        #expect(RequestCheck.judge(ipv6, hosts: [], isToken: false) == nil)
        ipv6.local = try #require(WebAddress(text: "fd00::2"))
        #expect(RequestCheck.judge(ipv6, hosts: [], isToken: false)?.status == 403)
        #expect(RequestCheck.judge(ipv6, hosts: ["fd00::1"], isToken: false) == nil)
    }

    /// Requests of other pages, as browsers send them.
    @Test(arguments: [
        "http://evil.example", "null", "https://box.local", "http://box.local:8080", "http://localhost",
        "http://192.0.2.1", "http://sub.box.local", "http://box.local.evil.example", "box.local",
    ])
    func anotherOriginIsRefused(origin: String) {
        let headers = ["origin": origin, "content-type": RequestCheckTests.json]
        #expect(status(.post, "/api/1/do", headers) == 403)
        #expect(status(.post, "/api/1/pair", headers) == 403)
        #expect(status(.post, "/api/1/do", headers, isToken: true) == 403)
        #expect(status(.delete, "/api/1/browsers/1", headers) == 403)
        #expect(status(.get, "/api/1/learn", headers) == 403)
    }

    /// Another program on the same machine, at another port, is another origin, though the site is the same.
    @Test func originHasTheSamePort() {
        let headers = ["host": "localhost:8080", "content-type": RequestCheckTests.json]
        #expect(status(.post, "/api/1/do", headers.merging(["origin": "http://localhost:8080"]) { $1 }) == 0)
        #expect(status(.post, "/api/1/do", headers.merging(["origin": "http://localhost:3000"]) { $1 }) == 403)
        #expect(status(.post, "/api/1/do", headers.merging(["origin": "http://localhost"]) { $1 }) == 403)
    }

    @Test(arguments: [WebRequest.Method.post, .put, .patch, .delete])
    func aChangeWithoutOriginNeedsAToken(method: WebRequest.Method) {
        let headers = ["content-type": RequestCheckTests.json]
        #expect(status(method, "/api/1/do", headers) == 403)
        #expect(status(method, "/api/1/do", headers, isToken: true) == 0)
        #expect(status(method, "/", headers) == 403)
    }

    @Test(arguments: [("same-origin", 0), ("none", 0), ("same-site", 403), ("cross-site", 403), ("SAME-ORIGIN", 403)])
    func fetchSiteIsOurs(site: String, expected: Int) {
        #expect(status(.post, "/api/1/do", own.merging(["sec-fetch-site": site]) { $1 }) == expected)
        #expect(status(.get, "/api/1/events", ["sec-fetch-site": site]) == expected)
        // A link on another page leads to the box.
        #expect(status(.get, "/", ["sec-fetch-site": site]) == 0)
    }

    @Test(arguments: [
        ("application/json", 0), ("Application/JSON ; charset=utf-8", 0), ("text/plain", 415),
        ("text/plain; application/json", 415), ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data", 415), ("application/jsonp", 415), ("", 415), ("application/x-tar", 415),
    ])
    func aChangeIsJSON(type: String, expected: Int) {
        #expect(status(.post, "/api/1/do", own.merging(["content-type": type]) { $1 }) == expected)
    }

    @Test func uploadsHaveTheirOwnTypes() {
        let (tar, update) = ("application/x-tar", "application/octet-stream")
        for (path, type) in [("restore", tar), ("update", update), ("restore/7", RequestCheckTests.json)] {
            let headers = own.merging(["content-type": type]) { $1 }
            #expect(status(.post, "/api/1/" + path, headers) == 0, "\(path)")
            #expect(status(.put, "/api/1/" + path, headers) == (type == RequestCheckTests.json ? 0 : 415), "\(path)")
        }
        #expect(status(.post, "/api/1/restore", own) == 415)
        #expect(status(.post, "/api/1/update", own.merging(["content-type": tar]) { $1 }) == 415)
    }

    /// DELETE has a type only if it has a body.
    @Test func aBodyOfDELETEIsJSON() {
        let headers = ["origin": "http://box.local", "content-length": "2"]
        #expect(status(.delete, "/api/1/browsers/1", headers) == 415)
        let chunked = ["origin": "http://box.local", "transfer-encoding": "chunked"]
        #expect(status(.delete, "/api/1/browsers/1", chunked) == 415)
    }

    @Test(arguments: ["x-http-method-override", "x-http-method", "x-method-override"])
    func theMethodIsNotReplaced(name: String) {
        #expect(status(.post, "/api/1/do", own.merging([name: "DELETE"]) { $1 }) == 403)
        #expect(status(.get, "/", [name: "GET"]) == 403)
    }

    @Test(arguments: [
        ("host", "box.local"), ("origin", "http://box.local"), ("content-type", "application/json"),
        ("content-length", "2"), ("authorization", "Bearer 0"), ("cookie", "a=b"), ("sec-fetch-site", "none"),
        ("transfer-encoding", "chunked"), ("if-match", "\"0\""),
    ])
    func aHeaderThatCountsComesOnce(name: String, value: String) throws {
        var headers = own
        headers[name] = value
        let twice = request(.post, "/api/1/do", headers, more: [.init(name, value)])
        let answer = try #require(RequestCheck.judge(twice, hosts: ["box.local"], isToken: false))
        #expect(answer.status == 400)
        #expect(answer.closes)
        #expect(RequestCheck.judge(request(.post, "/api/1/do", headers), hosts: ["box.local"], isToken: false) == nil)
    }

    @Test func twoLengthsAreRefused() {
        let both = own.merging(["content-length": "2", "transfer-encoding": "chunked"]) { $1 }
        #expect(status(.post, "/api/1/do", both) == 400)
        #expect(status(.post, "/api/1/do", own.merging(["transfer-encoding": "chunked"]) { $1 }) == 0)
    }

    @Test(arguments: ["\0", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}"])
    func controlCharactersAreRefused(control: String) {
        #expect(status(.get, "/", ["user-agent": "a\(control)b"]) == 400)
        #expect(status(.get, "/", ["x\(control)": "b"]) == 400)
        #expect(status(.get, "/", target: "/a\(control)") == 400)
        #expect(status(.get, "/", ["user-agent": "a\u{A0}b"]) == 0)
    }

    @Test(arguments: [
        ("/", 0), ("//evil.example/", 0), ("http://box.local/", 0), ("http://BOX.local:80/", 0),
        ("http://box.local", 0),
        ("http://evil.example/", 400), ("http://box.local:81/", 400), ("http://a@box.local/", 400),
        ("https://box.local/", 400), ("*", 400), ("box.local:80", 400), ("", 400),
    ])
    func anAbsoluteAddressIsOfTheHost(target: String, expected: Int) {
        #expect(status(.get, "/", target: target) == expected)
    }

    @Test func aRequestHasAHost() {
        #expect(status(.get, "/", ["host": ""]) == 400)
    }

    @Test func everyAnswerHasTheHeaders() {
        let names = RequestCheck.answerHeaders.map(\.name)
        #expect(
            names == [
                "content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-resource-policy",
            ])
        #expect(
            RequestCheck.answerHeaders[0].value
                == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    }

    // MARK: - Limits (W3): the edge, and one beyond

    @Test(arguments: [
        (WebRequest.Method.post, "/api/1/do", 65_536), (.patch, "/api/1/files/box.yaml", 65_536),
        (.put, "/api/1/files/presets/verse.yaml", 4_194_304), (.post, "/api/1/check", 4_194_304),
        (.put, "/api/1/setlists/Friday", 65_536), (.post, "/api/1/restore", 67_108_864),
        (.post, "/api/1/restore/7", 65_536), (.post, "/api/1/update", 1_073_743_360),
        (.post, "/api/1/update/install", 65_536), (.get, "/api/1/state", 0), (.delete, "/api/1/browsers/1", 65_536),
    ])
    func aBodyHasALimit(method: WebRequest.Method, path: String, limit: Int) {
        let type = request(method, path).bodyType
        let headers = own.merging(["content-type": type]) { $1 }
        #expect(status(method, path, headers.merging(["content-length": "\(limit)"]) { $1 }) == 0)
        #expect(status(method, path, headers.merging(["content-length": "\(limit + 1)"]) { $1 }) == 413)
    }

    @Test func aHeaderHas64Lines() {
        let lines = (0..<64).map { WebRequest.Header("x-\($0)", "1") }
        #expect(status(.get, "/", more: Array(lines[..<63])) == 0)
        #expect(status(.get, "/", more: lines) == 431)
    }

    @Test func aHeaderHas8192Bytes() {
        // `host: box.local` and `x: ` with their line ends.
        let rest = 8192 - 17 - 5
        #expect(status(.get, "/", ["x": String(repeating: "a", count: rest)]) == 0)
        #expect(status(.get, "/", ["x": String(repeating: "a", count: rest + 1)]) == 431)
    }

    @Test func anAddressHas1024Bytes() {
        #expect(status(.get, "/", target: "/" + String(repeating: "a", count: 1023)) == 0)
        #expect(status(.get, "/", target: "/" + String(repeating: "a", count: 1024)) == 414)
        var asked = request(.get, "/")
        asked.query = [.init("q", String(repeating: "a", count: 1021))]
        #expect(RequestCheck.judge(asked, hosts: ["box.local"], isToken: false) == nil)
        asked.query = [.init("q", String(repeating: "a", count: 1022))]
        #expect(RequestCheck.judge(asked, hosts: ["box.local"], isToken: false)?.status == 414)
    }

    // MARK: - Visitors (W4, W7)

    @Test(arguments: [
        (WebRequest.Method.get, "/", 0), (.get, "/app.js", 0), (.get, "/api/1/hello", 0), (.post, "/api/1/pair", 0),
        (.get, "/api/1/state", 401), (.get, "/api/1/hello/x", 401), (.get, "/api/2/hello", 401), (.get, "/api", 401),
        (.post, "/api/1/do", 401), (.get, "/api/1/backup.tar", 401),
    ])
    func aStrangerGetsThePageAndHello(method: WebRequest.Method, path: String, expected: Int) {
        #expect((RequestCheck.judge(request(method, path), of: nil)?.status ?? 0) == expected)
    }

    @Test func aReaderChangesNothing() {
        let reader = WebVisitor(number: 1, name: "desk", isToken: true, isReader: true)
        let writer = WebVisitor(number: 2, name: "desk", isToken: true)
        #expect(RequestCheck.judge(request(.get, "/api/1/state"), of: reader) == nil)
        for method in [WebRequest.Method.post, .put, .patch, .delete] {
            #expect(RequestCheck.judge(request(method, "/api/1/do"), of: reader)?.status == 403)
            #expect(RequestCheck.judge(request(method, "/api/1/do"), of: writer) == nil)
        }
    }
}

import CPlatform
import Testing

@testable import Web

/// Requests and answers over real connections (W2, W5).
@Suite struct HTTPServerTests {
    static let get = "GET / HTTP/1.1\r\nHost: box\r\n\r\n"

    @Test func requestIsTakenApart() throws {
        let bench = try HTTPBench()
        let peer = try bench.connect(from: 9)
        peer.send(
            "POST /api/1/do?x=%41 HTTP/1.1\r\nHOST: box\r\nX-Word: two  words \r\nContent-Length: 3\r\n\r\nabc")
        try #require(bench.run { !bench.waiting.isEmpty })
        let request = bench.waiting[0].request
        #expect(request.method == .post)
        #expect(request.target == "/api/1/do")
        #expect(request.path == ["api", "1", "do"])
        #expect(request.parameter("x") == "A")
        #expect(request.headers.map { $0.name } == ["host", "x-word", "content-length"])
        #expect(request.header("x-word") == "two  words")
        #expect(request.contentLength == 3)
        #expect(request.body == Array("abc".utf8))
        #expect(request.bodyFile == nil)
        #expect(request.peer == WebAddress([127, 0, 0, 9]))
        #expect(request.local == WebAddress([127, 0, 0, 1]))
    }

    @Test func requestMayComeInPieces() throws {
        let bench = try HTTPBench.counting()
        let peer = try bench.connect()
        for byte in "POST /api/1/do HTTP/1.1\r\nHost: box\r\nContent-Length: 3\r\n\r\nabc".utf8 {
            peer.send([byte])
            bench.run { peer.output.isEmpty }
        }
        #expect(bench.run { peer.answers == 1 })
        #expect(peer.text.hasSuffix("\r\n\r\n3"))
        #expect(bench.handled.count == 1)
    }

    @Test func chunksAreOneBody() throws {
        let head = "POST /api/1/do HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n"
        let answer = try HTTPBench.counting().ask(head + "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n")
        #expect(answer.text.hasSuffix("\r\n\r\n5"))
    }

    /// The second waits for the first, which is answered late.
    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let bench = try HTTPBench()
        let peer = try bench.connect()
        peer.send("GET /1 HTTP/1.1\r\nHost: box\r\n\r\nGET /2 HTTP/1.1\r\nHost: box\r\n\r\n")
        for name in ["1", "2"] {
            try #require(bench.run { !bench.waiting.isEmpty })
            let exchange = bench.waiting.removeFirst()
            #expect(exchange.request.path == [name])
            #expect(bench.waiting.isEmpty)
            var answer = WebAnswer(200)
            answer.body = Array(name.utf8)
            exchange.answer(answer)
            #expect(bench.run { peer.text.hasSuffix("\r\n\r\n" + name) })
        }
        #expect(peer.answers == 2)
    }

    @Test func everyAnswerHasTheHeadersOfW5() throws {
        for request in [HTTPServerTests.get, "GET / HTTP/1.1\r\n\r\n", "FETCH / HTTP/1.1\r\nHost: box\r\n\r\n"] {
            let text = try HTTPBench.counting().ask(request).text.lowercased()
            for header in RequestCheck.answerHeaders {
                #expect(text.contains("\r\n\(header.name): \(header.value)\r\n".lowercased()), "\(request)")
            }
        }
    }

    /// W5: what two programs could understand in two ways, and what is no HTTP/1.1.
    @Test(arguments: [
        "Host: box\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Host: box\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
        "Host: box\r\nContent-Length: -1\r\n\r\n", "Host: box\r\nContent-Length: 0x1\r\n\r\na",
        "Host: box\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "Host: box\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "Host: box\n\r\n", "Host : box\r\n\r\n", "\r\n",
        "Host: box\r\nHost: box\r\n\r\n", "Host: box\r\nA: b\r\n c\r\n\r\n", "Host: box\r\nA\r\n\r\n",
        "Host: box\r\nA: b\0c\r\n\r\n",
    ]) func malformedHeaderIs400(header: String) throws {
        let bench = try HTTPBench.counting()
        let answer = try bench.ask("POST /api/1/do HTTP/1.1\r\n" + header)
        #expect(answer.text.hasPrefix("HTTP/1.1 400 "))
        #expect(bench.handled.isEmpty)
        #expect(bench.run { bench.ended == [1] })
    }

    @Test(arguments: [
        "GET  / HTTP/1.1", "GET / HTTP/2.0", "GET /%zz HTTP/1.1", "GET * HTTP/1.1", "GET http://other/ HTTP/1.1",
        "GET /\u{1} HTTP/1.1", "GET /a%2Fb HTTP/1.1",
    ]) func malformedRequestLineIs400(line: String) throws {
        let answer = try HTTPBench.counting().ask(line + "\r\nHost: box\r\n\r\n")
        #expect(answer.text.hasPrefix("HTTP/1.1 400 "))
    }

    @Test(arguments: ["OPTIONS", "TRACE", "CONNECT", "get", "PROPFIND"]) func otherMethodsAre405(method: String) throws
    {
        let answer = try HTTPBench.counting().ask("\(method) / HTTP/1.1\r\nHost: box\r\n\r\n")
        #expect(answer.text.hasPrefix("HTTP/1.1 405 "))
        #expect(answer.text.lowercased().contains("\r\nallow: get, head, post, put, patch, delete\r\n"))
    }

    @Test func headAndNoContentHaveNoBody() throws {
        let head = try HTTPBench.counting().ask("HEAD / HTTP/1.1\r\nHost: box\r\nConnection: close\r\n\r\n")
        #expect(head.text.contains("\r\nContent-Length: 1\r\n"))
        #expect(head.text.hasSuffix("\r\n\r\n"))
        let none = try HTTPBench { $0.answer(WebAnswer(204)) }.ask(HTTPServerTests.get)
        #expect(none.text.hasPrefix("HTTP/1.1 204 "))
        #expect(none.text.hasSuffix("\r\n\r\n"))
        #expect(!none.text.contains("Content-Length"))
    }

    @Test func connectionIsKeptUnlessTheAnswerCloses() throws {
        for closes in [false, true] {
            let bench = try HTTPBench { exchange in
                var answer = WebAnswer(200)
                answer.closes = closes
                exchange.answer(answer)
            }
            let peer = try bench.connect()
            peer.send(HTTPServerTests.get)
            #expect(bench.run { peer.answers == 1 })
            peer.send(HTTPServerTests.get)
            #expect(bench.run { peer.hasEnded || peer.answers == 2 })
            #expect(peer.hasEnded == closes)
        }
    }

    @Test func fileIsSentAndClosed() throws {
        let content = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let path = "/tmp/treadle-web-file-\(getpid())"
        try #require(HTTPFiles.write(path, content))
        defer { unlink(path) }
        let file = treadle_open(path, O_RDONLY)
        let bench = try HTTPBench { $0.finish(.file(WebAnswer(200), descriptor: file, length: content.count)) }
        let peer = try bench.connect()
        peer.send(HTTPServerTests.get)
        #expect(bench.run { peer.answers == 1 })
        #expect(Array(peer.received.suffix(content.count)) == content)
        #expect(bench.run { !HTTPFiles.isOpen(file) })
    }
}

/// Files of tests.
enum HTTPFiles {
    static func write(_ path: String, _ bytes: [UInt8]) -> Bool {
        let file = treadle_web_upload(path)
        defer { close(file) }
        return CPlatform.write(file, bytes, bytes.count) == bytes.count
    }

    static func isOpen(_ file: Int32) -> Bool { lseek(file, 0, SEEK_CUR) >= 0 }
}

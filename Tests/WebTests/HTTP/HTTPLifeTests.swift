import CPlatform
import Foundation
import Testing

@testable import Web

/// Judging, uploads and streams, and connections that end before their answer (W2, W5, W8).
@Suite struct HTTPLifeTests {
    private static let visitor = WebVisitor(number: 1, name: "Test")
    private static let upload = "POST /api/1/update HTTP/1.1\r\nHost: box\r\nContent-Length: 5\r\n\r\nhello"

    @Test func addressThatIsNotAdmittedIsClosed() throws {
        let bench = try HTTPBench.counting()
        bench.server.admit = { $0 == WebAddress([127, 0, 0, 2]) }
        let (good, bad) = (try bench.connect(from: 2), try bench.connect(from: 3))
        for peer in [good, bad] { peer.send(HTTPServerTests.get) }
        #expect(bench.run { good.answers == 1 && bad.hasEnded })
        #expect(bad.received.isEmpty)
    }

    @Test func closeEndsTheConnectionsThatMatch() throws {
        let bench = try HTTPBench()
        let peers = try [2, 2, 3].map { try bench.connect(from: $0) }
        // One waits for its answer, one has asked nothing.
        peers[0].send(HTTPServerTests.get)
        peers[2].send(HTTPServerTests.get)
        #expect(bench.run { bench.waiting.count == 2 })
        bench.server.close { $0 == WebAddress([127, 0, 0, 2]) }
        #expect(bench.run { peers[0].hasEnded && peers[1].hasEnded })
        #expect(!peers[2].hasEnded)
        #expect(bench.waiting.count { $0.isAnswered } == 1)
    }

    @Test func judgeAnswersWithoutTheBody() throws {
        let bench = try HTTPBench.counting()
        bench.server.judge = { $0.answer(WebAnswer(403)) }
        let answer = try bench.ask("POST /api/1/do HTTP/1.1\r\nHost: box\r\nContent-Length: 5\r\n\r\n")
        #expect(answer.text.hasPrefix("HTTP/1.1 403 "))
        #expect(bench.handled.isEmpty)
    }

    /// A connection is kept where no body is left in it.
    @Test func refusalWithoutABodyKeepsTheConnection() throws {
        let bench = try HTTPBench.counting()
        bench.server.judge = { $0.answer(WebAnswer(401)) }
        let peer = try bench.connect()
        for count in 1...2 {
            peer.send("DELETE / HTTP/1.1\r\nHost: box\r\nContent-Length: 0\r\n\r\n")
            #expect(bench.run { peer.hasEnded || peer.answers == count })
        }
        #expect(peer.answers == 2)
        #expect(bench.handled.isEmpty)
    }

    @Test func connectionsHaveNumbers() throws {
        let bench = try HTTPBench()
        let peers = try (0..<2).map { _ in try bench.connect() }
        for peer in peers { peer.send(HTTPServerTests.get) }
        #expect(bench.run { bench.waiting.count == 2 })
        #expect(Set(bench.waiting.map { $0.connection }) == [1, 2])
        let last = bench.waiting[1].connection
        bench.waiting[1].answer(WebAnswer(204))
        #expect(bench.run { peers.contains { $0.answers == 1 } })
        peers.first { $0.answers == 1 }?.leave()
        #expect(bench.run { bench.ended == [last] })
    }

    // MARK: - Uploads

    @Test(arguments: [false, true]) func uploadIsAFileUntilItsRequestEnds(isMoved: Bool) throws {
        let bench = try HTTPBench(uploadFolder: "/tmp")
        let peer = try bench.connect()
        peer.send(HTTPLifeTests.upload)
        try #require(bench.run { !bench.waiting.isEmpty })
        let path = try #require(bench.waiting[0].request.bodyFile)
        #expect(bench.waiting[0].request.body.isEmpty)
        #expect(HTTPLifeTests.content(path) == "hello")
        let place = "/tmp/treadle-web-moved-\(getpid())"
        defer { unlink(place) }
        if isMoved { #expect(rename(path, place) == 0) }
        bench.waiting[0].answer(WebAnswer(204))
        #expect(bench.run { peer.answers == 1 })
        // The peer may have its answer before the library ends the request.
        peer.leave()
        #expect(bench.run { bench.ended == [1] })
        #expect(HTTPLifeTests.content(path) == nil)
        #expect(HTTPLifeTests.content(place) == (isMoved ? "hello" : nil))
    }

    @Test func uploadWithoutAFolderIsRefused() throws {
        let answer = try HTTPBench.counting().ask(HTTPLifeTests.upload)
        #expect(answer.text.hasPrefix("HTTP/1.1 503 "))
    }

    private static func content(_ path: String) -> String? {
        let file = treadle_open(path, O_RDONLY)
        if file < 0 { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }

    // MARK: - Streams

    private func begin(_ bench: HTTPBench) throws -> (HTTPPeer, EventStream) {
        let peer = try bench.connect()
        peer.send(HTTPServerTests.get)
        try #require(bench.run { !bench.waiting.isEmpty })
        let stream = EventStream(visitor: HTTPLifeTests.visitor)
        bench.waiting.removeFirst().finish(.stream(stream))
        return (peer, stream)
    }

    @Test func eventsAreSentAsTheyCome() throws {
        let bench = try HTTPBench()
        let (peer, stream) = try begin(bench)
        #expect(bench.run { peer.text.contains("\r\n\r\n") })
        #expect(peer.text.lowercased().contains("\r\ncontent-type: text/event-stream\r\n"))
        for event in ["data: 1\n\n", "data: 2\n\n"] {
            stream.send(Array(event.utf8))
            #expect(bench.run { peer.text.hasSuffix(event + "\r\n") })
        }
        stream.send(Array("event: bye\n\n".utf8))
        stream.end()
        #expect(bench.run { peer.hasEnded })
        #expect(peer.text.hasSuffix("event: bye\n\n\r\n0\r\n\r\n"))
        #expect(stream.isGone)
    }

    /// What a browser does not read waits in the stream, which its owner bounds, and arrives later (W8).
    @Test func slowReaderLetsEventsWait() throws {
        let bench = try HTTPBench()
        let (peer, stream) = try begin(bench)
        #expect(bench.run { peer.text.contains("\r\n\r\n") })
        peer.isReading = false
        var size: Int32 = 4096
        setsockopt(peer.descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        let event = [UInt8](repeating: UInt8(ascii: "a"), count: 8000)
        var sent = 0
        #expect(
            bench.run {
                if stream.isFull(for: event.count) { return true }
                stream.send(event)
                sent += event.count
                return false
            })
        #expect(!stream.isGone)
        peer.isReading = true
        stream.end()
        #expect(bench.run { peer.hasEnded })
        #expect(peer.received.count { $0 == UInt8(ascii: "a") } >= sent)
    }

    @Test(arguments: [false, true]) func streamIsGoneWithItsBrowser(isReset: Bool) throws {
        let bench = try HTTPBench()
        let (peer, stream) = try begin(bench)
        #expect(bench.run { peer.text.contains("\r\n\r\n") })
        if isReset { peer.reset() } else { peer.leave() }
        #expect(bench.run { stream.isGone })
        #expect(bench.run { bench.ended == [1] })
        // Too late, and harmless.
        stream.send([1])
        stream.end()
    }

    // MARK: - Connections that end

    /// The answer comes when nobody waits for it any more. A file of it is closed all the same.
    @Test func connectionMayEndWhileItsRequestWaits() throws {
        let bench = try HTTPBench()
        let peer = try bench.connect()
        peer.send(HTTPServerTests.get)
        #expect(bench.run { !bench.waiting.isEmpty })
        peer.reset()
        #expect(bench.run { bench.waiting[0].isAnswered })
        let file = treadle_open("/dev/null", O_RDONLY)
        bench.waiting[0].finish(.file(WebAnswer(200), descriptor: file, length: 0))
        #expect(!HTTPFiles.isOpen(file))
    }

    @Test func peerThatHasEndedItsSideGetsItsAnswer() throws {
        let bench = try HTTPBench()
        let peer = try bench.connect()
        peer.send(HTTPServerTests.get)
        #expect(bench.run { !bench.waiting.isEmpty })
        peer.endSending()
        let other = try bench.connect(from: 2)
        other.send(HTTPServerTests.get)
        #expect(bench.run { bench.waiting.count == 2 })
        bench.waiting[0].answer(WebAnswer(204))
        #expect(bench.run { peer.answers == 1 })
    }

    @Test func requestsBeforeThePeerEndsItsSideAreAnswered() throws {
        let bench = try HTTPBench.counting()
        let peer = try bench.connect()
        peer.send(String(repeating: HTTPServerTests.get, count: 20))
        peer.endSending()
        #expect(bench.run { peer.hasEnded })
        #expect(peer.answers == 20)
    }

    /// The end comes together with the last bytes (W3).
    @Test(
        arguments: [
            "GET / HT", "GET / HTTP/1.1\r\nHost: box\r\n",
            "POST /api/1/do HTTP/1.1\r\nHost: box\r\nContent-Length: 5\r\n\r\nhel",
        ])
    func peerThatLeavesWithinARequestFreesItsPlace(start: String) throws {
        // Longer than the test waits.
        let never: UInt64 = 600_000_000_000
        let bench = try HTTPBench.counting { ($0.headerTime, $0.bodyTime) = (never, never) }
        let peer = try bench.connect()
        peer.send(start)
        peer.leave()
        #expect(bench.run { bench.ended == [1] })
    }

    @Test func serverEndsWithWhatWaits() throws {
        let bench = try HTTPBench()
        let (peer, stream) = try begin(bench)
        let other = try bench.connect()
        other.send(HTTPServerTests.get)
        #expect(bench.run { !bench.waiting.isEmpty && peer.text.contains("\r\n\r\n") })
        bench.stop()
        #expect(stream.isGone)
        #expect(bench.waiting[0].isAnswered)
        #expect(Set(bench.ended) == [1, 2])
    }
}

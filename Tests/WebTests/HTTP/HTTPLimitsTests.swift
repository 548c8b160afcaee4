import CPlatform
import Testing

@testable import Web

/// The limits of the transport, at their edge and one beyond (W3).
@Suite struct HTTPLimitsTests {
    private static func status(_ text: String) -> Substring { text.dropFirst(9).prefix(3) }

    @Test(arguments: [(1024, "200"), (1025, "414"), (20_000, "414"), (200_000, "414")])
    func addressHas1024Bytes(count: Int, status: String) throws {
        let target = "/?" + String(repeating: "a", count: count - 2)
        let answer = try HTTPBench.counting().ask("GET \(target) HTTP/1.1\r\nHost: box\r\n\r\n")
        #expect(HTTPLimitsTests.status(answer.text) == status)
    }

    @Test(arguments: [(8192, "200"), (8193, "431"), (20_000, "431"), (200_000, "431")])
    func headerHas8192Bytes(count: Int, status: String) throws {
        let lines = "Host: box\r\nX: "
        let word = String(repeating: "a", count: count - lines.utf8.count - 2)
        let answer = try HTTPBench.counting().ask("GET / HTTP/1.1\r\n\(lines)\(word)\r\n\r\n")
        #expect(HTTPLimitsTests.status(answer.text) == status)
    }

    @Test(arguments: [(64, "200"), (65, "431"), (1000, "431")]) func headerHas64Lines(count: Int, status: String) throws
    {
        let lines = "Host: box\r\n" + String(repeating: "X: y\r\n", count: count - 1)
        let answer = try HTTPBench.counting().ask("GET / HTTP/1.1\r\n\(lines)\r\n")
        #expect(HTTPLimitsTests.status(answer.text) == status)
    }

    /// The length is refused before a byte of the body has been read.
    @Test(arguments: [(65_536, "100"), (65_537, "413")]) func lengthIsJudgedBeforeTheBody(count: Int, status: String)
        throws
    {
        let bench = try HTTPBench.counting()
        let peer = try bench.connect()
        peer.send("POST /api/1/do HTTP/1.1\r\nHost: box\r\nExpect: 100-continue\r\nContent-Length: \(count)\r\n\r\n")
        #expect(bench.run { peer.text.contains("\r\n\r\n") })
        #expect(HTTPLimitsTests.status(peer.text) == status)
    }

    /// Of chunks the length is not known before.
    @Test(arguments: [(65_536, "200"), (65_537, "413")]) func bodyHas65536Bytes(count: Int, status: String) throws {
        let head = "POST /api/1/do HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = String(count, radix: 16) + "\r\n" + String(repeating: "a", count: count) + "\r\n0\r\n\r\n"
        let answer = try HTTPBench.counting().ask(head + chunk)
        #expect(HTTPLimitsTests.status(answer.text) == status)
    }

    /// The peer is still sending when it is refused. It reads why, and its connection is not reset before.
    @Test(arguments: ["Content-Length: 4000000", "Transfer-Encoding: chunked"])
    func answerToAnUnreadBodyArrives(length: String) throws {
        let bench = try HTTPBench.counting()
        let peer = try bench.connect()
        peer.send("POST /api/1/do HTTP/1.1\r\nHost: box\r\n\(length)\r\n\r\n3d0900\r\n")
        peer.send([UInt8](repeating: 0x61, count: 4_000_000))
        #expect(bench.run { peer.hasEnded })
        #expect(HTTPLimitsTests.status(peer.text) == "413")
        #expect(!peer.wasReset)
    }

    @Test(arguments: ["GET / HT", "GET / HTTP/1.1\r\nHost: box\r\n", "GET / HTTP/1.1\r\nHost: box\r\nX: y"])
    func slowHeaderIs408(start: String) throws {
        let bench = try HTTPBench.counting { $0.headerTime = 300_000_000 }
        let answer = try bench.ask(start)
        #expect(HTTPLimitsTests.status(answer.text) == "408")
        #expect(bench.run { bench.ended == [1] })
    }

    /// The second request of a connection has as long as the first.
    @Test func slowHeaderOfALaterRequestIs408() throws {
        let bench = try HTTPBench.counting { $0.headerTime = 300_000_000 }
        let answer = try bench.ask(HTTPServerTests.get + "G", answers: 2)
        #expect(answer.text.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.text.contains("HTTP/1.1 408 "))
    }

    @Test func silentConnectionIsClosedWithoutAnAnswer() throws {
        let answer = try HTTPBench.counting { $0.headerTime = 300_000_000 }.ask("")
        #expect(answer.text.isEmpty && answer.hasEnded)
    }

    @Test func idleConnectionIsClosed() throws {
        let bench = try HTTPBench.counting { ($0.idleTime, $0.headerTime) = (1_000_000_000, 300_000_000) }
        let start = treadle_now()
        let answer = try bench.ask(HTTPServerTests.get, answers: 2)
        #expect(HTTPLimitsTests.status(answer.text) == "200")
        #expect(answer.hasEnded)
        // Not by the time for a header, which has not begun.
        #expect(treadle_now() - start > 500_000_000)
    }

    /// 10 bytes of 20 came at once; after 50 ms they must keep up with 100 bytes a second.
    @Test func slowBodyIs408() throws {
        let bench = try HTTPBench.counting { ($0.bodyTime, $0.bodyRate) = (50_000_000, 100) }
        let start = treadle_now()
        let answer = try bench.ask("POST /api/1/do HTTP/1.1\r\nHost: box\r\nContent-Length: 20\r\n\r\n0123456789")
        #expect(HTTPLimitsTests.status(answer.text) == "408")
        #expect(treadle_now() - start >= 140_000_000)
        #expect(bench.handled.isEmpty)
    }

    @Test func addressHas12Connections() throws {
        let bench = try HTTPBench.counting()
        let peers = try (0..<13).map { _ in try bench.connect() }
        for peer in peers { peer.send(HTTPServerTests.get) }
        #expect(bench.run { peers.allSatisfy { $0.hasEnded || $0.answers == 1 } })
        #expect(peers.map { $0.answers } == [Int](repeating: 1, count: 12) + [0])
        // One that ends makes room.
        peers[0].leave()
        #expect(bench.run { bench.ended.count == 1 })
        #expect(try HTTPLimitsTests.status(bench.ask(HTTPServerTests.get).text) == "200")
    }

    @Test func thousandConnectionsOfOneAddressKeepNobodyOut() throws {
        let bench = try HTTPBench.counting()
        let peer = try bench.connect(from: 3)
        var flood: [HTTPPeer] = []
        for served in 1...20 {
            for _ in 0..<50 { flood.append(try bench.connect(from: 2)) }
            peer.send(HTTPServerTests.get)
            #expect(bench.run { peer.answers == served })
            #expect(bench.run { flood.count { !$0.hasEnded } == 12 })
            flood.removeAll { $0.hasEnded }
        }
    }

    /// A further browser is served when each place is taken by a connection that waits for nothing.
    @Test func idleConnectionMakesRoomForAnother() throws {
        let bench = try HTTPBench.counting()
        var peers: [HTTPPeer] = []
        for index in 0..<33 {
            let peer = try bench.connect(from: UInt8(2 + index / 12))
            peer.send(HTTPServerTests.get)
            #expect(bench.run { peer.answers == 1 })
            peers.append(peer)
        }
        #expect(bench.run { peers[0].hasEnded })
        #expect(peers.count { $0.hasEnded } == 1)
    }

    /// Requests that wait for their answers are not ended for another.
    @Test func fullHouseRefuses() throws {
        let bench = try HTTPBench()
        let peers = try (0..<32).map { try bench.connect(from: UInt8(2 + $0 / 12)) }
        for peer in peers { peer.send(HTTPServerTests.get) }
        #expect(bench.run { bench.waiting.count == 32 })
        let last = try bench.connect(from: 9)
        #expect(bench.run { last.hasEnded })
        #expect(peers.allSatisfy { !$0.hasEnded })
    }
}

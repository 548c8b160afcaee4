import CPlatform
import Foundation
import Testing

@testable import Web

/// A server and its browsers in one thread, over real connections.
final class HTTPBench {
    private(set) var server: HTTPServer!
    let port: UInt16
    /// Requests that were handled and wait for an answer of the test.
    var waiting: [WebExchange] = []
    /// Requests that were handled, and connections that have ended, by number.
    private(set) var handled: [WebRequest] = []
    private(set) var ended: [Int] = []
    private var peers: [HTTPPeer] = []

    /// - Parameter handle: answers requests; nil lets them wait in `waiting`.
    init(_ limits: HTTPLimits = HTTPLimits(), uploadFolder: String = "", handle: ((WebExchange) -> Void)? = nil) throws
    {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = HTTPBench.loopback(1, 0)
        try #require(HTTPBench.with(&place) { bind(listener, $0, $1) } == 0)
        try #require(listen(listener, 1024) == 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try #require(HTTPBench.with(&place) { address, _ in getsockname(listener, address, &size) } == 0)
        port = UInt16(bigEndian: place.sin_port)
        server = HTTPServer(
            listener: listener, headers: RequestCheck.answerHeaders, uploadFolder: uploadFolder, limits: limits)
        try #require(server != nil)
        server.handle = { [unowned self] exchange in
            handled.append(exchange.request)
            if let handle { handle(exchange) } else { waiting.append(exchange) }
        }
        server.ended = { [weak self] in self?.ended.append($0) }
    }

    /// A server that answers each request with the length of its body.
    static func counting(_ change: (inout HTTPLimits) -> Void = { _ in }) throws -> HTTPBench {
        var limits = HTTPLimits()
        change(&limits)
        return try HTTPBench(limits) { exchange in
            var answer = WebAnswer(200)
            answer.body = Array("\(exchange.request.body.count)".utf8)
            exchange.answer(answer)
        }
    }

    func stop() { server = nil }

    /// Connects from 127.0.0.`host`.
    func connect(from host: UInt8 = 1) throws -> HTTPPeer {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var own = HTTPBench.loopback(host, 0), place = HTTPBench.loopback(1, port)
        try #require(HTTPBench.with(&own) { bind(descriptor, $0, $1) } == 0)
        try #require(HTTPBench.with(&place) { Glibc.connect(descriptor, $0, $1) } == 0)
        _ = treadle_never_wait(descriptor)
        let peer = HTTPPeer(descriptor)
        peers.append(peer)
        return peer
    }

    /// Runs the server and the browsers until something is so, at most for a minute. Returns whether it is.
    @discardableResult func run(until isSo: () -> Bool) -> Bool {
        let end = treadle_now() + 60_000_000_000
        while !isSo() {
            if treadle_now() > end { return false }
            turn()
        }
        return true
    }

    private func turn() {
        var waited: [pollfd] = [pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)]
        for peer in peers where !peer.hasEnded {
            let events = (peer.isReading ? POLLIN : 0) | (peer.output.isEmpty ? 0 : POLLOUT)
            waited.append(pollfd(fd: peer.descriptor, events: Int16(events), revents: 0))
        }
        let time = server.waitingTime
        poll(&waited, nfds_t(waited.count), time < 0 ? 100 : min(time, 100))
        server.turn()
        for peer in peers { peer.turn() }
        peers.removeAll { $0.hasEnded }
    }

    /// Sends a text on a new connection. Returns all that comes until the connection ends, or until `count` answers
    /// have come, and whether it has ended.
    func ask(_ text: String, answers count: Int = 1) throws -> (text: String, hasEnded: Bool) {
        let peer = try connect()
        peer.send(text)
        #expect(run { peer.hasEnded || peer.answers >= count })
        return (peer.text, peer.hasEnded)
    }

    private static func loopback(_ host: UInt8, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = (0x7F00_0000 | UInt32(host)).bigEndian
        return address
    }

    private static func with(
        _ address: inout sockaddr_in, _ call: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}

/// A browser's end of a connection.
final class HTTPPeer {
    let descriptor: Int32
    private(set) var received: [UInt8] = []
    /// Bytes that could not be sent yet.
    private(set) var output: [UInt8] = []
    private(set) var hasEnded = false
    private(set) var wasReset = false
    var isReading = true

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { if !hasEnded { close(descriptor) } }

    var text: String { String(decoding: received, as: UTF8.self) }

    /// Whole answers, each with the length of its body, or with none.
    var answers: Int {
        var (count, rest) = (0, received[...])
        while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            let length = header.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
            let body = length.flatMap { Int($0.dropFirst(16)) } ?? 0
            if rest.endIndex - end.upperBound < body { return count }
            rest = rest[(end.upperBound + body)...]
            if !header.hasPrefix("HTTP/1.1 100 ") { count += 1 }
        }
        return count
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        output += bytes
        write()
    }

    func turn() {
        if hasEnded { return }
        write()
        var bytes = [UInt8](repeating: 0, count: 65536)
        while isReading && !hasEnded {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 {
                received += bytes[..<count]
            } else if count == 0 || errno != EAGAIN {
                wasReset = count < 0
                leave()
            } else {
                return
            }
        }
    }

    private func write() {
        while !output.isEmpty {
            let count = Glibc.send(descriptor, output, min(output.count, 65536), Int32(MSG_NOSIGNAL))
            // What comes back is still to be read.
            if count < 0 && errno != EAGAIN { output = [] }
            if count <= 0 { return }
            output.removeFirst(count)
        }
    }

    /// Ends the side that sends.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func leave() {
        if !hasEnded { close(descriptor) }
        hasEnded = true
    }

    /// Ends both sides at once.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        leave()
    }
}

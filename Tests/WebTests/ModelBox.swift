import Foundation
import Host

@testable import Web

/// The other end of the connection to the box: answers requests by a script of lines.
final class ModelBox {
    /// A clock that stands until a test moves it.
    final class Clock {
        /// Nanoseconds.
        var now: UInt64 = 10_000_000_000
    }

    let clock = Clock()
    let link: BoxLink
    private let ends: [Int32]
    private var input: [UInt8] = []
    /// The requests that have come, in their order.
    private(set) var requests: [String] = []
    /// The lines with which the box answers a request; nil: it does not answer. All others are answered by `ok`.
    var answers: [String: [String]?] = [:]

    init() {
        var ends: [Int32] = [-1, -1]
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        precondition(socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0)
        self.ends = ends
        link = BoxLink(ends[0], clock: { [clock] in clock.now })
    }

    deinit { for end in ends { close(end) } }

    /// Passes lines in both directions until nothing is under way.
    func run() {
        while true {
            var hasMoved = false
            var piece = [UInt8](repeating: 0, count: 65536)
            let count = read(ends[1], &piece, piece.count)
            if count > 0 {
                input += piece[..<count]
                hasMoved = true
            }
            while let end = input.firstIndex(of: 10) {
                obey(String(decoding: input[..<end], as: UTF8.self))
                input.removeSubrange(...end)
            }
            if PollSet.isReadable(ends[0], within: 0) && !link.hasEnded {
                link.receive()
                hasMoved = true
            }
            if !hasMoved { return }
        }
    }

    private func obey(_ request: String) {
        requests.append(request)
        let lines = answers[request] ?? ["ok"]
        for line in lines ?? [] { send(line) }
    }

    /// Sends lines, which the link reads at the next `run`.
    func send(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        precondition(write(ends[1], bytes, bytes.count) == bytes.count)
    }

    /// Returns the requests since the last call.
    func takeRequests() -> [String] {
        run()
        defer { requests = [] }
        return requests
    }

    /// Ends the connection, as the box does.
    func end() {
        shutdown(ends[1], Int32(SHUT_RDWR))
        run()
    }
}

import CPlatform
import Foundation
import Testing

/// What a service manager such as systemd is told, at a socket as it makes one (E3).
@Suite struct ServiceManagerTests {
    /// The socket of a service manager.
    private final class Manager {
        private let socket: Int32
        private let path: String

        /// - Parameter name: a path, or a name in the abstract namespace behind `@`.
        init(_ name: String) throws {
            path = name
            socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            var bytes = Array(name.utf8)
            if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
            }
            try #require(result == 0)
        }

        /// The next message; nil if none comes within a minute.
        func next() -> String? {
            _ = treadle_socket_limit(socket, 60_000)
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = recv(socket, &bytes, bytes.count, 0)
            return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
        }

        deinit {
            close(socket)
            unlink(path)
        }
    }

    /// Ready once the ports are open, signs of life while the loop gives some, and a word at the end.
    @Test(arguments: ["/tmp/", "@"]) func theManagerIsTold(place: String) throws {
        let name = "\(place)treadle-\(UUID().uuidString)"
        let manager = try Manager(name)
        let bench = try HoldingBox(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000000"])
        #expect(manager.next() == "READY=1")
        for _ in 0..<3 { #expect(manager.next() == "WATCHDOG=1") }
        bench.box.signal(SIGTERM)
        var last = manager.next()
        while last == "WATCHDOG=1" { last = manager.next() }
        #expect(last == "STOPPING=1")
        #expect(bench.box.ended() == (0, ""))
    }

    /// Signs of life that are for another process are not given.
    @Test func signsOfLifeAreForTheNamedProcess() throws {
        let name = "/tmp/treadle-\(UUID().uuidString)"
        let manager = try Manager(name)
        let bench = try HoldingBox(
            environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"])
        #expect(manager.next() == "READY=1")
        // Longer than one would take.
        #expect(bench.box.loopAnswers())
        bench.box.signal(SIGTERM)
        #expect(manager.next() == "STOPPING=1")
    }

    /// A box whose manager has gone says so and plays on.
    @Test func missingManagerIsSaid() throws {
        let bench = try HoldingBox(environment: ["NOTIFY_SOCKET": "/nonexistent/socket"])
        bench.box.signal(SIGTERM)
        #expect(bench.box.ended() == (0, "treadle: NOTIFY_SOCKET: No such file or directory\n"))
    }
}

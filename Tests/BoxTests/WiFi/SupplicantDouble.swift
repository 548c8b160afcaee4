import CPlatform
import Foundation
import Testing

/// A control socket like that of wpa_supplicant. It answers each request with `OK`, and sends events on demand.
final class SupplicantDouble {
    /// The requests so far.
    private(set) var requests: [String] = []
    /// Answers other than `OK`, by request.
    var answers: [String: String] = [:]
    private let socket: Int32
    private var client = sockaddr_un()
    private var clientSize: socklen_t = 0

    init(_ path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        try #require(bytes.count < 108)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(socket) }

    /// Answers all requests that wait. Returns whether there was one.
    func answer() -> Bool {
        var has = false
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            var size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let count = withUnsafeMutablePointer(to: &client) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT), $0, &size)
                }
            }
            if count < 0 { return has }
            has = true
            clientSize = size
            let request = String(decoding: bytes[..<count], as: UTF8.self)
            requests.append(request)
            send(answers[request] ?? "OK\n")
        }
    }

    /// Sends an event.
    func tell(_ event: String) { send("<3>" + event) }

    private func send(_ text: String) {
        let bytes = Array(text.utf8)
        let sent = withUnsafePointer(to: &client) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, clientSize)
            }
        }
        #expect(sent == bytes.count, "\(text)")
    }
}

import CPlatform
import Host

/// The connection to wpa_supplicant's control socket: one request at a time, and events between. Never waits.
struct SupplicantLink {
    /// Something that wpa_supplicant sent.
    enum News: Equatable {
        /// The answer to a request.
        case answer(String, to: String)
        /// An event, without its level.
        case event(String)
    }

    /// The longest time in ns for an answer.
    static let answerTime: UInt64 = 5_000_000_000
    /// Bytes of the longest answer, which is a list of networks. A longer one is cut by wpa_supplicant.
    private static let longest = 8192
    /// Datagrams that are read at one look. The rest waits for the next one.
    private static let burst = 64

    /// The socket; negative while there is no connection.
    private(set) var socket: Int32 = -1
    private var request: String?
    private var askedAt: UInt64 = 0

    /// Connects and asks for events. Returns false if wpa_supplicant does not listen yet.
    mutating func open(_ path: String, at now: UInt64) -> Bool {
        socket = treadle_control_connect(path)
        if socket < 0 { return false }
        send("ATTACH", at: now)
        return true
    }

    mutating func close() {
        if socket >= 0 { CPlatform.close(socket) }
        (socket, request) = (-1, nil)
    }

    var isOpen: Bool { socket >= 0 }
    /// Whether a request can be sent.
    var isFree: Bool { socket >= 0 && request == nil }

    /// Whether wpa_supplicant owes an answer for too long.
    func isStuck(at now: UInt64) -> Bool { request != nil && now - askedAt >= SupplicantLink.answerTime }

    /// Sends a request. If the socket is full, the missing answer is noticed by `isStuck(at:)`.
    mutating func send(_ text: String, at now: UInt64) {
        (request, askedAt) = (text, now)
        let bytes = Array(text.utf8)
        _ = treadle_write(socket, bytes, bytes.count)
    }

    /// Reads what wpa_supplicant has sent.
    mutating func read() -> [News] {
        var news: [News] = []
        var bytes = [UInt8](repeating: 0, count: SupplicantLink.longest)
        for _ in 0..<SupplicantLink.burst where socket >= 0 {
            let count = treadle_read(socket, &bytes, bytes.count)
            if count < 0 { break }
            var text = bytes[..<count]
            if text.first == UInt8(ascii: "<") {
                text = text.drop { $0 != UInt8(ascii: ">") }.dropFirst()
                news.append(.event(String(decoding: text, as: UTF8.self)))
            } else if let request {
                self.request = nil
                news.append(.answer(String(decoding: text, as: UTF8.self), to: request))
            }
        }
        return news
    }
}

import Configuration

/// Decides what wpa_supplicant has to do, by what it reports (L4, L5, L7). Sends and waits for nothing: the owner sends
/// `takeRequest()`, one at a time, and passes the answers and events. Times are in nanoseconds.
struct WiFiDirector {
    /// What the radio is for.
    enum Role: Equatable { case idle, seeking, accessPoint }

    /// A network to join, as far as it is known.
    struct Known {
        /// How a scan has found the network.
        enum Found { case nothing, joinable, needsWPA3 }

        var found = Found.nothing
        /// The last try was refused for its password.
        var isWrong = false
        /// When a network with a wrong password is tried again.
        var retryAt: UInt64?
    }

    /// How long the box looks for networks before it makes its access point (L5).
    static let seekTime: UInt64 = 15_000_000_000
    /// How much longer it waits for a network that it is just joining.
    static let graceTime: UInt64 = 10_000_000_000
    /// The pause after a wrong password (L7).
    static let wrongPause: UInt64 = 60_000_000_000
    /// The time within which wpa_supplicant makes an access point.
    static let serveTime: UInt64 = 10_000_000_000
    /// The pause between two looks at channel and signal.
    static let lookPause: UInt64 = 5_000_000_000
    /// Seconds between two scans: with the scan itself a network that is back is joined within 15 s (L4).
    private static let scanPause = 8

    let wifi: WiFiConfiguration
    private(set) var role = Role.idle
    /// The place in `join` of the network that the box is in.
    private(set) var joined: Int?
    private(set) var known: [Known]
    /// Whether the access point is on the air.
    private(set) var isServing = false
    /// Addresses of the clients of the access point.
    private(set) var clients: [String] = []
    private(set) var channel: Int?
    private(set) var signal: Int?
    /// Whether wpa_supplicant answers.
    private(set) var isUp = false
    /// Whether wpa_supplicant has to start anew. The owner calls `begin` again.
    private(set) var isStuck = false
    private var requests: [String] = []
    private var isTrying = false
    private var hasScanned = false
    /// When `role` began.
    private var since: UInt64 = 0
    /// Whether the box was in a network since it began to seek. It then goes on seeking (L5).
    private var hasJoined = false
    private var looksAt: UInt64 = 0

    init(_ wifi: WiFiConfiguration) {
        self.wifi = wifi
        known = wifi.join.map { _ in Known() }
    }

    /// The number of the access point among the networks of wpa_supplicant.
    private var accessPoint: Int { wifi.join.count }

    /// Takes the next request for wpa_supplicant.
    mutating func takeRequest() -> String? { requests.isEmpty ? nil : requests.removeFirst() }

    /// The state, as far as wpa_supplicant knows it.
    var state: WiFiState {
        switch role {
        case .idle: return wifi.join.isEmpty ? .off : .joining
        case .accessPoint: return isServing ? .accessPoint : .off
        case .seeking: break
        }
        if joined != nil { return .joined }
        if known.contains(where: { $0.isWrong }) { return .wrongPassword }
        if isTrying || !hasScanned || known.contains(where: { $0.found == .joinable }) { return .joining }
        return known.contains { $0.found == .needsWPA3 } ? .needsWPA3 : .notFound
    }
}

// MARK: - Roles

extension WiFiDirector {
    /// Begins with a wpa_supplicant that has just started. An access point that was made stays one (L5).
    mutating func begin(at now: UInt64) {
        forgetConnection()
        requests = ["SCAN_INTERVAL \(WiFiDirector.scanPause)"]
        (isUp, isStuck) = (true, false)
        if wifi.join.isEmpty || role == .accessPoint { serve(at: now) } else { seek(at: now) }
    }

    /// Records that wpa_supplicant has ended.
    mutating func end() {
        forgetConnection()
        (isUp, isStuck, requests) = (false, false, [])
    }

    /// Looks for networks again: the menu's `Join` (L6).
    mutating func join(at now: UInt64) {
        if wifi.join.isEmpty { return }
        if !isUp { return role = .idle }
        if role == .accessPoint { requests.append("DISABLE_NETWORK \(accessPoint)") }
        forgetConnection()
        known = wifi.join.map { _ in Known() }
        seek(at: now)
    }

    /// Does what is due. Called at least twice a second.
    mutating func advance(to now: UInt64) {
        guard isUp else { return }
        switch role {
        case .idle: break
        case .seeking: advanceSeeking(to: now)
        case .accessPoint: if !isServing && now - since >= WiFiDirector.serveTime { isStuck = true }
        }
        if now >= looksAt && (joined != nil || isServing) {
            looksAt = now + WiFiDirector.lookPause
            requests.append("STATUS")
            if joined != nil { requests.append("SIGNAL_POLL") }
        }
    }

    private mutating func advanceSeeking(to now: UInt64) {
        if joined != nil { return }
        for index in known.indices {
            guard let time = known[index].retryAt, now >= time else { continue }
            known[index].retryAt = nil
            requests.append("ENABLE_NETWORK \(index)")
        }
        if wifi.accessPoint == nil || hasJoined || now - since < WiFiDirector.seekTime { return }
        if isTrying && now - since < WiFiDirector.seekTime + WiFiDirector.graceTime { return }
        serve(at: now)
    }

    private mutating func seek(at now: UInt64) {
        (role, since, hasJoined) = (.seeking, now, false)
        for index in wifi.join.indices { requests.append("ENABLE_NETWORK \(index)") }
    }

    /// Makes the access point, if the file has one.
    private mutating func serve(at now: UInt64) {
        if wifi.accessPoint == nil { return role = .idle }
        forgetConnection()
        (role, since) = (.accessPoint, now)
        // It disables the others.
        requests.append("SELECT_NETWORK \(accessPoint)")
    }

    private mutating func forgetConnection() {
        (joined, channel, signal, isServing, isTrying, hasScanned) = (nil, nil, nil, false, false, false)
        clients = []
    }
}

// MARK: - Events

extension WiFiDirector {
    /// Takes an event of wpa_supplicant, without its level.
    mutating func hear(_ event: String, at now: UInt64) {
        let words = event.split(separator: " ").map { String($0) }
        switch words.first ?? "" {
        case "SME:", "Trying": isTrying = role == .seeking
        case "CTRL-EVENT-CONNECTED": hearConnected(words, at: now)
        case "CTRL-EVENT-DISCONNECTED": hearLoss()
        case "CTRL-EVENT-ASSOC-REJECT", "CTRL-EVENT-AUTH-REJECT": isTrying = false
        case "CTRL-EVENT-SSID-TEMP-DISABLED": hearDisabled(words, at: now)
        case "CTRL-EVENT-SCAN-RESULTS":
            if role == .seeking && joined == nil && !requests.contains("SCAN_RESULTS") {
                requests.append("SCAN_RESULTS")
            }
        case "AP-ENABLED":
            isServing = role == .accessPoint
            looksAt = now
        case "AP-DISABLED":
            if isServing { since = now }
            (isServing, clients) = (false, [])
        case "AP-STA-CONNECTED":
            if words.count > 1 && !clients.contains(words[1]) { clients.append(words[1]) }
        case "AP-STA-DISCONNECTED": clients.removeAll { $0 == words.last }
        default: break
        }
    }

    /// The number after `id=` in a word of an event.
    private static func network(_ words: [String]) -> Int? {
        for word in words {
            let bytes = Array(word.utf8).drop { $0 == UInt8(ascii: "[") }
            if bytes.starts(with: "id=".utf8) { return Int(String(decoding: bytes.dropFirst(3), as: UTF8.self)) }
        }
        return nil
    }

    private mutating func hearConnected(_ words: [String], at now: UInt64) {
        guard role == .seeking, let index = WiFiDirector.network(words), known.indices.contains(index) else { return }
        (joined, isTrying, hasJoined, looksAt) = (index, false, true, now)
        for other in known.indices { known[other].isWrong = false }
    }

    private mutating func hearLoss() {
        if role != .seeking { return }
        isTrying = false
        if joined == nil { return }
        (joined, channel, signal, hasScanned) = (nil, nil, nil, false)
        for index in known.indices { known[index].found = .nothing }
    }

    /// A network is left out for a while. After a wrong password the pause is ours, because that of wpa_supplicant
    /// begins with 10 s.
    private mutating func hearDisabled(_ words: [String], at now: UInt64) {
        guard let index = WiFiDirector.network(words), known.indices.contains(index) else { return }
        isTrying = false
        if !words.contains("reason=WRONG_KEY") { return }
        known[index].isWrong = true
        known[index].retryAt = now + WiFiDirector.wrongPause
        requests.append("DISABLE_NETWORK \(index)")
    }
}

// MARK: - Answers

extension WiFiDirector {
    /// Takes the answer to a request.
    mutating func hear(answer: String, to request: String) {
        let lines = answer.split(separator: "\n")
        switch request {
        case "SCAN_RESULTS": hearScan(lines)
        case "STATUS": channel = WiFiDirector.value("freq=", in: lines).flatMap { WiFiFiles.channel(ofFrequency: $0) }
        case "SIGNAL_POLL": signal = joined == nil ? nil : WiFiDirector.value("RSSI=", in: lines)
        default: break
        }
    }

    private static func value(_ key: String, in lines: [Substring]) -> Int? {
        for line in lines where line.utf8.starts(with: key.utf8) {
            return Int(String(decoding: line.utf8.dropFirst(key.utf8.count), as: UTF8.self))
        }
        return nil
    }

    /// Reads networks that were found: address, frequency, signal, flags and name, with tabs between them.
    private mutating func hearScan(_ lines: [Substring]) {
        hasScanned = true
        var found = known.map { _ in Known.Found.nothing }
        for line in lines {
            let fields = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
            guard fields.count == 5 else { continue }
            for index in found.indices where found[index] != .joinable {
                if fields[4].utf8.elementsEqual(WiFiDirector.escaped(wifi.join[index].name)) {
                    found[index] = WiFiDirector.found(String(fields[3]))
                }
            }
        }
        for index in known.indices { known[index].found = found[index] }
    }

    /// What the flags of a network mean. Without SAE in wpa_supplicant, WPA3 is WPA2 without a known key management. An
    /// open network, and one that asks for an account, is not the one of the file.
    private static func found(_ flags: String) -> Known.Found {
        var isProtected = false
        for flag in flags.split(separator: "[") {
            let words = flag.split { $0 == "-" || $0 == "]" || $0 == "+" || $0 == "/" }
            if words.first != "WPA2" && words.first != "RSN" { continue }
            if words.contains("PSK") { return .joinable }
            if words.contains("EAP") { continue }
            isProtected = true
        }
        return isProtected ? .needsWPA3 : .nothing
    }

    /// A name as wpa_supplicant writes it: quotes, backslashes and bytes beyond ASCII are escaped.
    static func escaped(_ name: String) -> [UInt8] {
        var text: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x1B: text += Array("\\e".utf8)
            case 0x0A: text += Array("\\n".utf8)
            case 0x0D: text += Array("\\r".utf8)
            case 0x09: text += Array("\\t".utf8)
            case 0x20...0x7E: text.append(byte)
            default: text += Array("\\x\(Digits.hexByte(byte))".utf8)
            }
        }
        return text
    }
}

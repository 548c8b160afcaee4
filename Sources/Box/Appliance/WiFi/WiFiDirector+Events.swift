// What wpa_supplicant reports by itself.
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

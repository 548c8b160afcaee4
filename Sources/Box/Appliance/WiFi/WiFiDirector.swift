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
    var joined: Int?
    var known: [Known]
    /// Whether the access point is on the air.
    var isServing = false
    /// Addresses of the clients of the access point.
    var clients: [String] = []
    var channel: Int?
    var signal: Int?
    /// Whether wpa_supplicant answers.
    private(set) var isUp = false
    /// Whether wpa_supplicant has to start anew. The owner calls `begin` again.
    private(set) var isStuck = false
    var requests: [String] = []
    var isTrying = false
    var hasScanned = false
    /// When `role` began.
    var since: UInt64 = 0
    /// Whether the box was in a network since it began to seek. It then goes on seeking (L5).
    var hasJoined = false
    var looksAt: UInt64 = 0

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
    ///
    /// - Parameter password: that of the access point.
    mutating func begin(password: String, at now: UInt64) {
        forgetConnection()
        requests = ["SCAN_INTERVAL \(WiFiDirector.scanPause)"]
        for (index, network) in wifi.join.enumerated() {
            requests.append(WiFiFiles.request(settingPassword: network.password, of: index))
        }
        if wifi.accessPoint != nil {
            requests.append(WiFiFiles.request(settingPassword: password, of: accessPoint))
        }
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

import Configuration
import Testing

@testable import Box

/// What the box asks of wpa_supplicant, by what that reports (L4, L5, L7).
@Suite struct WiFiDirectorTests {
    private static let second: UInt64 = 1_000_000_000
    private static let start = 100 * second

    /// A wireless network with an access point, and networks to join by name.
    private static func wifi(_ names: [String] = [], hasAccessPoint: Bool = true) -> WiFiConfiguration {
        var wifi = WiFiConfiguration()
        wifi.country = "DE"
        if hasAccessPoint { wifi.accessPoint = AccessPointConfiguration(name: "Treadle") }
        wifi.join = names.map { KnownNetwork(name: $0, password: "eight or more") }
        return wifi
    }

    /// A director whose wpa_supplicant has started.
    private static func begun(_ wifi: WiFiConfiguration) -> WiFiDirector {
        var director = WiFiDirector(wifi)
        director.begin(password: "of the access point", at: start)
        return director
    }

    /// The waiting requests, without passwords and looks at channel and signal.
    private static func requests(_ director: inout WiFiDirector) -> [String] {
        var list: [String] = []
        while let request = director.takeRequest() {
            if request.hasPrefix("SET_NETWORK ") || request == "STATUS" || request == "SIGNAL_POLL" { continue }
            list.append(request)
        }
        return list
    }

    private static func scan(_ director: inout WiFiDirector, _ rows: [(flags: String, name: String)]) {
        director.hear("CTRL-EVENT-SCAN-RESULTS ", at: start)
        let lines = rows.map { "02:00:00:00:01:00\t2437\t-30\t\($0.flags)\t\($0.name)" }
        director.hear(
            answer: (["bssid / frequency / signal level / flags / ssid"] + lines).joined(separator: "\n"),
            to: "SCAN_RESULTS")
    }

    /// wpa_supplicant takes what stands between the first and the last quote, whatever it is.
    @Test(arguments: ["\"quotes\" # a", "a\"b#cdefgh", "back\\slash\\", "blank at the end ", "}network={"])
    func passwordsAreSetBeforeANetworkIsEnabled(_ password: String) {
        var wifi = Self.wifi(["Hall"])
        wifi.join[0].password = password
        var director = WiFiDirector(wifi)
        director.begin(password: "of the access point", at: Self.start)
        let requests = (0..<4).compactMap { _ in director.takeRequest() }
        #expect(
            requests == [
                "SCAN_INTERVAL 8", "SET_NETWORK 0 psk \"\(password)\"", "SET_NETWORK 1 psk \"of the access point\"",
                "ENABLE_NETWORK 0",
            ])
    }

    @Test func anAccessPointAloneIsMadeAtOnce() {
        var director = Self.begun(Self.wifi())
        #expect(Self.requests(&director) == ["SCAN_INTERVAL 8", "SELECT_NETWORK 0"])
        #expect(director.state == .off)
        director.hear("AP-ENABLED ", at: Self.start)
        #expect(director.state == .accessPoint && director.isServing)
        director.hear("AP-STA-CONNECTED 02:00:00:00:02:00", at: Self.start)
        director.hear("AP-STA-CONNECTED 02:00:00:00:03:00", at: Self.start)
        director.hear("AP-STA-CONNECTED 02:00:00:00:02:00", at: Self.start)
        #expect(director.clients.count == 2)
        director.hear("AP-STA-DISCONNECTED 02:00:00:00:02:00", at: Self.start)
        #expect(director.clients == ["02:00:00:00:03:00"])
        director.hear("AP-DISABLED ", at: Self.start)
        #expect(director.state == .off && director.clients.isEmpty)
    }

    @Test func anAccessPointThatDoesNotComeIsMadeAnew() {
        var director = Self.begun(Self.wifi())
        director.advance(to: Self.start + WiFiDirector.serveTime - 1)
        #expect(!director.isStuck)
        director.advance(to: Self.start + WiFiDirector.serveTime)
        #expect(director.isStuck)
        director.end()
        director.begin(password: "of the access point", at: Self.start + 11 * Self.second)
        #expect(!director.isStuck && Self.requests(&director).last == "SELECT_NETWORK 0")
    }

    /// L4: the order is that of the priorities in the file of wpa_supplicant.
    @Test func networksToJoinAreEnabledTogether() {
        var director = Self.begun(Self.wifi(["Hall", "Home"], hasAccessPoint: false))
        #expect(Self.requests(&director) == ["SCAN_INTERVAL 8", "ENABLE_NETWORK 0", "ENABLE_NETWORK 1"])
        #expect(director.state == .joining)
        director.hear("SME: Trying to authenticate with 02:00:00:00:01:00 (SSID='Home' freq=2437 MHz)", at: Self.start)
        let connected = "CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=1 id_str=]"
        director.hear(connected, at: Self.start)
        #expect(director.state == .joined && director.joined == 1)
        director.advance(to: Self.start)
        #expect(director.takeRequest() == "STATUS" && director.takeRequest() == "SIGNAL_POLL")
        director.hear(answer: "bssid=02:00:00:00:01:00\nfreq=5180\nssid=Home\nid=1\n", to: "STATUS")
        director.hear(answer: "RSSI=-52\nLINKSPEED=54\n", to: "SIGNAL_POLL")
        #expect(director.channel == 36 && director.signal == -52)
        director.hear("CTRL-EVENT-DISCONNECTED bssid=02:00:00:00:01:00 reason=3", at: Self.start)
        #expect(director.state == .joining && director.channel == nil)
        Self.scan(&director, [])
        #expect(director.state == .notFound)
        director.hear(connected, at: Self.start)
        #expect(director.state == .joined)
    }

    /// L5: without a network for 15 s there is the access point, which stays.
    @Test func theAccessPointIsMadeWhenNoNetworkIsThere() {
        var director = Self.begun(Self.wifi(["Hall"]))
        _ = Self.requests(&director)
        director.advance(to: Self.start + WiFiDirector.seekTime - 1)
        #expect(Self.requests(&director).isEmpty)
        director.advance(to: Self.start + WiFiDirector.seekTime)
        #expect(Self.requests(&director) == ["SELECT_NETWORK 1"])
        director.hear("CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:00:00 completed [id=1 id_str=]", at: Self.start)
        director.hear("AP-ENABLED ", at: Self.start)
        #expect(director.state == .accessPoint && director.joined == nil)
        // A wpa_supplicant that has ended comes back as what it was.
        director.end()
        #expect(director.state == .off)
        director.begin(password: "of the access point", at: Self.start)
        #expect(Self.requests(&director).last == "SELECT_NETWORK 1")
    }

    @Test func aNetworkThatIsJustBeingJoinedGetsSomeMoreTime() {
        var director = Self.begun(Self.wifi(["Hall"]))
        _ = Self.requests(&director)
        director.hear("Trying to associate with 02:00:00:00:01:00 (SSID='Hall' freq=2437 MHz)", at: Self.start)
        director.advance(to: Self.start + WiFiDirector.seekTime)
        #expect(director.role == .seeking)
        director.advance(to: Self.start + WiFiDirector.seekTime + WiFiDirector.graceTime)
        #expect(director.role == .accessPoint)
    }

    /// L5: a network that goes away is looked for; the box does not change its role during a concert.
    @Test func aNetworkThatIsLostDoesNotBringTheAccessPoint() {
        var director = Self.begun(Self.wifi(["Hall"]))
        director.hear("CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=0 id_str=]", at: Self.start)
        director.hear("CTRL-EVENT-DISCONNECTED bssid=02:00:00:00:01:00 reason=3", at: Self.start)
        director.advance(to: Self.start + 60 * Self.second)
        #expect(director.role == .seeking)
    }

    /// L6: the menu's `Join` ends the access point.
    @Test func joinLooksForNetworksAgain() {
        var director = Self.begun(Self.wifi(["Hall"]))
        director.advance(to: Self.start + WiFiDirector.seekTime)
        director.hear("AP-ENABLED ", at: Self.start)
        _ = Self.requests(&director)
        let now = Self.start + 60 * Self.second
        director.join(at: now)
        #expect(Self.requests(&director) == ["DISABLE_NETWORK 1", "ENABLE_NETWORK 0"])
        #expect(director.state == .joining && !director.isServing)
        director.advance(to: now + WiFiDirector.seekTime)
        #expect(Self.requests(&director) == ["SELECT_NETWORK 1"])
        var alone = Self.begun(Self.wifi())
        _ = Self.requests(&alone)
        alone.join(at: now)
        #expect(Self.requests(&alone).isEmpty && alone.role == .accessPoint)
    }

    /// L7: a wrong password is tried again each 60 s, and said meanwhile.
    @Test func aWrongPasswordIsSaidAndTriedAgainEachMinute() {
        var director = Self.begun(Self.wifi(["My Hall"], hasAccessPoint: false))
        _ = Self.requests(&director)
        let refused =
            "CTRL-EVENT-SSID-TEMP-DISABLED id=0 ssid=\"My Hall\" auth_failures=1 duration=10 reason=WRONG_KEY"
        for round in 0..<3 {
            let now = Self.start + UInt64(round) * WiFiDirector.wrongPause
            director.hear(refused, at: now)
            #expect(director.state == .wrongPassword)
            #expect(Self.requests(&director) == ["DISABLE_NETWORK 0"])
            director.advance(to: now + WiFiDirector.wrongPause - 1)
            #expect(Self.requests(&director).isEmpty)
            director.advance(to: now + WiFiDirector.wrongPause)
            #expect(Self.requests(&director) == ["ENABLE_NETWORK 0"] && director.state == .wrongPassword)
        }
        director.hear("CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=0 id_str=]", at: Self.start)
        #expect(director.state == .joined)
    }

    /// Another reason than the password passes by itself.
    @Test func aFailedConnectionIsNoWrongPassword() {
        var director = Self.begun(Self.wifi(["Hall"], hasAccessPoint: false))
        _ = Self.requests(&director)
        director.hear(
            "CTRL-EVENT-SSID-TEMP-DISABLED id=0 ssid=\"Hall\" auth_failures=1 duration=10 reason=CONN_FAILED",
            at: Self.start)
        #expect(director.state == .joining && Self.requests(&director).isEmpty)
    }

    @Test(arguments: [
        ("[WPA2-PSK-CCMP][ESS]", WiFiState.joining), ("[WPA-PSK-TKIP][WPA2-PSK-CCMP][ESS]", .joining),
        ("[RSN-PSK+SAE-CCMP][ESS]", .joining), ("[WPA2-PSK-CCMP+TKIP-preauth][ESS]", .joining),
        ("[WPA2--CCMP][ESS]", .needsWPA3), ("[WPA2-SAE-CCMP][SAE-H2E][ESS]", .needsWPA3),
        ("[RSN-SAE-CCMP][ESS]", .needsWPA3), ("[ESS]", .notFound), ("[WEP][ESS]", .notFound),
        ("[WPA-PSK-TKIP][ESS]", .notFound), ("[WPA2-EAP-CCMP][ESS]", .notFound),
    ])
    func theFlagsOfANetworkSayWhetherItCanBeJoined(_ flags: String, _ state: WiFiState) {
        var director = Self.begun(Self.wifi(["Hall"], hasAccessPoint: false))
        Self.scan(&director, [("[WPA2-PSK-CCMP][ESS]", "Other"), (flags, "Hall")])
        #expect(director.state == state)
    }

    @Test(arguments: [
        ("Rehearsal room", "Rehearsal room"), ("a\"b\\c", "a\\\"b\\\\c"), ("Café", "Caf\\xc3\\xa9"), ("a\tb", "a\\tb"),
        ("\u{1B}[", "\\e["),
    ])
    func namesAreFoundAsWpaSupplicantWritesThem(_ name: String, _ written: String) {
        var director = Self.begun(Self.wifi([name], hasAccessPoint: false))
        Self.scan(&director, [("[WPA2-PSK-CCMP][ESS]", written)])
        #expect(director.state == .joining && director.known[0].found == .joinable)
    }

    /// What comes over the air may be anything.
    @Test(arguments: [
        "", " ", "CTRL-EVENT-CONNECTED", "CTRL-EVENT-CONNECTED [id=", "CTRL-EVENT-CONNECTED [id=99 id_str=]",
        "CTRL-EVENT-CONNECTED [id=-1]", "CTRL-EVENT-SSID-TEMP-DISABLED id=7 reason=WRONG_KEY", "AP-STA-CONNECTED",
        "AP-STA-DISCONNECTED", "CTRL-EVENT-DISCONNECTED",
    ])
    func nonsenseChangesNothing(_ event: String) {
        var director = Self.begun(Self.wifi(["Hall"]))
        _ = Self.requests(&director)
        director.hear(event, at: Self.start)
        #expect(director.state == .joining && Self.requests(&director).isEmpty)
        for answer in ["", "FAIL\n", "\t\t\t\t", "freq=x", "RSSI="] {
            for request in ["STATUS", "SIGNAL_POLL", "ENABLE_NETWORK 0"] {
                director.hear(answer: answer, to: request)
                #expect(director.channel == nil && director.signal == nil && director.role == .seeking)
            }
        }
    }
}

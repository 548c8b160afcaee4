import Testing

@testable import Configuration

/// `wifi:` of the network.
struct WiFiTests {
    private static func box(_ wifi: String) -> String { "treadle: 1\nname: Board\nnetwork: {§wifi: {\(wifi)}}\n" }

    private func wifi(_ text: String) throws -> WiFiConfiguration? {
        try loaded(Self.box(text).replacing("§", with: "")).box.network.wifi
    }

    @Test func wholeWiFiIsRead() throws {
        let wifi = try wifi(
            "country: DE, access-point: {name: Treadle, password: \"twelve or more\", channel: 36, "
                + "address: 10.0.0.1/28}, join: [{name: Rehearsal room, password: 12345678}, "
                + "{name: Hall, password: \"\(String(repeating: "~", count: 63))\"}]")
        var expected = AccessPointConfiguration(name: "Treadle")
        (expected.password, expected.channel) = ("twelve or more", 36)
        expected.address = StaticAddress(address: 0x0A00_0001, prefix: 28)
        #expect(wifi?.country == "DE" && wifi?.accessPoint == expected)
        #expect(
            wifi?.join == [
                KnownNetwork(name: "Rehearsal room", password: "12345678"),
                KnownNetwork(name: "Hall", password: String(repeating: "~", count: 63)),
            ])
    }

    /// An access point needs no settings; its password is made by the box.
    @Test func accessPointHasDefaults() throws {
        let wifi = try wifi("country: US, access-point: {}")
        #expect(wifi?.accessPoint == AccessPointConfiguration(name: "Board") && wifi?.join == [])
        #expect(wifi?.accessPoint?.password == nil && wifi?.accessPoint?.channel == 6)
        #expect(wifi?.accessPoint?.address.text == "192.168.84.1/24")
    }

    /// The radio is off without `wifi`, which opens no session and no page.
    @Test func radioIsOffUnlessItIsNamed() throws {
        #expect(try loaded("treadle: 1\nnetwork: {}\n").box.network.wifi == nil)
        let network = try loaded("treadle: 1\nnetwork: {wifi: {country: DE, join: []}}\n").box.network
        #expect(network.wifi != nil && !network.isOn && network.http == nil && network.address == .dhcp)
    }

    /// A password is shown nowhere.
    @Test func summaryShowsWiFiWithoutPasswords() throws {
        let text = Self.box(
            "country: DE, access-point: {password: secret-secret}, join: [{name: A B, password: secret-secret}]")
        let summary = try loaded(text.replacing("§", with: "")).summary
        #expect(
            summary.contains(
                "wifi: country DE, access point Board on channel 6, address 192.168.84.1/24, joins A B\n"))
        #expect(!summary.contains("secret"))
    }

    private static let noEffect = "`wifi` has no effect here: Wi-Fi belongs to the box on an appliance only"

    @Test(arguments: [
        Marked(.box, box("country: DE, join: []"), noEffect),
        Marked(.box, "treadle: 1\nnetwork: {§wifi: §on}\n", noEffect, "wifi is `on`; it must be a mapping"),
        Marked(
            .box, "treadle: 1\nnetwork: {§wifi: §{§contry: DE, join: []}}\n", noEffect,
            "wifi needs `country`: a country by two capital letters", "did you mean `country`?"),
        Marked(.box, box("country: §de, join: []"), noEffect, "a country by two capital letters"),
        Marked(.box, box("country: §\"00\", join: []"), noEffect, "a country by"),
        Marked(.box, box("country: §D, join: []"), noEffect, "a country by"),
        Marked(.box, box("country: §XX, join: []"), noEffect, "a country by"),
        Marked(.box, box("country: §[DE], join: []"), noEffect, "a country by"),
        Marked(
            .box, "treadle: 1\nnetwork: {§wifi: §{country: DE}}\n", noEffect,
            "without `access-point` and `join` there is no wireless network"),
        Marked(.box, "treadle: 1\nnetwork: {§wi-fi: {}}\n", "did you mean `wifi`?"),
    ])
    func faultInWiFiIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        ("access-point: §on", "the access point is `on`; it must be a mapping"),
        ("access-point: {§chanel: 6}", "did you mean `channel`?"), ("access-point: {name: §\"\"}", "a name"),
        (
            "access-point: {name: §\(String(repeating: "n", count: 33))}",
            "a name of at most 32 bytes; it has 33"
        ),
        ("access-point: {password: §\"\"}", "there is no open network"),
        ("access-point: {password: §seven77}", "8 to 63 printable ASCII characters"),
        ("access-point: {password: §\(String(repeating: "p", count: 64))}", "8 to 63 printable ASCII characters"),
        ("access-point: {password: §pässword-long}", "8 to 63 printable ASCII characters"),
        ("access-point: {password: §\"a\\tpassword-long\"}", "8 to 63 printable ASCII characters"),
        ("access-point: {password: §[twelve-or-more]}", "8 to 63 printable ASCII characters"),
        ("access-point: {password: §eleven-char}", "fewer than 12 characters"),
        ("access-point: {channel: §0}", "a channel 1..13, 36, 40, 44 or 48"),
        ("access-point: {channel: §14}", "a channel 1..13"), ("access-point: {channel: §38}", "a channel 1..13"),
        ("access-point: {address: §192.168.84.1}", "the address of the box with a prefix 1..28"),
        ("access-point: {address: §192.168.84.1/29}", "so that others have room"),
        ("access-point: {address: §dhcp}", "such as 192.168.84.1/24"), ("join: §{}", "a list of networks"),
        ("join: [§Hall]", "a network to join is `Hall`; it must be a mapping"),
        ("join: [§{name: Hall}]", "a network to join needs `password`: there is no open network"),
        ("join: [§{password: twelve-or-more}]", "a network to join needs `name`"),
        ("join: [{name: H, password: §\"\"}]", "there is no open network"),
        ("join: [{name: H, password: §seven77}]", "8 to 63 printable ASCII characters"),
        ("join: [{name: §\(String(repeating: "é", count: 17)), password: 12345678}]", "at most 32 bytes; it has 34"),
        ("join: [{name: H, password: 12345678, §chanel: 6}]", "there are `name` and `password`"),
    ])
    func faultOfANetworkIsReportedAtItsPlace(_ text: String, _ part: String) {
        Marked(.box, Self.box("country: DE, " + text), Self.noEffect, part).check()
    }

    /// A channel that the country forbids is an error.
    @Test(arguments: [
        ("DE", 13, true), ("DE", 48, true), ("US", 11, true), ("US", 12, false), ("US", 36, true), ("BO", 36, false),
        ("AM", 40, false), ("JP", 13, true),
    ])
    func channelsFollowTheCountry(_ country: String, _ channel: Int, isAllowed: Bool) {
        let place = isAllowed ? "" : "§"
        Marked(
            .box, Self.box("country: \(country), access-point: {channel: \(place)\(channel)}"), Self.noEffect,
            "a channel that \(country) allows for an access point"
        ).check()
    }

    /// Both radios have 2.4 GHz.
    @Test func channelThatDisturbsBluetoothIsWarnedOf() {
        func check(_ accessPoint: String) {
            Marked(
                .box,
                "treadle: 1\nports: {a: {§bluetooth: x}}\nnetwork: {§wifi: {country: DE, \(accessPoint)}}\n",
                "has no effect", "has no effect", "disturbs Bluetooth, which has 2.4 GHz too"
            ).check()
        }
        check("§access-point: {}")
        check("access-point: {channel: §13}")
        check("access-point: {channel: 36}")
        check("join: []")
    }

    @Test func longNameOfTheBoxIsCut() throws {
        let name = String(repeating: "n", count: 31) + "é"
        let text = "treadle: 1\nname: §\(name)\nnetwork: {§wifi: {country: DE, access-point: {}}}\n"
        Marked(.box, text, "`name` has 33 bytes, and a network name at most 32", Self.noEffect).check()
        let wifi = try loaded(text.replacing("§", with: "")).box.network.wifi
        #expect(wifi?.accessPoint?.name == String(repeating: "n", count: 31))
    }

    @Test func tooManyNetworksNameTheLimit() {
        let networks = (0..<9).map { "\($0 == 8 ? "§" : ""){name: N\($0), password: 12345678}" }
        Marked(
            .box, Self.box("country: DE, join: [\(networks.joined(separator: ", "))]"), Self.noEffect,
            "`join`: 9, and at most 8"
        ).check()
    }
}

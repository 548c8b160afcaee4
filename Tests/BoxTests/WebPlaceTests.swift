import Testing

@testable import Box

/// Where the page is served, and what browsers call the place (W1).
struct WebPlaceTests {
    @Test(
        arguments: [
            ("8080", "127.0.0.1", 8080, 0), ("1", "127.0.0.1", 1, 0), ("65535", "127.0.0.1", 65535, 0),
            ("8080+", "127.0.0.1", 8080, 20), ("localhost:80", "127.0.0.1", 80, 0),
            ("192.0.2.7:8080", "192.0.2.7", 8080, 0),
            ("0.0.0.0:80+", "0.0.0.0", 80, 20), ("[::]:8080", "::", 8080, 0), ("[::1]:8080", "::1", 8080, 0),
        ] as [(String, String, UInt16, UInt16)])
    func optionIsParsed(_ text: String, address: String, port: UInt16, spare: UInt16) {
        let place = WebPlace(option: text)
        #expect(place?.address == address && place?.port == port && place?.spare == spare)
    }

    @Test(arguments: [
        "", "+", ":", ":8080", "0", "65536", "-1", "+80", "x", "80x", "80++", "host:80", "192.0.2.7", "192.0.2.300:80",
        "::1:80", "[::1]", "[::1]80", "[192.0.2.7]:80", "[]:80", "[::1:80", "192.0.2.7:",
    ])
    func otherTextIsNoPlace(_ text: String) { #expect(WebPlace(option: text) == nil) }

    @Test(arguments: [
        ("8080", "http://localhost:8080"), ("80", "http://localhost"), ("[::1]:81", "http://localhost:81"),
        ("192.0.2.7:8080", "http://192.0.2.7:8080"), ("[fd00::7]:80", "http://[fd00::7]"),
        ("0.0.0.0:8080", "http://Board.local:8080"), ("[::]:80", "http://Board.local"),
    ])
    func addressForBrowsers(_ option: String, text: String) throws {
        let place = try #require(WebPlace(option: option))
        #expect(place.text(host: "Board.local", port: place.port) == text)
    }

    @Test func placeOfAConfigurationIsTheWholeBox() {
        let place = WebPlace(port: 80)
        #expect(!place.isOwn && place.text(host: "Board.local", port: 80) == "http://Board.local")
        #expect(WebPlace(option: "80")?.isOwn == true && WebPlace(option: "192.0.2.7:80")?.isOwn == false)
    }

    @Test(arguments: [
        ("Stage board", "Stage-board.local"), ("Bühne & mehr!", "B-hne-mehr.local"), ("__", "treadle.local"),
        ("A", "A.local"), ("-a-", "a.local"),
    ])
    func nameUnderLocal(_ name: String, host: String) { #expect(WebSettings.host(of: name) == host) }

    @Test func settingsAreLines() throws {
        let settings = WebSettings(
            place: WebPlace(port: 80), name: "Stage board", allow: ["lan", "fd00::/8"],
            hosts: ["Stage-board.local", "b.example"], identity: "1f", startedAt: 7)
        #expect(
            settings.lines == [
                "http name Stage board", "http allow lan,fd00::/8", "http hosts Stage-board.local,b.example",
                "http identity 1f", "http started 7",
            ])
    }
}

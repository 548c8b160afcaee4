import Testing

@testable import Configuration

/// `http:` of the network, the page for browsers (W).
struct HTTPTests {
    private func http(_ text: String) throws -> HTTPConfiguration? {
        try loaded("treadle: 1\nname: Board\nnetwork: { \(text) }\n").box.network.http
    }

    @Test func pageHasDefaults() throws {
        let http = try http("http: {}")
        #expect(http == HTTPConfiguration() && http?.port == 80 && http?.allow == ["lan"] && http?.hosts == [])
    }

    @Test func wholePageIsRead() throws {
        let http = try http(
            "http: { port: 8080, allow: [lan, 192.0.2.0/24, \"fd00::/8\"], hosts: [board.example, b] }")
        #expect(http?.port == 8080 && http?.allow == ["lan", "192.0.2.0/24", "fd00::/8"])
        #expect(http?.hosts == ["board.example", "b"])
        #expect(try self.http("http: { allow: lan }")?.allow == ["lan"])
    }

    /// Nothing listens that the file does not name, and the page opens no RTP-MIDI ports.
    @Test func pageAndSessionsAreApart() throws {
        #expect(try http("") == nil)
        #expect(try http("rtp-midi: {}") == nil)
        let box = try loaded("treadle: 1\nnetwork: { http: {} }\n").box
        #expect(!box.network.isOn && box.network.address == .dhcp)
    }

    @Test func summaryShowsThePage() throws {
        let text = "treadle: 1\nnetwork: { http: { port: 8080, hosts: [b.example] } }\n"
        let summary = try loaded(text).summary
        #expect(summary.contains("page: port 8080, for lan, as b.example\n"), "\(summary)")
    }

    private static let seven = (1...7).map { "10.\($0).0.0/16" }.joined(separator: ", ")

    @Test(arguments: [
        Marked(.box, "treadle: 1\nnetwork: {http: §on}\n", "http is `on`; it must be a mapping"),
        Marked(.box, "treadle: 1\nnetwork: {http: {§prot: 80}}\n", "did you mean `port`?"),
        Marked(.box, "treadle: 1\nnetwork: {http: {port: §0}}\n", "a port 1..65535"),
        Marked(.box, "treadle: 1\nnetwork: {http: {port: §65536}}\n", "a port 1..65535"),
        Marked(.box, "treadle: 1\nnetwork: {http: {allow: §wan}}\n", "lan, or a list of networks"),
        Marked(.box, "treadle: 1\nnetwork: {http: {allow: §[]}}\n", "lan, or a list of networks"),
        Marked(
            .box,
            "treadle: 1\nnetwork: {http: {allow: [§wan, §192.0.2.7, §192.0.2.0/33, §\"fd00::/129\", "
                + "§\"fe80::1%eth0/64\"]}}\n",
            "lan, or a network with its prefix", "its prefix", "such as 192.0.2.0/24", "its prefix", "its prefix"),
        Marked(.box, "treadle: 1\nnetwork: {http: {allow: [lan, §lan]}}\n", "`lan` is named twice"),
        Marked(.box, "treadle: 1\nnetwork: {http: {allow: [lan, \(seven), §10.9.0.0/16]}}\n", "over the limit `allow`"),
        Marked(
            .box, "treadle: 1\nnetwork: {http: {allow: [§0.0.0.0/0, §\"::/0\"]}}\n", "lets everybody", "`::/0` lets"),
        Marked(.box, "treadle: 1\nnetwork: {http: {hosts: §board.example}}\n", "a list of host names"),
        Marked(
            .box, "treadle: 1\nnetwork: {http: {hosts: [§\"board.example:80\", §192.0.2.7, §\"-\"]}}\n",
            "a host name without a port", "a host name", "a host name"),
        Marked(
            .box, "treadle: 1\nname: §\(String(repeating: "n", count: 64))\nnetwork: {http: {}}\n",
            "a session name at most 63"),
    ])
    func faultInThePageIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    /// The name of the box has to fit mDNS, but no invitation.
    @Test func nameOf24BytesIsNoFaultWithoutSessions() throws {
        let text = "treadle: 1\nname: The Pedalboard of Paul A\nnetwork: { http: {} }\n"
        #expect(try loaded(text).diagnostics.list.isEmpty)
    }

    @Test(arguments: [
        ("0.0.0.0/0", true), ("10.0.0.0/8", true), ("10.0.0.1/32", true), ("::/0", true), ("fd00::/8", true),
        ("2001:db8::/128", true), ("10.0.0.0", false), ("10.0.0/8", false), ("10.0.0.0/", false),
        ("10.0.0.0/08", false), ("10.0.0.0/+8", false), ("/8", false), ("", false), ("lan/8", false),
    ])
    func prefixesAreTold(_ text: String, isPrefix: Bool) {
        #expect(text.asText { NetworkText.isPrefix($0) } == isPrefix)
    }
}

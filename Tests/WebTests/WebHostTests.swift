import Testing

@testable import Web

/// The host that `Host` and `Origin` name (W5).
@Suite struct WebHostTests {
    @Test(arguments: [
        ("box.local", "box.local:80"), ("BOX.Local", "box.local"), ("box.local.", "box.local"),
        ("box.local.:8080", "box.local:8080"), ("192.0.2.1", "192.0.2.1:80"), ("[fd00::1]", "[FD00:0:0::1]:80"),
        ("[::ffff:192.0.2.1]", "192.0.2.1"), ("a_b-1", "a_b-1:0080"),
    ])
    func theSameHostIsWrittenInSeveralWays(text: String, other: String) {
        #expect(WebHost(text) != nil)
        #expect(WebHost(text) == WebHost(other))
    }

    @Test(arguments: [
        ("box.local", "box.local:8080"), ("box.local", "box"), ("box.local", "xbox.local"), ("192.0.2.1", "192.0.2.2"),
        ("[fd00::1]", "[fd00::2]"), ("[fd00::1]:81", "[fd00::1]"), ("localhost", "127.0.0.1"),
    ])
    func otherHostsDiffer(text: String, other: String) {
        #expect(WebHost(text) != nil && WebHost(other) != nil)
        #expect(WebHost(text) != WebHost(other))
    }

    @Test(arguments: [
        "", ":80", ".", "..", ".local", "box..local", "box.local..", "box.local:", "box.local:0", "box.local:65536",
        "box.local:8080:1", "box.local:+80", "box.local:080808", "box.local: 80", "box local", "a@box.local", "box/",
        "box?", "box#", "[]", "[fd00::1", "fd00::1", "fd00::1]", "[192.0.2.1]", "[box]", "[fe80::1%eth0]",
        "[fe80::1%25eth0]", "[fd00::1]x", "[fd00::1]:", "b\u{F6}x.local", "box%2elocal", "box,local", "*",
    ])
    func otherTextIsNoHost(text: String) {
        #expect(WebHost(text) == nil)
    }

    @Test(arguments: [
        ("http://box.local", true), ("http://box.local:80", true), ("http://box.local:8080", false),
        ("https://box.local", false), ("HTTP://box.local", false), ("null", false), ("", false),
        ("http://", false), ("http://box.local/", false), ("http://box.local http://other", false),
        ("box.local", false),
        ("http:/box.local", false), ("file://", false),
    ])
    func anOriginIsOfTheSameHostAndPort(origin: String, isSame: Bool) {
        #expect((WebHost(origin: origin) == WebHost("box.local")) == isSame)
    }
}

import Testing

@testable import Web

/// `allow`: the addresses whose connections are served (W5).
@Suite struct AllowedAddressesTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.255.255", true), ("126.255.255.255", false), ("128.0.0.0", false),
        ("10.0.0.0", true), ("10.255.255.255", true), ("9.255.255.255", false), ("11.0.0.0", false),
        ("172.15.255.255", false), ("172.16.0.0", true), ("172.31.255.255", true), ("172.32.0.0", false),
        ("192.167.255.255", false), ("192.168.0.0", true), ("192.168.255.255", true), ("192.169.0.0", false),
        ("169.253.255.255", false), ("169.254.0.0", true), ("169.254.255.255", true), ("169.255.0.0", false),
        ("100.64.0.1", false), ("0.0.0.0", false), ("255.255.255.255", false), ("192.0.2.1", false),
        ("::1", true), ("::", false), ("::2", false),
        ("fe7f:ffff::1", false), ("fe80::1", true), ("febf:ffff::1", true), ("fec0::1", false),
        ("fbff:ffff::1", false), ("fc00::1", true), ("fdff:ffff::1", true), ("fe00::1", false),
        ("2001:db8::1", false), ("::ffff:192.168.1.2", true), ("::ffff:192.0.2.1", false),
        ("::192.168.1.2", false), ("64:ff9b::192.168.1.2", false),
    ])
    func lanIsEveryAddressOfTheLocalNetwork(text: String, isAllowed: Bool) throws {
        let lan = try #require(AllowedAddresses(words: ["lan"]))
        #expect(lan.contains(try #require(WebAddress(text: text))) == isAllowed)
    }

    @Test(arguments: [
        ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false),
        ("192.0.2.77/24", "192.0.2.1", true), ("192.0.2.128/25", "192.0.2.127", false),
        ("192.0.2.128/25", "192.0.2.128", true), ("192.0.2.7/32", "192.0.2.7", true),
        ("192.0.2.7/32", "192.0.2.6", false), ("0.0.0.0/0", "198.51.100.1", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("::/0", "2001:db8::1", true), ("::/0", "192.0.2.1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ("2001:db8::/33", "2001:db8:8000::1", false), ("2001:db8::1/128", "2001:db8::2", false),
        ("192.0.2.0/24", "::ffff:192.0.2.1", true),
    ])
    func aPrefixIsItsFirstBits(prefix: String, text: String, isAllowed: Bool) throws {
        let allowed = try #require(AllowedAddresses(words: [prefix]))
        #expect(allowed.contains(try #require(WebAddress(text: text))) == isAllowed)
    }

    @Test func prefixesMayStandBesideLAN() throws {
        let allowed = try #require(AllowedAddresses(words: ["192.0.2.0/24", "lan"]))
        #expect(allowed.contains(WebAddress([192, 0, 2, 1])))
        #expect(allowed.contains(WebAddress([10, 0, 0, 1])))
        #expect(!allowed.contains(WebAddress([198, 51, 100, 1])))
    }

    @Test(arguments: [
        "", "LAN", "192.0.2.0", "192.0.2.0/", "192.0.2.0/33", "192.0.2.0/+8", "192.0.2.0/-1", "192.0.2.0/0008",
        "192.0.2/24", "192.0.2.0/24/8", "/24", "fd00::/129", "fd00::%eth0/8", "[fd00::]/8", "::ffff:192.0.2.0/120",
        "box.local/8", "192.0.2.0/24 ", "192.00.2.0/24",
    ])
    func otherWordsAreRefused(word: String) {
        #expect(AllowedAddresses(words: [word]) == nil)
        #expect(AllowedAddresses(words: ["lan", word]) == nil)
    }

    @Test func eightWordsAreTheMost() {
        let words = (0..<9).map { "192.0.\($0).0/24" }
        #expect(AllowedAddresses(words: []) == nil)
        #expect(AllowedAddresses(words: Array(words[..<8])) != nil)
        #expect(AllowedAddresses(words: words) == nil)
    }
}

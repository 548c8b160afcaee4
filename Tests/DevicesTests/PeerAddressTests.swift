import Devices
import Testing

/// Addresses of peers as configurations and lines of `treadle ports` have them (N3, N12).
@Suite struct PeerAddressTests {
    @Test(arguments: ["192.0.2.7:5004", "[2001:db8::7]:5004", "[fe80::1%lo]:65535", "0.0.0.0:0"])
    func textIsReadAndWritten(text: String) {
        #expect(PeerAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "192.0.2.7", "192.0.2.7:", "192.0.2.7:65536", "192.0.2.7:-1", "192.0.2.7:+1", "192.0.2.256:5004",
        "host:5004", "2001:db8::7:5004", "[2001:db8::7]", "[2001:db8::7:5004", "[192.0.2.7]:5004",
        "[fe80::1%nolink9]:5004", ":5004",
    ])
    func otherTextIsNone(text: String) {
        #expect(PeerAddress(text) == nil)
    }

    @Test func ipv4WithinIPv6IsIPv4() {
        #expect(PeerAddress("[::ffff:192.0.2.7]:5004") == PeerAddress("192.0.2.7:5004"))
    }

    @Test func aHostHasManyPorts() throws {
        let one = try #require(PeerAddress("192.0.2.7:5004"))
        #expect(one.hasSameHost(as: one.with(port: 5005)))
        #expect(one != one.with(port: 5005))
        #expect(!one.hasSameHost(as: try #require(PeerAddress("192.0.2.8:5004"))))
        #expect(!one.hasSameHost(as: try #require(PeerAddress("[::c000:207]:5004"))))
    }

    @Test func linkLocalAddressesOfTwoLinksAreTwoHosts() throws {
        var one = try #require(PeerAddress("[fe80::1]:5004"))
        var other = one
        (one.scope, other.scope) = (1, 2)
        #expect(!one.hasSameHost(as: other))
        other.scope = 0
        #expect(one.hasSameHost(as: other))
    }
}

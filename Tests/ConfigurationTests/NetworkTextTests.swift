import Settings
import Testing

@testable import Configuration

/// Addresses as the box file has them (N1, N3, N13).
struct NetworkTextTests {
    @Test(
        arguments: [
            ("192.0.2.7:5004", "192.0.2.7", 5004), ("192.0.2.7", "192.0.2.7", 5004), ("127.0.0.1:1", "127.0.0.1", 1),
            ("desk.local:65534", "desk.local", 65534), ("desk", "desk", 5004), ("mixer_2.lan", "mixer_2.lan", 5004),
            ("[fe80::1%eth0]:5006", "fe80::1%eth0", 5006), ("[2001:db8::7]", "2001:db8::7", 5004),
            ("[::1]:5004", "::1", 5004), ("[1:2:3:4:5:6:7:8]:5004", "1:2:3:4:5:6:7:8", 5004),
            ("[fe80::]:5004", "fe80::", 5004),
        ] as [(String, String, UInt16)])
    func addressOfPeerIsParsed(text: String, host: String, port: UInt16) {
        let place = text.asText { PeerPlace($0) }
        #expect(place == PeerPlace(host: host, port: port))
        #expect(place?.text.asText { PeerPlace($0) } == place)
    }

    @Test(arguments: [
        "", ":", ":5004", "192.0.2", "192.0.2.256", "192.0.2.07", "192.0.2.7.1", "192.0.2.7:", "192.0.2.7:0",
        "192.0.2.7:65535", "192.0.2.7:+5", "192.0.2.7:5004:1", "0.0.0.0", "224.0.0.251", "255.255.255.255", "5004",
        "fe80::1",
        "[fe80::1", "[fe80::1]5004", "[fe80::1]:", "[]", "[:]", "[::]", "[:1]", "[1:]", "[1::2::3]", "[:::1]",
        "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7:8::]", "[12345::]", "[g::]", "[ff02::fb]",
        "[fe80::1%]", "[fe80::1%a/b]", "[192.0.2.7]", "desk.", ".desk", "desk..local", "-desk", "my desk", "desk:x",
    ])
    func otherTextIsNoAddress(text: String) {
        #expect(text.asText { PeerPlace($0) } == nil)
    }

    @Test(arguments: [
        ("192.0.2.7", true), ("192.0.2.300", true), ("192.0.2.7:99999", true), ("desk:5004", true), ("desk:0", true),
        ("[fe80::1]", true), ("fe80::1", true), ("fe80::1%eth0", true), ("desk.local", false), ("Stage iPhone", false),
        ("*", false),
        ("Mac: 1", false), ("Studio 2.0", false), ("2.0", false), ("[Band] Mac", false), ("Take 1:2", false),
    ])
    func addressAtAPortIsToldFromAName(text: String, isAddress: Bool) {
        #expect(text.asText { PeerPlace.isMeant($0) } == isAddress)
    }

    @Test(
        arguments: [
            ("192.0.2.5/24", 0xC000_0205, 24), ("10.0.0.1/8", 0x0A00_0001, 8), ("172.16.0.6/30", 0xAC10_0006, 30),
            ("169.254.1.1/16", 0xA9FE_0101, 16),
        ] as [(String, UInt32, UInt8)])
    func staticAddressIsParsed(text: String, address: UInt32, prefix: UInt8) {
        let parsed = text.asText { StaticAddress($0) }
        #expect(parsed == StaticAddress(address: address, prefix: prefix))
        #expect(parsed?.text == text)
    }

    @Test(arguments: [
        "192.0.2.5", "192.0.2.5/", "192.0.2.5/0", "192.0.2.5/31", "192.0.2.5/32", "192.0.2.5/+24", "192.0.2.0/24",
        "192.0.2.255/24", "172.16.0.4/30", "172.16.0.7/30", "127.0.0.1/8", "224.0.0.1/24", "0.0.0.1/8", "fe80::1/64",
        "192.0.2/24", "192.0.2.5/24/1", "/24", "",
    ])
    func otherTextIsNoStaticAddress(text: String) {
        #expect(text.asText { StaticAddress($0) } == nil)
    }
}

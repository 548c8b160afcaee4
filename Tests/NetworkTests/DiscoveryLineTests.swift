import Testing

@testable import Network

/// The lines of the mDNS child (N2). No line of any content may do more than count as malformed (N9).
@Suite struct DiscoveryLineTests {
    private func line(_ text: String) -> DiscoveryLine? { DiscoveryLine(Array(text.utf8)[...]) }

    @Test func wordsOfALineAreUnescaped() {
        let service = FoundService(
            name: "Stage \\ Bühne", interface: "eth0", host: "box.local", address: "fe80::1%eth0", port: 5004)
        let text = "found eth0 ipv6 Stage\\032\\092\\032Bühne box.local fe80::1%eth0 5004"
        #expect(line(text) == .found(service, isIPv6: true))
        #expect(line("lost eth0 ipv4 A\\010B") == .lost(name: "A\nB", interface: "eth0", isIPv6: false))
        #expect(line("name Treadle\\032#2") == .name("Treadle #2"))
        #expect(line("dropped 300") == .dropped(300))
        #expect(line("host Stage-2.local") == .host("Stage-2.local") && line("host") == nil)
        #expect(line("alive") == .alive && line("alive A") == nil)
        #expect(line("address a.local fe80::1%eth0") == .address(host: "a.local", "fe80::1%eth0"))
        #expect(line("address a.local") == nil)
        #expect(line("failed No\\032network") == .failed("No network"))
    }

    @Test(
        arguments: [
            "", " ", "found", "lost", "name", "name ", "name A B", "noise A", "NAME A",
            "found eth0 ipv4 A h 1.2.3.4", "found eth0 ipv4 A h 1.2.3.4 5004 x", "found eth0 ipv5 A h 1.2.3.4 5004",
            "found eth0 ipv4 A h 1.2.3.4 0", "found eth0 ipv4 A h 1.2.3.4 65536", "found eth0 ipv4 A h 1.2.3.4 -1",
            "found eth0 ipv4  h 1.2.3.4 5004", "found  ipv4 A h 1.2.3.4 5004", "lost eth0 A", "lost eth0 ipv4 A B",
            "dropped 0", "dropped x", "name \\", "name \\1", "name \\03", "name \\256", "name \\000", "name \\+32",
            "name \\abc", "name A\\",
        ])
    func malformedLinesAreRefused(_ text: String) {
        #expect(line(text) == nil)
    }

    @Test func namesUpToTheLimitAreTaken() {
        let name = String(repeating: "x", count: DiscoveryLimits.name)
        #expect(line("name \(name)") == .name(name))
        #expect(line("name \(name)x") == nil)
    }

    @Test func invalidUTF8IsRepaired() {
        #expect(DiscoveryLine([UInt8](_: Array("name A".utf8) + [0xFF])[...]) == .name("A\u{FFFD}"))
    }

    @Test func anEscapedNameIsOneWordAndComesBack() {
        let name = "Stage\n\t\u{7F} \\032 Bühne"
        let word = DiscoveryLine.escaped(name)
        #expect(!word.contains { $0 <= 0x20 || $0 == 0x7F })
        #expect(DiscoveryLine((Array("name ".utf8) + word)[...]) == .name(name))
    }
}

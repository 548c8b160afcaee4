import Testing

@testable import Network

/// What is kept of what the mDNS child finds (N2), also when the child is another one (N10).
@Suite struct FoundServicesTests {
    private var services = FoundServices()

    private func service(_ name: String, address: String = "192.0.2.7") -> FoundService {
        FoundService(name: name, interface: "eth0", host: "peer.local", address: address, port: 5004)
    }

    @Test mutating func aServiceIsReportedOnceForEachIPVersion() {
        #expect(services.found(service("A"), false) == [.found(service("A"))])
        #expect(services.found(service("A"), false) == [])
        #expect(services.found(service("A", address: "fe80::1%eth0"), true).count == 1)
        #expect(services.lost("A", "eth0", false) == service("A"))
        #expect(services.lost("A", "eth0", false) == nil)
        #expect(services.lost("A", "eth0", true) == service("A", address: "fe80::1%eth0"))
    }

    @Test mutating func aNewAddressReplacesTheService() {
        let (old, new) = (service("A"), service("A", address: "192.0.2.8"))
        _ = services.found(old, false)
        #expect(services.found(new, false) == [.lost(old), .found(new)])
        #expect(services.lost("A", "eth0", false) == new)
    }

    @Test mutating func aFloodIsCountedAndNotKept() {
        for number in 0..<DiscoveryLimits.services { #expect(services.found(service("\(number)"), false).count == 1) }
        #expect(services.found(service("one more"), false) == [])
        #expect(services.dropped == 1)
        #expect(services.lost("one more", "eth0", false) == nil)
        _ = services.lost("0", "eth0", false)
        #expect(services.found(service("one more"), false).count == 1)
    }

    @Test mutating func aNewChildHasTimeToFindEverythingAgain() {
        _ = services.found(service("A"), false)
        _ = services.found(service("B"), false)
        services.beginSearch(1000)
        #expect(services.searchEnd == 1000 + DiscoveryLimits.searchTime)
        #expect(services.found(service("A"), false) == [])
        #expect(services.lostInSearch(services.searchEnd - 1) == [])
        #expect(services.lostInSearch(services.searchEnd) == [service("B")])
        #expect(services.searchEnd == UInt64.max)
        #expect(services.lost("A", "eth0", false) == service("A"))
    }

    @Test mutating func withoutServicesNoSearchEnds() {
        services.beginSearch(1000)
        #expect(services.searchEnd == UInt64.max)
    }
}

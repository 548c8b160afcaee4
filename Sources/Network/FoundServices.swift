import Compact

/// The existing services. Name, interface and IP version identify a service.
struct FoundServices {
    private struct Entry {
        var service: FoundService
        var isIPv6: Bool
        /// Found by the mDNS child that runs now, not by an earlier one.
        var isFresh: Bool
    }

    private var entries: [Entry] = []
    private var droppedHere = 0
    /// The number of services that the child has dropped.
    var droppedByChild = 0
    var dropped: Int { droppedHere + droppedByChild }
    /// When a search ends, in ns; `UInt64.max` if there is none.
    private(set) var searchEnd = UInt64.max

    private func index(_ name: String, _ interface: String, _ isIPv6: Bool) -> Int? {
        entries.firstIndex {
            $0.isIPv6 == isIPv6 && $0.service.name == name && $0.service.interface == interface
        }
    }

    mutating func found(_ service: FoundService, _ isIPv6: Bool) -> [DiscoveryEvent] {
        let entry = Entry(service: service, isIPv6: isIPv6, isFresh: true)
        guard let index = index(service.name, service.interface, isIPv6) else {
            if entries.count == DiscoveryLimits.services {
                droppedHere += 1
                return []
            }
            entries.append(entry)
            return [.found(service)]
        }
        let old = entries[index].service
        entries[index] = entry
        return old == service ? [] : [.lost(old), .found(service)]
    }

    mutating func lost(_ name: String, _ interface: String, _ isIPv6: Bool) -> FoundService? {
        index(name, interface, isIPv6).map { entries.remove(at: $0).service }
    }

    /// Begins a search when a new child has started. Services that earlier children found remain until `lostInSearch`
    /// removes them.
    mutating func beginSearch(_ now: UInt64) {
        for index in entries.indices { entries[index].isFresh = false }
        searchEnd = entries.isEmpty ? UInt64.max : now + DiscoveryLimits.searchTime
    }

    /// Ends the search if that is due: removes the services that were not found again, and returns them.
    mutating func lostInSearch(_ now: UInt64) -> [FoundService] {
        if now < searchEnd { return [] }
        searchEnd = UInt64.max
        let lost = entries.filter { !$0.isFresh }.map { $0.service }
        entries.removeAll { !$0.isFresh }
        return lost
    }
}

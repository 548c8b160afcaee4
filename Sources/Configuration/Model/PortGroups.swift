import Settings
import Plan

/// The routing places of the ports. Each port has a place with its own number; after all of these, a UMP port has a
/// place for each further group (U6).
///
/// The number of places reserved for a port does not depend on what is known of its device, so no place moves when a
/// device with more groups is plugged in.
package struct PortGroups: Equatable, Sendable {
    /// The places of a port.
    package struct Entry: Equatable, Sendable {
        /// The number of places in use, 1...16.
        package var count = 1
        /// The number of places reserved for the port, 1...16.
        package var room = 1
        /// The second place; further places follow directly.
        package var second = 0
    }

    /// The entries, by port number.
    package private(set) var entries: [Entry] = []
    /// The port of each place in use.
    private var owners: [Int: Int] = [:]

    /// The number of places that the box file asks for; more than `Limits.ports` is an error.
    private(set) var asked = 0

    init() {}

    /// - Parameter known: the known number of groups of a device, by alias.
    init(_ ports: [PortConfiguration], known: [String: Int]) {
        entries = ports.map { _ in Entry() }
        for index in ports.indices { entries[index].room = ports[index].groups ?? 1 }
        asked = entries.reduce(0) { $0 + $1.room }
        // Too many places is an error that the reader reports; then each port gets one place.
        if asked > Limits.ports { entries = ports.map { _ in Entry() } }
        share(ports.indices.filter { ports[$0].groupsWanted == .all })
        share(ports.indices.filter { ports[$0].groupsWanted == .known })
        var next = ports.count
        for wanted in [PortConfiguration.GroupsWanted.written, .all, .known, .one] {
            for index in ports.indices where ports[index].groupsWanted == wanted {
                entries[index].second = next
                next += entries[index].room - 1
            }
        }
        for index in ports.indices {
            entries[index].count = entries[index].room
            if ports[index].groups == nil && asked <= Limits.ports {
                let unknown = ports[index].groupsWanted == .all ? entries[index].room : 1
                entries[index].count = min(max(known[ports[index].alias] ?? unknown, 1), entries[index].room)
            }
            owners[index] = index
            for more in 0..<entries[index].count - 1 { owners[entries[index].second + more] = index }
        }
    }

    /// Divides the free places evenly among ports, at most 16 each.
    private mutating func share(_ ports: [Int]) {
        if ports.isEmpty || asked > Limits.ports { return }
        let left = Limits.ports - entries.reduce(0) { $0 + $1.room }
        for port in ports { entries[port].room += min(left / ports.count, PortConfiguration.mostGroups - 1) }
    }

    /// Returns the places of a port, in the order of its groups.
    package func places(of port: Int) -> [Int] {
        let entry = entries[port]
        return [port] + (0..<entry.count - 1).map { entry.second + $0 }
    }

    /// Returns the port of a place; nil for an unused place.
    package func port(of place: Int) -> Int? { owners[place] }
}

// MARK: - Names

extension BoxConfiguration {
    /// Returns the alias of the port of a place; nil for an unused place.
    package func alias(of place: Int) -> String? { groups.port(of: place).map { ports[$0].alias } }

    /// Returns a unique name of a place: the alias, followed by a colon and the group 1...16 if the port has several
    /// places.
    package func name(of place: Int) -> String? {
        guard let port = groups.port(of: place) else { return nil }
        if groups.entries[port].count == 1 { return ports[port].alias }
        return groups.places(of: port).firstIndex(of: place).map { "\(ports[port].alias):\($0 + 1)" }
    }

    /// Returns the place with a name as `name(of:)` makes it; an alias alone is the first place of the port. Nil if
    /// there is none.
    package func place(named name: String) -> Int? {
        if let port = ports.firstIndex(where: { $0.alias == name }) { return port }
        return (0..<Limits.ports).first { self.name(of: $0) == name }
    }
}

extension PortConfiguration {
    static let mostGroups = 16

    /// The origin of the number of groups.
    enum GroupsWanted {
        /// One place, whatever groups the device has.
        case one
        /// The number in the box file.
        case written
        /// The last known number of groups of the device.
        case known
        /// As many places as are free in the box.
        case all
    }

    var groupsWanted: GroupsWanted {
        if group != nil { return .one }
        if groups != nil { return .written }
        if wanted == .midi2 { return .all }
        return isDevice ? .known : .one
    }

    /// Whether the port is a device that may use UMP.
    var isDevice: Bool {
        switch place {
        case .match, .usb, .serialNumber, .usbDevice: true
        case .uart, .virtual, .network, .bluetooth, .nowhere: false
        }
    }
}

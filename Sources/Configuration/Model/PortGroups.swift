import Program

/// Which places the ports of a box have: one each, by its number, and behind all of them one for each further group of a
/// port of packets (U6).
///
/// The room of a port does not depend on what its device is known to have, so no place moves when a device with more
/// groups comes.
public struct PortGroups: Equatable, Sendable {
    /// The places of a port.
    public struct Entry: Equatable, Sendable {
        /// The number of places in use, 1...16.
        public var count = 1
        /// The number of places that are kept for the port, 1...16.
        public var room = 1
        /// The second place, which the others follow.
        public var second = 0
    }

    /// By port number.
    public private(set) var entries: [Entry] = []
    /// The port of each place that is in use, ports first.
    private var owners: [Int: Int] = [:]

    /// The ports and groups that the box file asks for; more than `Limits.ports` are too many.
    private(set) var asked = 0

    init() {}

    /// - Parameter known: how many groups the device of an alias is known to have.
    init(_ ports: [PortConfiguration], known: [String: Int]) {
        entries = ports.map { _ in Entry() }
        for index in ports.indices { entries[index].room = ports[index].groups ?? 1 }
        asked = entries.reduce(0) { $0 + $1.room }
        // Too many are an error, which is reported; then each port has one place.
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

    /// Shares the places that are left among ports, evenly, at most 16 each.
    private mutating func share(_ ports: [Int]) {
        if ports.isEmpty || asked > Limits.ports { return }
        let left = Limits.ports - entries.reduce(0) { $0 + $1.room }
        for port in ports { entries[port].room += min(left / ports.count, PortConfiguration.mostGroups - 1) }
    }

    /// The places of a port in the order of groups.
    public func places(of port: Int) -> [Int] {
        let entry = entries[port]
        return [port] + (0..<entry.count - 1).map { entry.second + $0 }
    }

    /// The port of a place; nil for a place that is not in use.
    public func port(of place: Int) -> Int? { owners[place] }
}

// MARK: - Names

extension BoxConfiguration {
    /// The alias of the port of a place; nil for a place that is not in use.
    public func alias(of place: Int) -> String? { groups.port(of: place).map { ports[$0].alias } }

    /// What tells a place from all others: the alias, and behind a colon the group 1...16 where the port has several
    /// places.
    public func name(of place: Int) -> String? {
        guard let port = groups.port(of: place) else { return nil }
        if groups.entries[port].count == 1 { return ports[port].alias }
        return groups.places(of: port).firstIndex(of: place).map { "\(ports[port].alias):\($0 + 1)" }
    }

    /// The place of such a name; an alias alone is the first place of its port. Nil: there is none.
    public func place(named name: String) -> Int? {
        if let port = ports.firstIndex(where: { $0.alias == name }) { return port }
        return (0..<Limits.ports).first { self.name(of: $0) == name }
    }
}

extension PortConfiguration {
    static let mostGroups = 16

    /// Where the number of groups comes from.
    enum GroupsWanted {
        /// One place, whatever the device has.
        case one
        /// As many as the box file says.
        case written
        /// As many as the device is known to have.
        case known
        /// As many as the box has room for.
        case all
    }

    var groupsWanted: GroupsWanted {
        if group != nil { return .one }
        if groups != nil { return .written }
        if wanted == .midi2 { return .all }
        return isDevice ? .known : .one
    }

    /// Whether it is a device that may speak packets.
    var isDevice: Bool {
        switch place {
        case .match, .usb, .serialNumber, .usbDevice: true
        case .uart, .virtual, .network, .nowhere: false
        }
    }
}

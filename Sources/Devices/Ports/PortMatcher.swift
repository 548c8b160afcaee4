import Settings

/// Assigns found ports to aliases (rules E2, H9: a device that returns gets its alias again).
///
/// - An alias is one device: its input and its output are ports of the same card. A glob selects one port of each
///   device, so two aliases with the same glob are two devices, unless a `port` beside it tells them apart: then they
///   are ports of one device, which come and go together (`DeviceGroups`).
/// - Each port goes to at most one alias. Aliases that name a socket or a serial number choose first.
/// - The other aliases choose in this order: aliases whose device is in its previous socket; aliases whose device is in
///   another socket and has the same serial number; aliases whose previous device is missing; aliases that never had a
///   device. Among equals, aliases choose in the order of the box file, and take the device in the first free socket.
///
/// An alias that is a group of another alias's device (U6) chooses nothing: it uses the ports of the other alias.
///
/// So each of two identical keyboards keeps its alias as long as it stays in its socket, and a keyboard that is plugged
/// into another socket goes to the alias whose device is missing.
package struct PortMatcher: Sendable {
    /// The last ports of each alias, kept while its device is away.
    package private(set) var memory: [PortAssignment] = []

    package init() {}

    /// Assigns ports and remembers the result for the next call.
    ///
    /// - Parameter wanted: the wanted ports in the order of the box file. They may differ from call to call; aliases
    ///   are identified by name.
    /// - Returns: the assigned ports in the order of the box file, inputs before outputs.
    package mutating func match(_ wanted: [WantedPort], _ found: [FoundPort]) -> [PortAssignment] {
        let result = PortMatcher.assign(wanted, found, held: memory)
        memory.removeAll { old in result.contains { $0.alias == old.alias && $0.direction == old.direction } }
        memory += result
        return result
    }

    /// Assigns ports. The result depends on the parameters only.
    package static func assign(
        _ wanted: [WantedPort], _ found: [FoundPort], held: [PortAssignment]
    ) -> [PortAssignment] {
        var round = MatchingRound(wanted, found, held)
        round.run()
        return round.result()
    }
}

/// The state of one assignment.
private struct MatchingRound {
    private let wanted: [WantedPort]
    private let held: [PortAssignment]
    /// USB devices by socket, then other devices.
    private let devices: [FoundDevice]
    private var taken: [FoundPort] = []
    /// The ports of each alias, at most one for each direction.
    private var given: [[FoundPort]]
    private let groups: DeviceGroups

    init(_ wanted: [WantedPort], _ found: [FoundPort], _ held: [PortAssignment]) {
        self.wanted = wanted
        self.held = held
        devices = FoundDevice.sorted(found)
        given = Array(repeating: [], count: wanted.count)
        groups = DeviceGroups(wanted)
    }

    mutating func run() {
        for alias in wanted.indices where wanted[alias].place.isExact {
            give(alias) { _ in true }
        }
        for alias in wanted.indices {
            let places = memory(of: alias).map { $0.place }
            give(alias) { places.contains($0.card.place) }
        }
        for alias in wanted.indices {
            let numbers = memory(of: alias).compactMap { $0.serialNumber }
            give(alias) { device in device.card.usb?.serialNumber.map(numbers.contains) ?? false }
        }
        for alias in wanted.indices where !memory(of: alias).isEmpty {
            give(alias) { _ in true }
        }
        for alias in wanted.indices {
            give(alias) { _ in true }
        }
    }

    /// Assigns the first allowed device to an alias that has no ports yet, and to all aliases of the same device, but
    /// prefers a device with all wanted directions.
    private mutating func give(_ alias: Int, where allowed: (FoundDevice) -> Bool) {
        let aliases = groups[alias]
        guard aliases.allSatisfy({ given[$0].isEmpty }), wanted[alias].sharing == nil else { return }
        var best: [[FoundPort]] = aliases.map { _ in [] }
        for device in devices where allowed(device) {
            let ports = choose(aliases, device)
            if count(ports) > count(best) { best = ports }
        }
        for (alias, ports) in zip(aliases, best) {
            given[alias] = ports
            taken += ports
        }
    }

    private func count(_ ports: [[FoundPort]]) -> Int { ports.reduce(0) { $0 + $1.count } }

    /// Returns the free ports of a device that the aliases of one device would get.
    private func choose(_ aliases: [Int], _ device: FoundDevice) -> [[FoundPort]] {
        var chosen: [FoundPort] = []
        return aliases.map { alias in
            var ports: [FoundPort] = []
            for direction in [Direction.input, .output] where wanted[alias].directions.has(direction) {
                let all = device.ports.filter { $0.direction == direction }
                if let port = wanted[alias].place.choose(all), !taken.contains(port), !chosen.contains(port) {
                    ports.append(port)
                }
            }
            chosen += ports
            return ports
        }
    }

    /// The last ports of an alias and of the other aliases of its device.
    private func memory(of alias: Int) -> [PortAssignment] {
        let names = groups[alias].map { wanted[$0].alias }
        return held.filter { names.contains($0.alias) }
    }

    func result() -> [PortAssignment] {
        var result: [PortAssignment] = []
        for (index, wish) in wanted.enumerated() {
            let owner = wish.sharing.flatMap { alias in wanted.firstIndex { $0.alias == alias } } ?? index
            let ports = given[owner].filter { wish.directions.has($0.direction) }
            switch wish.place {
            case .uart(let path): result += own(wish, .uart(path: path))
            case .virtual, .nowhere: result += own(wish, .virtual)
            case .match, .usb, .serialNumber, .usbDevice, .network, .bluetooth:
                result += ports.map {
                    PortAssignment(
                        alias: wish.alias, direction: $0.direction, address: $0.address, place: $0.card.place,
                        serialNumber: $0.card.usb?.serialNumber)
                }
            }
        }
        return result
    }

    /// Returns the ports of an alias that needs no found device.
    private func own(_ wish: WantedPort, _ address: PortAddress) -> [PortAssignment] {
        [Direction.input, .output].filter(wish.directions.has).map {
            PortAssignment(alias: wish.alias, direction: $0, address: address, place: "")
        }
    }
}

/// Decides which alias has which port (rules E2, H9: what vanishes comes back to where it was).
///
/// - An alias is one device: its input and its output are ports of the same card. A glob means one port of each device,
///   so two aliases with the same glob are two devices, never two ports of one.
/// - Every port goes to one alias at most. Aliases that name a socket or a serial number choose first.
/// - The others, in this order: the alias whose device is (again) in the socket where it was; the alias whose device has
///   turned up in another socket, known by its serial number; aliases that had a device which is missing; aliases that
///   never had one. Among equals, those earlier in the box file come first and take the device in the first free socket.
///
/// So of two identical keyboards each keeps its alias as long as it stays in its socket, and one that is replugged
/// elsewhere goes to the alias that misses one.
public struct PortMatcher: Sendable {
    /// What each alias had last, kept while its device is away.
    public private(set) var memory: [PortAssignment] = []

    public init() {}

    /// Matches, and remembers the result for the next time.
    ///
    /// - Parameter wanted: in the order of the box file; may differ from call to call, aliases are known by name.
    /// - Returns: what is there, in the order of the box file, inputs before outputs.
    public mutating func match(_ wanted: [WantedPort], _ found: [FoundPort]) -> [PortAssignment] {
        let result = PortMatcher.assign(wanted, found, held: memory)
        memory.removeAll { old in result.contains { $0.alias == old.alias && $0.direction == old.direction } }
        memory += result
        return result
    }

    /// The decision itself: depends on nothing else.
    public static func assign(
        _ wanted: [WantedPort], _ found: [FoundPort], held: [PortAssignment]
    ) -> [PortAssignment] {
        var round = MatchingRound(wanted, found, held)
        round.run()
        return round.result()
    }
}

/// One decision while it is being made.
private struct MatchingRound {
    private let wanted: [WantedPort]
    private let held: [PortAssignment]
    /// By socket, then the rest.
    private let devices: [FoundDevice]
    private var taken: [FoundPort] = []
    /// For each alias its ports, at most one of a direction.
    private var given: [[FoundPort]]

    init(_ wanted: [WantedPort], _ found: [FoundPort], _ held: [PortAssignment]) {
        self.wanted = wanted
        self.held = held
        devices = FoundDevice.sorted(found)
        given = Array(repeating: [], count: wanted.count)
    }

    mutating func run() {
        for alias in wanted.indices where wanted[alias].rule.isExact {
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

    /// Gives an alias that has nothing yet the first device allowed; one that has all directions it wants before others.
    private mutating func give(_ alias: Int, where allowed: (FoundDevice) -> Bool) {
        guard given[alias].isEmpty else { return }
        var best: [FoundPort] = []
        for device in devices where allowed(device) {
            let ports = choose(alias, device)
            if ports.count > best.count { best = ports }
        }
        given[alias] = best
        taken += best
    }

    /// What the alias would get of a device, of what is free.
    private func choose(_ alias: Int, _ device: FoundDevice) -> [FoundPort] {
        var ports: [FoundPort] = []
        for direction in [Direction.input, .output] where wanted[alias].directions.has(direction) {
            let all = device.ports.filter { $0.direction == direction }
            if let port = wanted[alias].rule.choose(all), !taken.contains(port) { ports.append(port) }
        }
        return ports
    }

    private func memory(of alias: Int) -> [PortAssignment] {
        held.filter { $0.alias == wanted[alias].alias }
    }

    func result() -> [PortAssignment] {
        var result: [PortAssignment] = []
        for (wish, ports) in zip(wanted, given) {
            switch wish.rule {
            case .uart(let path): result += own(wish, .uart(path: path))
            case .virtual: result += own(wish, .virtual)
            default:
                result += ports.map {
                    PortAssignment(
                        alias: wish.alias, direction: $0.direction, address: $0.address, place: $0.card.place,
                        serialNumber: $0.card.usb?.serialNumber)
                }
            }
        }
        return result
    }

    /// What needs nothing that is found.
    private func own(_ wish: WantedPort, _ address: PortAddress) -> [PortAssignment] {
        [Direction.input, .output].filter(wish.directions.has).map {
            PortAssignment(alias: wish.alias, direction: $0, address: address, place: "")
        }
    }
}

import CPlatform
import Configuration
import Devices

/// Which devices are there, and which of them belongs to which alias (E2).
struct PortFinder {
    let watch: SequencerWatch?
    private var hotplug: Hotplug?
    private var matcher = PortMatcher()
    /// What was there at the last look.
    private var found: [FoundPort] = []
    /// When what is missing is looked for again.
    private var lookAt: UInt64 = 0

    /// Nanoseconds between looks for what is missing; E2 wants one a second.
    private static let lookTime: UInt64 = 500_000_000

    init() {
        watch = try? SequencerWatch()
        hotplug = try? Hotplug()
    }

    /// The descriptor that tells of devices, and the one that tells of ports of other programs; -1: there is none.
    var descriptors: (hotplug: Int32, watch: Int32) { (hotplug?.fd ?? -1, watch?.fd ?? -1) }

    /// When devices have settled that have come or gone.
    var deadline: UInt64 { hotplug?.deadline ?? UInt64.max }

    /// Looks what is there, and gives each alias what belongs to it.
    mutating func look(for ports: [PortConfiguration]) -> [PortAssignment] {
        lookAt = treadle_now() + PortFinder.lookTime
        found = PortScan().ports(watch)
        return matcher.match(ports.map { WantedPort($0) }, found)
    }

    /// Reads what the kernel tells of devices.
    mutating func readHotplug(at now: UInt64) { hotplug?.read(at: now) }

    /// Whether to look again.
    mutating func isDue(hasNews: Bool, isMissing: Bool, at now: UInt64) -> Bool {
        let changes = hotplug?.take(at: now) ?? []
        return !changes.isEmpty || hasNews || now >= lookAt && isMissing
    }

    /// Whether a device is a serial wire.
    func isSerial(_ address: PortAddress) -> Bool { found.first { $0.address == address }?.card.isSerial ?? false }

    /// The name that the maker of a device or program gave a port.
    func name(of assignment: PortAssignment?) -> String? {
        found.first { $0.address == assignment?.address && $0.direction == assignment?.direction }?.name
    }
}

extension WantedPort {
    init(_ port: PortConfiguration) {
        let rule: Rule =
            switch port.place {
            case .match(let glob): .match(Glob(glob))
            case .usb(let socket, let number): .usb(socket, port: number)
            case .serialNumber(let serial, let number): .serialNumber(serial, port: number)
            case .uart(let path): .uart(path)
            case .virtual, .nowhere: .virtual
            }
        self.init(alias: port.alias, rule: rule, directions: port.directions)
    }
}

extension PortConfiguration {
    var directions: Directions {
        var directions: Directions = []
        if receives { directions.insert(.input) }
        if sends { directions.insert(.output) }
        return directions
    }
}

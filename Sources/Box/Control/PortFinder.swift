import CPlatform
import Configuration
import Devices

/// Finds the devices of this machine and assigns them to aliases (E2).
struct PortFinder {
    let watch: SequencerWatch?
    private var hotplug: Hotplug?
    private var matcher = PortMatcher()
    /// The ports of the last scan.
    private var found: [FoundPort] = []
    /// When to scan for missing ports again.
    private var lookAt: UInt64 = 0

    /// Nanoseconds between scans for missing ports; E2 requires one a second.
    private static let lookTime: UInt64 = 500_000_000

    init() {
        watch = try? SequencerWatch()
        hotplug = try? Hotplug()
    }

    /// The descriptors that report devices and ports of other programs; -1 if not available.
    var descriptors: (hotplug: Int32, watch: Int32) { (hotplug?.fd ?? -1, watch?.fd ?? -1) }

    /// When changes of plugged or unplugged devices have settled, in ns.
    var deadline: UInt64 { hotplug?.deadline ?? UInt64.max }

    /// Scans for ports and assigns them to aliases.
    mutating func look(for ports: [PortConfiguration]) -> [PortAssignment] {
        lookAt = treadle_now() + PortFinder.lookTime
        found = PortScan().ports(watch)
        return matcher.match(WantedPort.all(ports), found)
    }

    /// Reads the kernel's device events.
    mutating func readHotplug(at now: UInt64) { hotplug?.read(at: now) }

    /// Whether to scan again.
    mutating func isDue(hasNews: Bool, isMissing: Bool, at now: UInt64) -> Bool {
        let changes = hotplug?.take(at: now) ?? []
        return !changes.isEmpty || hasNews || now >= lookAt && isMissing
    }

    /// Whether a device is a serial wire.
    func isSerial(_ address: PortAddress) -> Bool { found.first { $0.address == address }?.card.isSerial ?? false }

    /// The name of a port as its device or program reports it.
    func name(of assignment: PortAssignment?) -> String? {
        found.first { $0.address == assignment?.address && $0.direction == assignment?.direction }?.name
    }
}

extension WantedPort {
    /// The ports of a box. For a port that is one group of another port's device, `sharing` is the other port's alias
    /// (U6).
    static func all(_ ports: [PortConfiguration]) -> [WantedPort] {
        ports.map { port in
            var wanted = WantedPort(alias: port.alias, place: port.place, directions: port.directions)
            wanted.sharing = port.sharedWith.map { ports[$0].alias }
            return wanted
        }
    }
}

extension PortConfiguration {
    var directions: Directions {
        var directions: Directions = []
        if receives || sharesInput { directions.insert(.input) }
        if sends || sharesOutput { directions.insert(.output) }
        return directions
    }
}

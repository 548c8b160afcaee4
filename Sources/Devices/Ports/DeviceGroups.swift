import Settings

/// The aliases that are ports of one device under one name, told apart by `port`: `match: "K*", port: 1` and
/// `match: "K*", port: 2`.
///
/// An alias joins the first device in the order of the box file where no alias has its port number. So four aliases
/// with the numbers 1, 2, 1, 2 are two devices of two ports each. Once a `port` stands beside a glob, an alias with
/// this glob alone counts as its port 1.
struct DeviceGroups {
    /// The aliases of each device, in the order of the box file, by each of its aliases.
    private var aliases: [[Int]]

    init(_ wanted: [WantedPort]) {
        aliases = wanted.indices.map { [$0] }
        var devices: [[Int]] = []
        for alias in wanted.indices {
            guard case .match(let glob, let port) = wanted[alias].place, wanted[alias].sharing == nil,
                port != nil || wanted.contains(where: { $0.countsPorts(of: glob) })
            else { continue }
            let place = devices.firstIndex { device in
                device.allSatisfy { wanted[$0].canShare(with: wanted[alias], glob: glob) }
            }
            if let place { devices[place].append(alias) } else { devices.append([alias]) }
        }
        for device in devices {
            for alias in device { aliases[alias] = device }
        }
    }

    /// The aliases of an alias's device, the alias itself included.
    subscript(alias: Int) -> [Int] { aliases[alias] }
}

extension WantedPort {
    /// Whether this alias names a port by its number among those of a glob.
    fileprivate func countsPorts(of glob: String) -> Bool {
        if case .match(glob, .some) = place { return sharing == nil }
        return false
    }

    /// Whether two aliases of a glob can be ports of one device: their numbers or their directions differ.
    fileprivate func canShare(with other: WantedPort, glob: String) -> Bool {
        guard case .match(glob, let port) = place, case .match(_, let otherPort) = other.place else { return false }
        return (port ?? 1) != (otherPort ?? 1) || directions.isDisjoint(with: other.directions)
    }
}

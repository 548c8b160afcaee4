/// Counts the pairings of addresses that were refused (B14): after 3 within a minute, an address waits a minute.
struct Refusals {
    private var all: [(address: RadioAddress, since: UInt64, count: Int, until: UInt64)] = []

    /// Counts a refusal at a time in nanoseconds.
    mutating func count(_ address: RadioAddress, at now: UInt64) {
        var index = all.firstIndex { $0.address == address }
        if index == nil {
            if all.count >= BluetoothLimits.pauses { all.removeFirst() }
            all.append((address, now, 0, 0))
            index = all.count - 1
        }
        guard let index else { return }
        if now >= all[index].since + BluetoothLimits.refusalTime { (all[index].since, all[index].count) = (now, 0) }
        all[index].count += 1
        if all[index].count < BluetoothLimits.refusals { return }
        all[index].until = now + BluetoothLimits.refusalTime
        all[index].count = 0
        all[index].since = all[index].until
    }

    func waits(_ address: RadioAddress, at now: UInt64) -> Bool {
        all.contains { $0.address == address && now < $0.until }
    }

    /// A peer is known by another address from now on.
    mutating func rename(_ old: RadioAddress, _ new: RadioAddress) {
        for index in all.indices where all[index].address == old { all[index].address = new }
    }
}

/// Addresses that are not connected to for a time.
struct Pauses {
    private var all: [(address: RadioAddress, until: UInt64)] = []

    mutating func begin(_ address: RadioAddress, until: UInt64) {
        all.removeAll { $0.address == address }
        if all.count >= BluetoothLimits.pauses { all.removeFirst() }
        all.append((address, until))
    }

    func lasts(_ address: RadioAddress, at now: UInt64) -> Bool {
        all.contains { $0.address == address && now < $0.until }
    }
}

/// Names that peers have told, to name those that connect and those that ask.
struct PeerNames {
    private var all: [(address: RadioAddress, name: String)] = []

    mutating func set(_ address: RadioAddress, _ name: String) {
        if let index = all.firstIndex(where: { $0.address == address }) {
            all[index].name = name
            return
        }
        if all.count >= BluetoothLimits.names { all.removeFirst() }
        all.append((address, name))
    }

    subscript(address: RadioAddress) -> String? { all.first { $0.address == address }?.name }
}

/// The bond with one peer (B4): keys, name, role and when it was last used. The box keeps it as a record.
struct PeerBond: Equatable {
    /// The identity of the peer.
    var address: RadioAddress
    var name = ""
    /// Whether the box was the central when it was last connected.
    var wasCentral = false
    /// The bond with the greatest number was used last.
    var lastUse: UInt32 = 0
    private(set) var keys: [LongTermKey] = []
    var identity: IdentityKey?

    init(_ address: RadioAddress) { self.address = address }

    /// Takes a key in the place of the one that it replaces.
    mutating func add(_ key: LongTermKey) {
        keys.removeAll { key.isForBothRoles || $0.isForBothRoles || $0.isCentrals == key.isCentrals }
        keys.append(key)
    }

    // MARK: - The record

    private static let version: UInt8 = 1
    private static let wasCentralFlag: UInt8 = 1

    /// Version, address, type of address (0 public, 1 random), flags, last use, the long-term keys behind their number,
    /// and the identity key if there is one.
    var record: [UInt8] {
        var record = [PeerBond.version] + address.bytes.prefix(6)
        record.append(address.isRandom ? 1 : 0)
        record.append(wasCentral ? PeerBond.wasCentralFlag : 0)
        record.append(long: lastUse)
        record.append(UInt8(keys.count))
        for key in keys { record += key.record }
        return record + (identity?.record ?? [])
    }

    /// Reads a record; nil if it is malformed or of another version.
    init?(_ record: [UInt8], name: String) {
        var reader = ByteReader(record[...])
        guard reader.byte() == PeerBond.version, let bytes = reader.take(6), let type = reader.byte(), type <= 1,
            let flags = reader.byte(), let lastUse = reader.long(), let count = reader.byte(),
            count <= BluetoothLimits.keysOfBond
        else { return nil }
        self.init(RadioAddress(bits: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, isRandom: type == 1))
        self.name = RadioWords.name(Array(name.utf8)[...])
        (wasCentral, self.lastUse) = (flags & PeerBond.wasCentralFlag != 0, lastUse)
        for _ in 0..<count {
            guard let bytes = reader.take(LongTermKey.byteCount), let key = LongTermKey(bytes) else { return nil }
            keys.append(key)
        }
        if reader.rest.isEmpty { return }
        guard let key = IdentityKey(reader.rest), reader.rest.count == IdentityKey.byteCount else { return nil }
        identity = key
    }
}

/// All bonds (B4).
struct BondStore {
    private(set) var bonds: [PeerBond] = []

    func index(of address: RadioAddress) -> Int? { bonds.firstIndex { $0.address == address } }

    func bond(with address: RadioAddress) -> PeerBond? { bonds.first { $0.address == address } }

    /// Changes the bond with a peer, which may be new, and returns it. When the store is full, the bond longest unused
    /// goes, and `gone` is its address.
    mutating func change(
        _ address: RadioAddress, _ body: (inout PeerBond) -> Void
    ) -> (bond: PeerBond, gone: RadioAddress?) {
        if let index = index(of: address) {
            body(&bonds[index])
            return (bonds[index], nil)
        }
        var gone: RadioAddress?
        let oldest = bonds.indices.min { bonds[$0].lastUse < bonds[$1].lastUse }
        if let oldest, bonds.count >= BluetoothLimits.bonds { gone = bonds.remove(at: oldest).address }
        var bond = PeerBond(address)
        bond.lastUse = nextUse
        body(&bond)
        bonds.append(bond)
        return (bond, gone)
    }

    /// Adds a bond that the box has kept.
    mutating func add(_ bond: PeerBond) { _ = change(bond.address) { $0 = bond } }

    mutating func remove(_ address: RadioAddress) { bonds.removeAll { $0.address == address } }

    private var nextUse: UInt32 { (bonds.map { $0.lastUse }.max() ?? 0) &+ 1 }

    /// Marks a bond as used now. Returns whether that has changed it: no other was used since.
    mutating func use(_ address: RadioAddress) -> Bool {
        guard let index = index(of: address) else { return false }
        let next = nextUse
        if bonds[index].lastUse &+ 1 == next { return false }
        bonds[index].lastUse = next
        return true
    }

    /// The bonds, last used first.
    var byUse: [PeerBond] { bonds.sorted { $0.lastUse > $1.lastUse } }

    /// The records of keys for the kernel. Those of the bonds longest unused are left out if they are too many.
    var longTermKeys: [[UInt8]] {
        Array(byUse.flatMap { $0.keys }.map { $0.record }.prefix(BluetoothLimits.keysOfCommand))
    }

    var identityKeys: [[UInt8]] { bonds.compactMap { $0.identity?.record } }
}

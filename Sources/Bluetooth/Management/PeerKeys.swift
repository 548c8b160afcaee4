/// A long-term key in the record that the kernel reports and takes: address, type of address, kind, role, size, and
/// numbers (mgmt.rst, Load Long Term Keys).
struct LongTermKey: Equatable {
    let record: [UInt8]
    let address: RadioAddress

    static let byteCount = 36

    /// Reads a record; nil if there are too few bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes.prefix(LongTermKey.byteCount))
        guard bytes.count >= LongTermKey.byteCount, let address = reader.address() else { return nil }
        (record, self.address) = (Array(bytes.prefix(LongTermKey.byteCount)), address)
    }

    /// Whether LE Secure Connections made the key: one for both roles.
    var isForBothRoles: Bool { record[7] >= 2 }

    /// Whether the key is used by the device that is the central.
    var isCentrals: Bool { record[8] != 0 }
}

/// An identity key in the record that the kernel reports and takes: address, type of address, key (mgmt.rst, Load
/// Identity Resolving Keys).
struct IdentityKey: Equatable {
    let record: [UInt8]
    let address: RadioAddress

    static let byteCount = 23

    /// Reads a record; nil if there are too few bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes.prefix(IdentityKey.byteCount))
        guard bytes.count >= IdentityKey.byteCount, let address = reader.address() else { return nil }
        (record, self.address) = (Array(bytes.prefix(IdentityKey.byteCount)), address)
    }
}

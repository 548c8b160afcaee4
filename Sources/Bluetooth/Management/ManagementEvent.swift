/// An event of the kernel's Bluetooth management (BlueZ, doc/mgmt.rst).
enum ManagementEvent: Equatable {
    /// The answer to a command: a status, 0 for success, and what was asked for.
    case answer(ManagementCommand.Code, status: UInt8, ArraySlice<UInt8>)
    case controllerAdded
    case controllerRemoved
    case controllerFailed
    /// The settings that are in force, one bit each.
    case settings(UInt32)
    case longTermKey(isKept: Bool, LongTermKey)
    /// A peer's identity, and the private address that it has used.
    case identityKey(isKept: Bool, RadioAddress, IdentityKey)
    case connected(RadioAddress, AdvertisingData)
    case disconnected(RadioAddress, reason: UInt8)
    case connectFailed(RadioAddress, status: UInt8)
    /// A peer waits for yes or no. With `isPermission` there are no digits.
    case confirm(RadioAddress, isPermission: Bool, digits: UInt32)
    /// A peer shows digits that the box would have to type.
    case type(RadioAddress)
    case authenticationFailed(RadioAddress, status: UInt8)
    case found(RadioAddress, AdvertisingData)
    case discovering(Bool)
    case unpaired(RadioAddress)
    /// The digits that a peer types.
    case show(RadioAddress, digits: UInt32)
    /// An event without meaning for the box, or a malformed one.
    case other

    /// Status and reason numbers (mgmt.rst).
    static let timeout: UInt8 = 0x08
    static let invalidController: UInt8 = 0x11
    static let authenticationFailure: UInt8 = 0x04

    /// Bits of the settings.
    static let isPowered: UInt32 = 1

    /// Parses an event with its header. Returns the controller's number too.
    static func read(_ bytes: ArraySlice<UInt8>) -> (controller: UInt16, event: ManagementEvent) {
        var reader = ByteReader(bytes)
        guard let code = reader.word(), let controller = reader.word(), let count = reader.word(),
            let content = reader.take(Int(count))
        else { return (ManagementCommand.noController, .other) }
        var parameters = ByteReader(content)
        return (controller, event(code, &parameters) ?? .other)
    }

    private static func event(_ code: UInt16, _ reader: inout ByteReader) -> ManagementEvent? {
        switch code {
        case 0x0001, 0x0002:
            guard let command = reader.word(), let status = reader.byte() else { return nil }
            return .answer(ManagementCommand.Code(number: command), status: status, reader.rest)
        case 0x0003: return .controllerFailed
        case 0x0004: return .controllerAdded
        case 0x0005: return .controllerRemoved
        case 0x0006: return reader.long().map { .settings($0) }
        case 0x000A:
            guard let hint = reader.byte(), let key = LongTermKey(reader.rest) else { return nil }
            return .longTermKey(isKept: hint == 1, key)
        case 0x0018:
            guard let hint = reader.byte(), let address = reader.take(6), let key = IdentityKey(reader.rest) else {
                return nil
            }
            var old = ByteReader(address + [2])
            return old.address().map { .identityKey(isKept: hint == 1, $0, key) }
        case 0x0013:
            guard reader.byte() != nil, let isOn = reader.byte() else { return nil }
            return .discovering(isOn != 0)
        default:
            guard let address = reader.address() else { return nil }
            return event(code, address, &reader)
        }
    }

    /// Events that begin with a peer's address.
    private static func event(
        _ code: UInt16, _ address: RadioAddress, _ reader: inout ByteReader
    ) -> ManagementEvent? {
        switch code {
        case 0x000B:
            guard reader.long() != nil, let data = advertised(&reader) else { return nil }
            return .connected(address, data)
        case 0x000C: return reader.byte().map { .disconnected(address, reason: $0) }
        case 0x000D: return reader.byte().map { .connectFailed(address, status: $0) }
        case 0x000F:
            guard let hint = reader.byte(), let digits = reader.long() else { return nil }
            return .confirm(address, isPermission: hint != 0, digits: digits % 1_000_000)
        case 0x0010: return .type(address)
        case 0x0011: return reader.byte().map { .authenticationFailed(address, status: $0) }
        case 0x0012:
            guard reader.byte() != nil, reader.long() != nil, let data = advertised(&reader) else { return nil }
            return .found(address, data)
        case 0x0016: return .unpaired(address)
        case 0x0017: return reader.long().map { .show(address, digits: $0 % 1_000_000) }
        default: return nil
        }
    }

    private static func advertised(_ reader: inout ByteReader) -> AdvertisingData? {
        guard let count = reader.word(), let data = reader.take(Int(count)) else { return nil }
        return AdvertisingData(data)
    }
}

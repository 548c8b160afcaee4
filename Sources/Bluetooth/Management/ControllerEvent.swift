/// An event of the controller that management does not report (Bluetooth Core, Vol 4, Part E, 7.7).
enum ControllerEvent: Equatable {
    /// A link by its handle, with its interval in units of 1.25 ms.
    case connected(handle: UInt16, isCentral: Bool, RadioAddress, interval: UInt16)
    case disconnected(handle: UInt16)
    case interval(handle: UInt16, UInt16)
    case encryption(handle: UInt16, isOn: Bool)
    /// What one side can do in a pairing (Vol 3, Part H, 3.5.1): the central tells it by a request, the peripheral by a
    /// response.
    case capability(handle: UInt16, isCentral: Bool, UInt8)
    /// The answer to a probe.
    case alive
    case other

    /// The command Read Local Version Information, which every controller answers: the probe.
    private static let probeCode: UInt16 = 0x1001

    /// Parses an event as a raw socket delivers it.
    init(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        if bytes.first == 0x02 {
            self = ControllerEvent.pairing(reader.rest.dropFirst()) ?? .other
            return
        }
        guard reader.byte() == 0x04, let code = reader.byte(), let count = reader.byte(),
            let content = reader.take(Int(count))
        else {
            self = .other
            return
        }
        var parameters = ByteReader(content)
        self = ControllerEvent.event(code, &parameters) ?? .other
    }

    private static func event(_ code: UInt8, _ reader: inout ByteReader) -> ControllerEvent? {
        switch code {
        case 0x05:
            guard reader.byte() == 0, let handle = reader.word() else { return nil }
            return .disconnected(handle: handle)
        case 0x08, 0x59:
            guard let status = reader.byte(), let handle = reader.word(), let isOn = reader.byte() else { return nil }
            return .encryption(handle: handle, isOn: status == 0 && isOn != 0)
        case 0x30:
            guard reader.byte() == 0, let handle = reader.word() else { return nil }
            return .encryption(handle: handle, isOn: true)
        case 0x0E:
            guard reader.byte() != nil, reader.word() == probeCode else { return nil }
            return .alive
        case 0x3E: return lowEnergyEvent(&reader)
        default: return nil
        }
    }

    /// Reads a data packet: handle, two lengths, the channel of the security manager, operation, capability.
    private static func pairing(_ bytes: ArraySlice<UInt8>) -> ControllerEvent? {
        var reader = ByteReader(bytes)
        guard let handle = reader.word(), reader.long() != nil, reader.word() == 0x0006, let operation = reader.byte(),
            operation == 1 || operation == 2, let capability = reader.byte()
        else { return nil }
        return .capability(handle: handle & 0x0FFF, isCentral: operation == 1, capability)
    }

    private static func lowEnergyEvent(_ reader: inout ByteReader) -> ControllerEvent? {
        guard let kind = reader.byte(), reader.byte() == 0, let handle = reader.word() else { return nil }
        if kind == 0x03 { return reader.word().map { .interval(handle: handle, $0) } }
        guard kind == 0x01 || kind == 0x0A, let role = reader.byte(), let type = reader.byte(),
            let address = reader.take(6)
        else { return nil }
        // The extended event has the two private addresses before the interval.
        if kind == 0x0A && reader.take(12) == nil { return nil }
        guard let interval = reader.word() else { return nil }
        let bits = address.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Types of 2 and 3 are identities that the controller has resolved.
        let peer = RadioAddress(bits: bits, isRandom: type & 1 != 0)
        return .connected(handle: handle, isCentral: role == 0, peer, interval: interval)
    }
}

// MARK: - Packets to the controller

/// A packet to the controller that management has no command for.
enum ControllerPacket {
    static var probe: [UInt8] { [0x01, 0x01, 0x10, 0x00] }

    /// The command LE Connection Update: the central wants the interval of B6 (7.8.18).
    static func update(handle: UInt16) -> [UInt8] {
        var packet: [UInt8] = [0x01, 0x13, 0x20, 14]
        packet.append(word: handle)
        packet.append(word: BluetoothLimits.interval.lowerBound)
        packet.append(word: BluetoothLimits.interval.upperBound)
        packet.append(word: 0)
        packet.append(word: BluetoothLimits.supervisionTimeout)
        packet.append(long: 0)
        return packet
    }

    /// The request of a peripheral for exactly 15 ms, in the signalling channel (Vol 3, Part A, 4.20). Its identifier
    /// is one that the kernel leaves to programs.
    static func request(handle: UInt16) -> [UInt8] {
        var packet: [UInt8] = [0x02]
        packet.append(word: handle & 0x0FFF)
        packet.append(word: 16)
        packet.append(word: 12)
        packet.append(word: 0x0005)
        packet += [0x12, 200]
        packet.append(word: 8)
        packet.append(word: BluetoothLimits.interval.upperBound)
        packet.append(word: BluetoothLimits.interval.upperBound)
        packet.append(word: 0)
        packet.append(word: BluetoothLimits.supervisionTimeout)
        return packet
    }
}

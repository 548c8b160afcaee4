/// The fields with which each MIDI-CI message begins (M2-101-UM).
struct CIHeader: Equatable {
    /// The address of the whole function block.
    static let wholeBlock: UInt8 = 0x7F
    /// The address of the whole group.
    static let wholeGroup: UInt8 = 0x7E
    /// Bytes of the shortest message: F0, Universal SysEx, address, sub-ID 1, sub-ID 2, version, two MUIDs, F7.
    static let shortest = 15

    var address: UInt8
    /// Sub-ID 2.
    var kind: UInt8
    var version: UInt8
    var source: MUID
    var destination: MUID

    /// The highest format version that the box supports: MIDI-CI 1.2.
    static let newest: UInt8 = 2

    /// Whether a message, F0 to F7, belongs to MIDI-CI, even if it is malformed.
    static func begins(_ message: [UInt8]) -> Bool {
        message.count >= 4 && message[0] == 0xF0 && message[1] == 0x7E && message[3] == 0x0D
    }
}

extension CIHeader {
    /// - Returns: nil if the message is cut or has a status byte inside.
    init?(_ message: [UInt8]) {
        guard CIHeader.begins(message), message.count >= CIHeader.shortest, message[message.count - 1] == 0xF7 else {
            return nil
        }
        for index in 1..<message.count - 1 where message[index] > 0x7F { return nil }
        (address, kind, version) = (message[2], message[4], message[5])
        var fields = CIFields(message, from: 6)
        guard let source = fields.muid(), let destination = fields.muid() else { return nil }
        (self.source, self.destination) = (source, destination)
    }
}

/// Reads the fields after the header. A read beyond the end returns nil and does not advance.
struct CIFields {
    private let message: [UInt8]
    private var at: Int
    /// The index of F7.
    private let end: Int

    init(_ message: [UInt8], from start: Int = 14) {
        (self.message, at, end) = (message, start, max(message.count - 1, start))
    }

    var isAtEnd: Bool { at == end }

    mutating func byte() -> UInt8? {
        guard at < end else { return nil }
        at += 1
        return message[at - 1]
    }

    /// A number with 7 bits in each byte, the least significant byte first.
    mutating func number(_ bytes: Int) -> Int? {
        guard end - at >= bytes else { return nil }
        var number = 0
        for index in 0..<bytes { number |= Int(message[at + index]) << (7 * index) }
        at += bytes
        return number
    }

    mutating func muid() -> MUID? { number(4).map { MUID(UInt32($0)) } }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard end - at >= count else { return nil }
        at += count
        return Array(message[at - count..<at])
    }
}

/// Writes a message, F0 to F7.
struct CIWriter {
    private var bytes: [UInt8]

    init(
        _ kind: CIKind, address: UInt8 = CIHeader.wholeBlock, version: UInt8, from source: MUID, to destination: MUID
    ) {
        bytes = [0xF0, 0x7E, address, 0x0D, kind.rawValue, version]
        number(Int(source.value), 4)
        number(Int(destination.value), 4)
    }

    mutating func byte(_ byte: UInt8) { bytes.append(byte & 0x7F) }

    /// A number with 7 bits in each byte, the least significant byte first.
    mutating func number(_ number: Int, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(number >> (7 * index) & 0x7F)) }
    }

    /// Bytes of 7 bits. Clears the highest bit of each, because a status byte would end the message.
    mutating func append(_ more: [UInt8]) { for byte in more { bytes.append(byte & 0x7F) } }

    mutating func append(_ identity: CIIdentity) {
        append(identity.manufacturerBytes)
        number(Int(identity.family), 2)
        number(Int(identity.model), 2)
        append(identity.revisionBytes)
    }

    /// The message, with F7.
    var finished: [UInt8] { bytes + [0xF7] }
}

extension CIFields {
    mutating func identity() -> CIIdentity? {
        guard let maker = take(3), let family = number(2), let model = number(2), let revision = take(4) else {
            return nil
        }
        var number: UInt32 = 0
        for byte in revision { number = number << 8 | UInt32(byte) }
        return CIIdentity(
            manufacturer: UInt32(maker[0]) << 16 | UInt32(maker[1]) << 8 | UInt32(maker[2]), family: UInt16(family),
            model: UInt16(model), revision: number)
    }
}

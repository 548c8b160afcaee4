import BLEMIDI

/// What a device advertises: structures of a length, a type and data (Bluetooth Core, Vol 3, Part C, 11).
struct AdvertisingData: Equatable {
    /// The complete name, or a shortened one; nil without.
    private(set) var name: String?
    /// Whether the device says that it has the MIDI service.
    private(set) var hasMIDI = false

    private enum Kind {
        // Lists of services, the rest of which may be left out.
        static let someServices: UInt8 = 0x06
        static let services: UInt8 = 0x07
        static let shortName: UInt8 = 0x08
        static let name: UInt8 = 0x09
    }

    /// The MIDI service as it is sent, the least significant byte first.
    private static let midi: [UInt8] = (0..<16).map { AttributeUUID.midiService[$0] }

    /// The advertisement of the box: the MIDI service (B3).
    static var service: [UInt8] { [UInt8(midi.count + 1), Kind.services] + midi }

    /// The scan response of the box: its name (B3).
    static func response(name: String) -> [UInt8] {
        let bytes = Array(name.utf8.prefix(ServerName.capacity))
        return [UInt8(bytes.count + 1), Kind.name] + bytes
    }

    /// Reads the data of an advertisement and its scan response. What is behind a structure that is too long does not
    /// count.
    init(_ data: ArraySlice<UInt8>) {
        var reader = ByteReader(data)
        var isShort = false
        while let length = reader.byte(), length > 0, let content = reader.take(Int(length)), let type = content.first {
            let value = content.dropFirst()
            switch type {
            case Kind.name where !value.isEmpty: (name, isShort) = (RadioWords.name(value), false)
            case Kind.shortName where !value.isEmpty && (name == nil || isShort):
                (name, isShort) = (RadioWords.name(value), true)
            case Kind.someServices, Kind.services:
                for start in stride(from: value.startIndex, to: value.endIndex - 15, by: 16)
                where value[start..<start + 16].elementsEqual(AdvertisingData.midi) { hasMIDI = true }
            default: break
            }
        }
    }
}

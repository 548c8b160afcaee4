/// The attributes of the box (B7): Generic Access, Generic Attribute and the MIDI service.
///
/// The handles are the same in every version of the box, because bonded phones remember them. New attributes go into
/// the gap behind Generic Attribute or behind the last one.
struct AttributeTable: BitwiseCopyable {
    enum Handle {
        static let genericAccess: UInt16 = 1
        static let deviceName: UInt16 = 3
        static let appearance: UInt16 = 5
        static let preferredParameters: UInt16 = 7
        static let genericAttribute: UInt16 = 8
        static let midiService: UInt16 = 16
        static let midiData: UInt16 = 18
        static let clientConfiguration: UInt16 = 19
        static let last: UInt16 = 19
    }

    let name: ServerName

    /// The type of the attribute at a handle; nil if there is none.
    func type(of handle: UInt16) -> AttributeUUID? {
        switch handle {
        case Handle.genericAccess, Handle.genericAttribute, Handle.midiService: .primaryService
        case 2, 4, 6, 17: .characteristic
        case Handle.deviceName: .deviceName
        case Handle.appearance: .appearance
        case Handle.preferredParameters: .preferredParameters
        case Handle.midiData: .midiData
        case Handle.clientConfiguration: .clientConfiguration
        default: nil
        }
    }

    /// The last handle of the group that begins at a handle. Only services begin groups.
    func groupEnd(of handle: UInt16) -> UInt16 {
        switch handle {
        case Handle.genericAccess: Handle.preferredParameters
        case Handle.midiService: Handle.last
        default: handle
        }
    }

    /// Whether an attribute belongs to MIDI, which is served to the encrypted only (B5).
    func isGuarded(_ handle: UInt16) -> Bool { handle == Handle.midiData || handle == Handle.clientConfiguration }

    /// The value of the attribute at a handle; empty if there is none.
    func value(of handle: UInt16, notifies: Bool) -> AttributeValue {
        var value = AttributeValue()
        switch handle {
        case Handle.genericAccess: value.append(.genericAccess)
        case 2: value.append(AttributeTable.readable, Handle.deviceName, .deviceName)
        case Handle.deviceName: for index in 0..<name.count { value.append(name[index]) }
        case 4: value.append(AttributeTable.readable, Handle.appearance, .appearance)
        case Handle.appearance: value.append(word: 0)
        case 6: value.append(AttributeTable.readable, Handle.preferredParameters, .preferredParameters)
        case Handle.preferredParameters:
            // B6: an interval of 7.5 to 15 ms in units of 1.25 ms, no latency, a timeout of 2 s in units of 10 ms.
            value.append(word: 6)
            value.append(word: 12)
            value.append(word: 0)
            value.append(word: 200)
        case Handle.genericAttribute: value.append(.genericAttribute)
        case Handle.midiService: value.append(.midiService)
        case 17: value.append(AttributeTable.midiProperties, Handle.midiData, .midiData)
        case Handle.clientConfiguration: value.append(word: notifies ? 1 : 0)
        default: break
        }
        return value
    }

    /// Properties of characteristics (Bluetooth Core, Vol 3, Part G, 3.3.1.1).
    private static let readable: UInt8 = 0x02
    /// Read, write without response, write, notify.
    private static let midiProperties: UInt8 = 0x02 | 0x04 | 0x08 | 0x10
}

/// The value of an attribute.
struct AttributeValue: BitwiseCopyable {
    private var bytes = InlineArray<32, UInt8>(repeating: 0)
    private(set) var count = 0

    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    mutating func append(word: UInt16) {
        append(UInt8(truncatingIfNeeded: word))
        append(UInt8(truncatingIfNeeded: word >> 8))
    }

    mutating func append(_ uuid: AttributeUUID) {
        for index in 0..<uuid.count { append(uuid[index]) }
    }

    /// Appends the declaration of a characteristic.
    mutating func append(_ properties: UInt8, _ handle: UInt16, _ type: AttributeUUID) {
        append(properties)
        append(word: handle)
        append(type)
    }

    subscript(index: Int) -> UInt8 { bytes[index] }
}

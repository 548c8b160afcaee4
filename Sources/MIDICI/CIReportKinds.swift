/// Kinds of messages in a MIDI Message Report (M2-101-UM, Process Inquiry).
package struct CIReportKinds: OptionSet, Sendable {
    /// Bits 0 to 6: system messages; 7 to 13: channel messages; 14 to 20: note messages.
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let timeCode = CIReportKinds(rawValue: 1)
    package static let songPosition = CIReportKinds(rawValue: 1 << 1)
    package static let songSelect = CIReportKinds(rawValue: 1 << 2)
    package static let bend = CIReportKinds(rawValue: 1 << 7)
    package static let controllers = CIReportKinds(rawValue: 1 << 8)
    package static let registered = CIReportKinds(rawValue: 1 << 9)
    package static let assignable = CIReportKinds(rawValue: 1 << 10)
    package static let program = CIReportKinds(rawValue: 1 << 11)
    package static let pressure = CIReportKinds(rawValue: 1 << 12)
    package static let notes = CIReportKinds(rawValue: 1 << 14)
    package static let keyPressure = CIReportKinds(rawValue: 1 << 15)

    /// - Parameters: the three bytes of an inquiry, as on the wire.
    init(system: UInt8, channel: UInt8, note: UInt8) {
        rawValue = UInt32(system & 0x7F) | UInt32(channel & 0x7F) << 7 | UInt32(note & 0x7F) << 14
    }

    var system: UInt8 { UInt8(rawValue & 0x7F) }
    var channel: UInt8 { UInt8(rawValue >> 7 & 0x7F) }
    var note: UInt8 { UInt8(rawValue >> 14 & 0x7F) }

    /// Whether a MIDI 1.0 message is of one of the kinds.
    func contain(_ message: [UInt8]) -> Bool {
        guard let status = message.first else { return false }
        switch status & 0xF0 {
        case 0x80, 0x90: return contains(.notes)
        case 0xA0: return contains(.keyPressure)
        case 0xB0:
            switch message.count > 1 ? message[1] : 0 {
            case 100, 101: return contains(.registered)
            case 98, 99: return contains(.assignable)
            // Data entry belongs to a parameter or is a controller by itself.
            case 6, 38: return contains(.controllers) || contains(.registered) || contains(.assignable)
            default: return contains(.controllers)
            }
        case 0xC0: return contains(.program)
        case 0xD0: return contains(.pressure)
        case 0xE0: return contains(.bend)
        default:
            return status == 0xF1 && contains(.timeCode) || status == 0xF2 && contains(.songPosition)
                || status == 0xF3 && contains(.songSelect)
        }
    }
}

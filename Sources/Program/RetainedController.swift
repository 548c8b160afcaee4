import MIDI

/// The controllers that must not be left hanging: away from rest, they change how everything sounds (H4, H5, H6).
package enum RetainedController: UInt8, Sendable {
    case sustain, sostenuto, hold2, pitchBend, channelPressure

    package static let count = 5

    /// What a message moves; nil for every other message.
    @inline(__always)
    package init?(_ message: Message) {
        // Notes first, which most messages are.
        if message.type != 2 || message.status < 0xB0 { return nil }
        switch message.status & 0xF0 {
        case 0xB0:
            switch message.data1 {
            case 64: self = .sustain
            case 66: self = .sostenuto
            case 69: self = .hold2
            default: return nil
            }
        case 0xE0: self = .pitchBend
        case 0xD0: self = .channelPressure
        default: return nil
        }
    }

    /// Where it rests: the bend in the centre, all others at 0.
    package var rest: UInt16 { self == .pitchBend ? 8192 : 0 }

    /// The value a message of this controller sets, 0...127, of pitch bend 0...16383.
    package func value(of message: Message) -> UInt16 { UInt16(ControlInput.value(of: message)) }

    /// The message that brings it to rest on a channel 0...15.
    package func atRest(channel: UInt8) -> Message {
        switch self {
        case .sustain: Message(status: 0xB0 | channel, 64, 0)
        case .sostenuto: Message(status: 0xB0 | channel, 66, 0)
        case .hold2: Message(status: 0xB0 | channel, 69, 0)
        case .pitchBend: Message(status: 0xE0 | channel, 0, 64)
        case .channelPressure: Message(status: 0xD0 | channel, 0, 0)
        }
    }
}

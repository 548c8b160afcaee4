import MIDI

/// The controllers that the box brings to rest, because away from rest they change the sound of all notes (H4, H5, H6).
package enum RetainedController: UInt8, Sendable {
    case sustain, sostenuto, hold2, pitchBend, channelPressure

    package static let count = 5

    /// Identifies the retained controller that a message moves; nil for every other message.
    @inline(__always)
    package init?(_ message: Message) {
        // Other messages are excluded first, because notes are the most frequent.
        if message.type != MessageType.midi1Channel || message.status < Status.controlChange { return nil }
        switch Status.withoutChannel(message.status) {
        case Status.controlChange:
            switch message.data1 {
            case ControllerNumber.sustain: self = .sustain
            case ControllerNumber.sostenuto: self = .sostenuto
            case ControllerNumber.hold2: self = .hold2
            default: return nil
            }
        case Status.pitchBend: self = .pitchBend
        case Status.channelPressure: self = .channelPressure
        default: return nil
        }
    }

    /// The value at rest: the centre for pitch bend, otherwise 0.
    package var rest: UInt16 { self == .pitchBend ? 8192 : 0 }

    /// Returns the value that a message of this controller sets: 0...16383 for pitch bend, otherwise 0...127.
    package func value(of message: Message) -> UInt16 { UInt16(ControlInput.value(of: message)) }

    /// Returns the message that brings the controller to rest on a channel, 0...15.
    package func atRest(channel: UInt8) -> Message {
        switch self {
        case .sustain: Message(status: Status.controlChange | channel, ControllerNumber.sustain, 0)
        case .sostenuto: Message(status: Status.controlChange | channel, ControllerNumber.sostenuto, 0)
        case .hold2: Message(status: Status.controlChange | channel, ControllerNumber.hold2, 0)
        case .pitchBend: Message(status: Status.pitchBend | channel, 0, 64)
        case .channelPressure: Message(status: Status.channelPressure | channel, 0, 0)
        }
    }
}

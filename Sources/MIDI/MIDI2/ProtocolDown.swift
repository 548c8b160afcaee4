/// Translates MIDI 2.0 channel messages to MIDI 1.0 (M2-104-UM, appendix D; docs/reference/COMMANDS.md, "translate").
///
/// Each message is translated by itself, without state. Messages that MIDI 1.0 lacks are dropped: per-note messages
/// except notes and their pressure, relative controllers, and note attributes.
package enum ProtocolDown {
    /// Translates a MIDI 2.0 channel message and calls `emit` with the MIDI 1.0 messages, at most four times.
    ///
    /// - Parameter message: a message of type 4; other types give no messages.
    package static func translate(_ message: Message, _ emit: (Message) -> Void) {
        guard let message = message.canonicalMIDI2 else { return }
        let (channel, key) = (message.channel, message.index1)
        let (value7, value14) = (message.value7, message.value14)
        func send(_ down: Message) { emit(down.on(group: message.group)) }
        func control(_ controller: UInt8, _ value: UInt8) {
            send(.controlChange(channel: channel, controller: controller, value: value))
        }
        func parameter(_ msb: UInt8, _ lsb: UInt8) {
            control(msb, message.index1)
            control(lsb, message.index2)
            control(ControllerNumber.dataEntryMSB, UInt8(value14 >> 7))
            control(ControllerNumber.dataEntryLSB, UInt8(value14 & 0x7F))
        }
        switch Status.withoutChannel(message.status) {
        case Status.registeredController: parameter(ControllerNumber.rpnMSB, ControllerNumber.rpnLSB)
        case Status.assignableController: parameter(ControllerNumber.nrpnMSB, ControllerNumber.nrpnLSB)
        case Status.noteOff: send(.noteOff(channel: channel, key: key, velocity: value7))
        // Velocity 0 would be a Note Off.
        case Status.noteOn: send(.noteOn(channel: channel, key: key, velocity: max(value7, 1)))
        case Status.polyPressure: send(.polyPressure(channel: channel, key: key, value: value7))
        case Status.controlChange where !hasOwnMessage(message.index1): control(message.index1, value7)
        case Status.programChange:
            if message.index2 & 1 != 0 {
                control(ControllerNumber.bankMSB, UInt8(message.word1 >> 8 & 0x7F))
                control(ControllerNumber.bankLSB, UInt8(message.word1 & 0x7F))
            }
            send(.programChange(channel: channel, program: UInt8(message.word1 >> 24)))
        case Status.channelPressure: send(.channelPressure(channel: channel, value: value7))
        case Status.pitchBend: send(.pitchBend(channel: channel, value: value14))
        default: break
        }
    }

    /// Whether MIDI 2.0 replaces a Control Change with another message: bank select, parameter numbers and data entry.
    ///
    /// - Parameter controller: 0...127.
    package static func hasOwnMessage(_ controller: UInt8) -> Bool {
        switch controller {
        case ControllerNumber.bankMSB, ControllerNumber.bankLSB, ControllerNumber.dataEntryMSB,
            ControllerNumber.dataEntryLSB,
            ControllerNumber.nrpnLSB...ControllerNumber.rpnMSB:
            true
        default: false
        }
    }
}

extension Message {
    fileprivate var index1: UInt8 { UInt8(truncatingIfNeeded: word0 >> 8) }
    fileprivate var index2: UInt8 { UInt8(truncatingIfNeeded: word0) }
    // The top bits of the value, whether it has 16 bits or 32.
    fileprivate var value7: UInt8 { UInt8(Scaling.down(word1, from: 32, to: 7)) }
    fileprivate var value14: UInt16 { UInt16(Scaling.down(word1, from: 32, to: 14)) }
}

/// MIDI 2.0 channel messages to MIDI 1.0 ones (M2-104-UM, appendix D; docs/reference/COMMANDS.md, "translate").
///
/// Each stands for itself, so nothing is remembered. What MIDI 1.0 cannot say is dropped: whatever is per note, but
/// notes and their pressure; relative controllers; note attributes.
public enum ProtocolDown {
    /// Takes a MIDI 2.0 channel message; `emit` is called with the MIDI 1.0 messages it becomes, at most four times.
    ///
    /// - Parameter message: of type 4; others give nothing.
    public static func translate(_ message: Message, _ emit: (Message) -> Void) {
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
            control(Controller.dataEntryMSB, UInt8(value14 >> 7))
            control(Controller.dataEntryLSB, UInt8(value14 & 0x7F))
        }
        switch message.status & 0xF0 {
        case 0x20: parameter(Controller.rpnMSB, Controller.rpnLSB)
        case 0x30: parameter(Controller.nrpnMSB, Controller.nrpnLSB)
        case 0x80: send(.noteOff(channel: channel, key: key, velocity: value7))
        // Velocity 0 would be a Note Off.
        case 0x90: send(.noteOn(channel: channel, key: key, velocity: max(value7, 1)))
        case 0xA0: send(.polyPressure(channel: channel, key: key, value: value7))
        case 0xB0 where !message.hasOwnMessage: control(message.index1, value7)
        case 0xC0:
            if message.index2 & 1 != 0 {
                control(Controller.bankMSB, UInt8(message.word1 >> 8 & 0x7F))
                control(Controller.bankLSB, UInt8(message.word1 & 0x7F))
            }
            send(.programChange(channel: channel, program: UInt8(message.word1 >> 24)))
        case 0xD0: send(.channelPressure(channel: channel, value: value7))
        case 0xE0: send(.pitchBend(channel: channel, value: value14))
        default: break
        }
    }
}

extension Message {
    /// A Control Change of what has a message of its own in MIDI 2.0: banks, parameters and their values.
    fileprivate var hasOwnMessage: Bool {
        switch index1 {
        case Controller.bankMSB, Controller.bankLSB, Controller.dataEntryMSB, Controller.dataEntryLSB,
            Controller.nrpnLSB...Controller.rpnMSB:
            true
        default: false
        }
    }

    fileprivate var index1: UInt8 { UInt8(truncatingIfNeeded: word0 >> 8) }
    fileprivate var index2: UInt8 { UInt8(truncatingIfNeeded: word0) }
    /// The topmost bits of the value, be it of 16 bits or of 32.
    fileprivate var value7: UInt8 { UInt8(Scaling.down(word1, from: 32, to: 7)) }
    fileprivate var value14: UInt16 { UInt16(Scaling.down(word1, from: 32, to: 14)) }
}

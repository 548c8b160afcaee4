// A 14-bit controller that an on-load message or an action sends: one controller for a MIDI 2.0 destination, two
// Control Changes for any other, which is known only when the message is sent (U4). Its message type is that of
// `Message+Box`.
extension Message {
    /// Makes a 14-bit pair of Control Changes.
    ///
    /// - Parameters:
    ///   - msb: the controller of the upper half, for which `isPair(msb:lsb:)` holds.
    ///   - value: 0...16383.
    ///   - channel: 0...15.
    package init(pair msb: UInt8, value: UInt16, channel: UInt8) {
        self.init(0x6200_0000 | UInt32(Status.controlChange | channel) << 16 | UInt32(msb) << 8, UInt32(value))
    }

    /// Whether two Control Changes are one controller in MIDI 2.0: the LSB is 32 higher, and MIDI 2.0 has no message of
    /// another kind for the MSB.
    package static func isPair(msb: UInt8, lsb: UInt8) -> Bool {
        lsb == msb + 32 && !ProtocolDown.hasOwnMessage(msb)
    }

    package var isPair: Bool { word0 >> 24 == 0x62 }

    /// The Control Change of the upper half of a pair.
    package var upperHalf: Message { Message(status: status, data1, UInt8(word1 >> 7)) }

    /// The Control Change of the lower half of a pair.
    package var lowerHalf: Message { Message(status: status, data1 + 32, UInt8(word1 & 0x7F)) }

    /// The MIDI 2.0 Control Change that has the value of a pair.
    package var pairUp: Message {
        Message(midi2Status: status, data1, 0, Scaling.up(word1, from: 14, to: 32), group: 0)
    }
}

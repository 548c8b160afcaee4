extension Message {
    /// This MIDI 1.0 channel message in the MIDI 2.0 protocol. Not for a Program Change, nor for Control Changes of
    /// banks and parameters, which do not translate one to one.
    package var scaledUp: Message {
        let value7 = UInt32(data2)
        return switch Status.withoutChannel(status) {
        case Status.noteOff: up(status, data1, Scaling.up(value7, from: 7, to: 16) << 16)
        // The velocity that MIDI 1.0 recommends without velocity sensing.
        case Status.noteOn where data2 == 0: up(Status.noteOff | channel, data1, 0x8000_0000)
        case Status.noteOn: up(status, data1, Scaling.up(value7, from: 7, to: 16) << 16)
        case Status.channelPressure: up(status, 0, Scaling.up(UInt32(data1), from: 7, to: 32))
        case Status.pitchBend: up(status, 0, Scaling.up(UInt32(bend), from: 14, to: 32))
        default: up(status, data1, Scaling.up(value7, from: 7, to: 32))
        }
    }

    /// Returns this MIDI 1.0 Program Change in the MIDI 2.0 protocol.
    ///
    /// - Parameter bank: 0...16383; nil keeps the receiver's bank.
    package func programUp(bank: UInt16?) -> Message {
        let program = UInt32(data1) << 24
        guard let bank else { return up(status, 0, program) }
        let bytes = UInt32(bank >> 7) << 8 | UInt32(bank & 0x7F)
        return Message(midi2Status: status, 0, 1, program | bytes, group: group)
    }

    private func up(_ status: UInt8, _ index: UInt8, _ value: UInt32) -> Message {
        Message(midi2Status: status, index, 0, value, group: group)
    }
}

import MIDI

extension Parameter {
    /// Returns the n-th message of a value: MSB and LSB of the number, then data entry MSB and, at 14 bits, LSB.
    fileprivate func message(_ part: Int, low: UInt8, high: UInt8, channel: UInt8) -> Message {
        let status = Status.controlChange | channel
        return switch part {
        case 0: Message(status: status, Parameter.selectsMSB(isRegistered), msb)
        case 1: Message(status: status, Parameter.selectsLSB(isRegistered), lsb)
        case 2: Message(status: status, ControllerNumber.dataEntryMSB, isFine ? high : low)
        default: Message(status: status, ControllerNumber.dataEntryLSB, low)
        }
    }
}

extension ControlOutput {
    /// Returns the note and velocity that a value plays, velocity 0 for off; nil if the output is not a note.
    @inline(__always)
    package func note(of value: Int32) -> (note: UInt8, velocity: UInt8)? {
        let value = UInt8(truncatingIfNeeded: value) & 0x7F
        switch self {
        case .key(let note): return (note, value)
        case .noteValue: return (value, 100)
        default: return nil
        }
    }

    /// The number of messages of one value; 0 for notes, which `note(of:)` plays.
    @inline(__always)
    package var messageCount: Int {
        switch self {
        case .nothing, .key, .noteValue: 0
        case .controlChangePair: 2
        case .bankedProgram: 3
        case .parameter(let parameter): parameter.isFine ? 4 : 3
        case .message(let template): template.count
        default: 1
        }
    }

    /// Returns the n-th message of a value.
    ///
    /// - Parameters:
    ///   - value: 0...127, or 0...16383 for outputs of 14 bits.
    ///   - channel: 0...15.
    package func message(_ part: Int, value: Int32, channel: UInt8) -> Message {
        let low = UInt8(truncatingIfNeeded: value) & 0x7F
        let high = UInt8(truncatingIfNeeded: value >> 7) & 0x7F
        let controlChange = Status.controlChange | channel
        switch self {
        case .nothing, .key, .noteValue: return Message(0)
        case .controlChange(let number): return Message(status: controlChange, number, low)
        case .controlChangePair(let msb, let lsb):
            return part == 0 ? Message(status: controlChange, msb, high) : Message(status: controlChange, lsb, low)
        case .pitchBend: return Message(status: Status.pitchBend | channel, low, high)
        case .pitchBendCoarse: return Message(status: Status.pitchBend | channel, 0, low)
        case .channelPressure: return Message(status: Status.channelPressure | channel, low)
        case .program: return Message(status: Status.programChange | channel, low)
        case .bankedProgram(let msb, let lsb):
            switch part {
            case 0: return Message(status: controlChange, ControllerNumber.bankMSB, msb)
            case 1: return Message(status: controlChange, ControllerNumber.bankLSB, lsb)
            default: return Message(status: Status.programChange | channel, low)
            }
        case .parameter(let parameter): return parameter.message(part, low: low, high: high, channel: channel)
        case .message(let template): return template.message(part, value: value, channel: channel)
        }
    }

    /// Whether the n-th message is equal for every value, so that no value can bring its controller to rest.
    package func isFixed(_ part: Int) -> Bool {
        if case .message(let template) = self { return template.isFixed(part) }
        return false
    }

    /// Whether the n-th message is a note whose number depends on the value.
    package func noteVaries(_ part: Int) -> Bool {
        if case .message(let template) = self { return template.noteVaries(part) }
        return false
    }

    /// Whether the output is a command, which is not sent for the value 0 (N11).
    package var isCommand: Bool {
        if case .message(let template) = self { return template.isCommand }
        return false
    }

    /// Whether the messages of the output are in tables of its plan.
    package var refersToPlan: Bool {
        if case .message = self { return true }
        return false
    }

    /// Whether the output, sent on `channel`, moves a retained controller of `outChannel` (H7). The channels may
    /// differ, because a free message can have its own channel.
    package func moves(_ controller: RetainedController, of outChannel: UInt8, on channel: UInt8) -> Bool {
        for part in 0..<messageCount {
            let out = message(part, value: 0, channel: channel)
            if RetainedController(out) == controller && out.channel == outChannel { return true }
        }
        return false
    }
}

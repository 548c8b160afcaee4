import MIDI

extension Parameter {
    /// The n-th message of a value: 101, 100 (99, 98), 6, and at 14 bits 38.
    fileprivate func message(_ part: Int, low: UInt8, high: UInt8, channel: UInt8) -> Message {
        switch part {
        case 0: Message(status: 0xB0 | channel, Parameter.selectsMSB(isRegistered), msb)
        case 1: Message(status: 0xB0 | channel, Parameter.selectsLSB(isRegistered), lsb)
        case 2: Message(status: 0xB0 | channel, Parameter.dataMSB, isFine ? high : low)
        default: Message(status: 0xB0 | channel, Parameter.dataLSB, low)
        }
    }
}

extension ControlOutput {
    /// The note that a value is, and its velocity, 0 being off; nil: it is none.
    @inline(__always)
    package func note(of value: Int32) -> (note: UInt8, velocity: UInt8)? {
        let value = UInt8(truncatingIfNeeded: value) & 0x7F
        switch self {
        case .key(let note): return (note, value)
        case .noteValue: return (value, 100)
        default: return nil
        }
    }

    /// How many messages one value is; notes are played otherwise.
    @inline(__always)
    public var messageCount: Int {
        switch self {
        case .nothing, .key, .noteValue: 0
        case .controlChangePair: 2
        case .bankedProgram: 3
        case .parameter(let parameter): parameter.isFine ? 4 : 3
        case .message(let template): template.count
        default: 1
        }
    }

    /// The n-th message of a value, 0...127 or 0...16383 as the output has it, on a channel 0...15.
    public func message(_ part: Int, value: Int32, channel: UInt8) -> Message {
        let low = UInt8(truncatingIfNeeded: value) & 0x7F
        let high = UInt8(truncatingIfNeeded: value >> 7) & 0x7F
        switch self {
        case .nothing, .key, .noteValue: return Message(0)
        case .controlChange(let number): return Message(status: 0xB0 | channel, number, low)
        case .controlChangePair(let msb, let lsb):
            return part == 0
                ? Message(status: 0xB0 | channel, msb, high) : Message(status: 0xB0 | channel, lsb, low)
        case .pitchBend: return Message(status: 0xE0 | channel, low, high)
        case .pitchBendCoarse: return Message(status: 0xE0 | channel, 0, low)
        case .channelPressure: return Message(status: 0xD0 | channel, low)
        case .program: return Message(status: 0xC0 | channel, low)
        case .bankedProgram(let msb, let lsb):
            switch part {
            case 0: return Message(status: 0xB0 | channel, 0, msb)
            case 1: return Message(status: 0xB0 | channel, 32, lsb)
            default: return Message(status: 0xC0 | channel, low)
            }
        case .parameter(let parameter): return parameter.message(part, low: low, high: high, channel: channel)
        case .message(let template): return template.message(part, value: value, channel: channel)
        }
    }

    /// Whether the n-th message is the same for every value, so that no value brings it to rest.
    package func isFixed(_ part: Int) -> Bool {
        if case .message(let template) = self { return template.isFixed(part) }
        return false
    }

    /// Whether the n-th message is a note whose number the value says.
    package func noteVaries(_ part: Int) -> Bool {
        if case .message(let template) = self { return template.noteVaries(part) }
        return false
    }

    /// Whether what it sends stands in tables of its program.
    package var refersToProgram: Bool {
        if case .message = self { return true }
        return false
    }

    /// Whether it moves a controller of a channel that would have to be brought to rest (H7), when it is sent on a
    /// channel; free messages may have a channel of their own.
    package func moves(_ controller: RetainedController, of outChannel: UInt8, on channel: UInt8) -> Bool {
        for part in 0..<messageCount {
            let out = message(part, value: 0, channel: channel)
            if RetainedController(out) == controller && out.channel == outChannel { return true }
        }
        return false
    }
}

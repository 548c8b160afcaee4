import MIDI

extension Remap {
    /// What an input message sends, in units of the output.
    func value(of message: Message) -> Int32 {
        let value = ControlInput.value(of: message)
        return map(coarseInput ? value >> 7 : value)
    }
}

extension ControlOutput {
    /// How many messages one value is.
    var messageCount: Int {
        switch self {
        case .nothing: 0
        case .controlChangePair: 2
        default: 1
        }
    }

    /// The n-th message of a value, 0...127 or 0...16383 as the output has it, on a channel 0...15.
    func message(_ part: Int, value: Int32, channel: UInt8) -> Message {
        let low = UInt8(truncatingIfNeeded: value) & 0x7F
        let high = UInt8(truncatingIfNeeded: value >> 7) & 0x7F
        switch self {
        case .nothing: return Message(0)
        case .controlChange(let number): return Message(status: 0xB0 | channel, number, low)
        case .controlChangePair(let msb, let lsb):
            return part == 0
                ? Message(status: 0xB0 | channel, msb, high) : Message(status: 0xB0 | channel, lsb, low)
        case .pitchBend: return Message(status: 0xE0 | channel, low, high)
        case .pitchBendCoarse: return Message(status: 0xE0 | channel, 0, low)
        case .channelPressure: return Message(status: 0xD0 | channel, low)
        case .program: return Message(status: 0xC0 | channel, low)
        }
    }

    /// Whether it moves a controller that would have to be brought to rest (H7).
    func moves(_ controller: RetainedController) -> Bool {
        for part in 0..<messageCount {
            if RetainedController(message(part, value: 0, channel: 0)) == controller { return true }
        }
        return false
    }
}

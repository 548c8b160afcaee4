import MIDI

/// What a peer holds by its messages: sounding keys, pedals, bends and pressures. It is released one message at a time,
/// so that the caller may wait between them.
package struct HeldByPeer: BitwiseCopyable {
    /// One bit a key, two words a channel.
    private var keys = InlineArray<32, UInt64>(repeating: 0)
    /// Keys with a pressure of their own, likewise.
    private var pressedKeys = InlineArray<32, UInt64>(repeating: 0)
    /// One bit a channel for each of the controllers 64...69.
    private var pedals = InlineArray<6, UInt16>(repeating: 0)
    /// One bit a channel.
    private var bent: UInt16 = 0
    private var pressed: UInt16 = 0

    private static var firstPedal: UInt8 { ControllerNumber.sustain }

    package init() {}

    /// Notes what a message holds or releases.
    package mutating func hear(_ message: Message) {
        if message.type != MessageType.midi1Channel {
            if message.status == Status.reset { self = HeldByPeer() }
            return
        }
        let channel: UInt16 = 1 << UInt16(message.channel)
        switch Status.withoutChannel(message.status) {
        case Status.noteOff: HeldByPeer.set(&keys, message, false)
        case Status.noteOn: HeldByPeer.set(&keys, message, message.data2 > 0)
        case Status.polyPressure: HeldByPeer.set(&pressedKeys, message, message.data2 > 0)
        case Status.controlChange: hearController(message, channel)
        case Status.channelPressure: HeldByPeer.set(&pressed, channel, message.data1 > 0)
        case Status.pitchBend: HeldByPeer.set(&bent, channel, message.data1 != 0 || message.data2 != 64)
        default: break
        }
    }

    private mutating func hearController(_ message: Message, _ channel: UInt16) {
        let pedal = Int(message.data1) - Int(HeldByPeer.firstPedal)
        if pedal >= 0 && pedal < 6 { HeldByPeer.set(&pedals[pedal], channel, message.data2 > 0) }
        // The mode messages behind All Notes Off turn all notes off too.
        if message.data1 == ControllerNumber.allSoundOff || message.data1 >= ControllerNumber.allNotesOff {
            let word = 2 * Int(message.channel)
            (keys[word], keys[word + 1]) = (0, 0)
        }
    }

    private static func set(_ bits: inout UInt16, _ bit: UInt16, _ isOn: Bool) {
        bits = isOn ? bits | bit : bits & ~bit
    }

    private static func set(_ words: inout InlineArray<32, UInt64>, _ message: Message, _ isOn: Bool) {
        let word = 2 * Int(message.channel) + Int(message.data1 >> 6)
        let bit: UInt64 = 1 << UInt64(message.data1 & 63)
        words[word] = isOn ? words[word] | bit : words[word] & ~bit
    }

    /// Returns a message that releases something, which then counts as released; nil if nothing is held.
    package mutating func next() -> Message? {
        if let (channel, key) = HeldByPeer.takeKey(&keys) { return .noteOff(channel: channel, key: key) }
        if let (channel, key) = HeldByPeer.takeKey(&pressedKeys) {
            return Message(status: Status.polyPressure | channel, key, 0)
        }
        for pedal in 0..<6 {
            if let channel = HeldByPeer.takeChannel(&pedals[pedal]) {
                return Message(status: Status.controlChange | channel, HeldByPeer.firstPedal + UInt8(pedal), 0)
            }
        }
        if let channel = HeldByPeer.takeChannel(&bent) { return Message(status: Status.pitchBend | channel, 0, 64) }
        if let channel = HeldByPeer.takeChannel(&pressed) { return Message(status: Status.channelPressure | channel, 0, 0) }
        return nil
    }

    private static func takeKey(_ words: inout InlineArray<32, UInt64>) -> (channel: UInt8, key: UInt8)? {
        for word in 0..<32 where words[word] != 0 {
            let key = words[word].trailingZeroBitCount
            words[word] &= words[word] - 1
            return (UInt8(word / 2), UInt8(64 * (word % 2) + key))
        }
        return nil
    }

    private static func takeChannel(_ bits: inout UInt16) -> UInt8? {
        if bits == 0 { return nil }
        let channel = bits.trailingZeroBitCount
        bits &= bits - 1
        return UInt8(channel)
    }
}

import MIDI

/// The keys that sound because of messages that were routed. Whatever a stream or its journals say, these are released
/// when the session ends (N9), and before a System Reset, after which journals know nothing of them.
struct SoundingKeys: BitwiseCopyable {
    /// One bit a key, two words a channel.
    private var bits = InlineArray<32, UInt64>(repeating: 0)

    mutating func hear(_ message: Message) {
        if !message.isNoteOn && !message.isNoteOff { return }
        let index = 2 * Int(message.channel) + Int(message.data1 >> 6)
        let bit: UInt64 = 1 << UInt64(message.data1 & 63)
        bits[index] = message.isNoteOn ? bits[index] | bit : bits[index] & ~bit
    }

    /// Calls `body` with a Note Off for each key, and forgets them.
    mutating func release(_ body: (Message) -> Void) {
        for index in 0..<32 {
            while bits[index] != 0 {
                let key = bits[index].trailingZeroBitCount
                bits[index] &= bits[index] - 1
                body(.noteOff(channel: UInt8(index / 2), key: UInt8(64 * (index % 2) + key)))
            }
        }
    }
}

import MIDI

/// The keys that sound because of routed messages. They are released when the session ends, whatever the stream and its
/// journals contain (N9), and before a System Reset, because journals no longer list them after it.
struct SoundingKeys: BitwiseCopyable {
    /// One bit a key, two words a channel.
    private var bits = InlineArray<32, UInt64>(repeating: 0)

    mutating func hear(_ message: Message) {
        if !message.isNoteOn && !message.isNoteOff { return }
        let index = 2 * Int(message.channel) + Int(message.data1 >> 6)
        let bit: UInt64 = 1 << UInt64(message.data1 & 63)
        bits[index] = message.isNoteOn ? bits[index] | bit : bits[index] & ~bit
    }

    /// Calls `body` with a Note Off for each sounding key, and marks all keys as up.
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

/// One MIDI message as one Universal MIDI Packet in native words (M2-104-UM, "UMP Format and MIDI 2.0 Protocol").
///
/// Everything the box handles is one of these: a MIDI 1.0 channel message or system message is one word, a piece of a
/// SysEx two, the rest of the standard up to four. Unused words are 0. The word is both wire and memory, so USB-MIDI,
/// DIN and MIDI 2.0 are one path.
public struct Message: Equatable, BitwiseCopyable, Sendable {
    public var word0: UInt32
    public var word1: UInt32
    public var word2: UInt32
    public var word3: UInt32

    @inlinable
    public init(_ word0: UInt32, _ word1: UInt32 = 0, _ word2: UInt32 = 0, _ word3: UInt32 = 0) {
        self.word0 = word0
        self.word1 = word1
        self.word2 = word2
        self.word3 = word3
    }

    /// The UMP message type, 0...15 (M2-104-UM 2.1.4): the top nibble.
    @inlinable public var type: UInt8 { UInt8(truncatingIfNeeded: word0 >> 28) }
    /// The group, 0...15.
    @inlinable public var group: UInt8 { UInt8(truncatingIfNeeded: word0 >> 24) & 0x0F }
    /// The status byte of a message of type 1, 2 or 4, 0x80...0xFF.
    @inlinable public var status: UInt8 { UInt8(truncatingIfNeeded: word0 >> 16) }
    /// The channel of a channel message, 0...15 (shown to people as 1...16).
    @inlinable public var channel: UInt8 { status & 0x0F }
    /// The first data byte of a MIDI 1.0 message, 0...127.
    @inlinable public var data1: UInt8 { UInt8(truncatingIfNeeded: word0 >> 8) & 0x7F }
    /// The second data byte of a MIDI 1.0 message, 0...127.
    @inlinable public var data2: UInt8 { UInt8(truncatingIfNeeded: word0) & 0x7F }
}

extension Message {
    /// A MIDI 1.0 message that is no SysEx: type 2 for channel messages, type 1 for system messages. Group 0.
    @inlinable
    public init(status: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0) {
        let type: UInt32 = status < 0xF0 ? 0x2000_0000 : 0x1000_0000
        self.init(type | UInt32(status) << 16 | UInt32(data1) << 8 | UInt32(data2))
    }

    /// The same channel message on another channel, 0...15.
    @inlinable
    public func on(channel: UInt8) -> Message {
        Message(word0 & ~0x000F_0000 | UInt32(channel) << 16, word1, word2, word3)
    }
}

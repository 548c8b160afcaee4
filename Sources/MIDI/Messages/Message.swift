/// One MIDI message as one Universal MIDI Packet in native words (M2-104-UM, "UMP Format and MIDI 2.0 Protocol").
///
/// The box handles every message in this form: a MIDI 1.0 channel or system message takes one word, a piece of a SysEx
/// two, the other messages of the standard up to four. Unused words are 0. USB-MIDI, DIN and MIDI 2.0 ports share one
/// form and thus one code path.
package struct Message: Equatable, BitwiseCopyable, Sendable {
    package var word0: UInt32
    package var word1: UInt32
    package var word2: UInt32
    package var word3: UInt32

    @inlinable
    package init(_ word0: UInt32, _ word1: UInt32 = 0, _ word2: UInt32 = 0, _ word3: UInt32 = 0) {
        self.word0 = word0
        self.word1 = word1
        self.word2 = word2
        self.word3 = word3
    }

    /// The message type, 0...15 (`MessageType`): the top nibble.
    @inlinable package var type: UInt8 { UInt8(truncatingIfNeeded: word0 >> 28) }
    /// The group, 0...15.
    @inlinable package var group: UInt8 { UInt8(truncatingIfNeeded: word0 >> 24) & 0x0F }
    /// The status byte of a message of type 1, 2 or 4, 0x80...0xFF.
    @inlinable package var status: UInt8 { UInt8(truncatingIfNeeded: word0 >> 16) }
    /// The channel of a channel message, 0...15 (shown to users as 1...16).
    @inlinable package var channel: UInt8 { status & 0x0F }
    /// The first data byte of a MIDI 1.0 message, 0...127.
    @inlinable package var data1: UInt8 { UInt8(truncatingIfNeeded: word0 >> 8) & 0x7F }
    /// The second data byte of a MIDI 1.0 message, 0...127.
    @inlinable package var data2: UInt8 { UInt8(truncatingIfNeeded: word0) & 0x7F }
}

extension Message {
    /// Makes a MIDI 1.0 channel or system message in group 0. SysEx has initializers of its own.
    @inlinable
    package init(status: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0) {
        let type = Status.isSystem(status) ? MessageType.system : MessageType.midi1Channel
        self.init(UInt32(type) << 28 | UInt32(status) << 16 | UInt32(data1) << 8 | UInt32(data2))
    }

    /// Returns the same channel message on another channel, 0...15.
    @inlinable
    package func on(channel: UInt8) -> Message {
        Message(word0 & ~0x000F_0000 | UInt32(channel) << 16, word1, word2, word3)
    }
}

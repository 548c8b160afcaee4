/// The lengths of messages. Parser, writer and UMP reader all use this one table, so that they cannot disagree.
package enum MessageLength {
    /// Returns the length of a MIDI 1.0 message in bytes, including its status byte (MIDI 1.0 Detailed Specification,
    /// tables I to VI).
    ///
    /// - Parameter status: 0x00...0xFF.
    /// - Returns: 1, 2 or 3; 0 for bytes without a fixed length: data bytes, F0 and F7 of a SysEx, and the undefined
    ///   F4, F5, F9 and FD.
    @inlinable
    package static func bytes(status: UInt8) -> Int {
        // Channel messages come first because they are the most frequent.
        if !Status.isStatus(status) { return 0 }
        if !Status.isSystem(status) { return Status.hasOneDataByte(status) ? 2 : 3 }
        return switch status {
        case Status.songPosition: 3
        case Status.timeCode, Status.songSelect: 2
        case Status.tuneRequest, Status.timingClock, Status.start...Status.stop, Status.activeSensing, Status.reset: 1
        default: 0
        }
    }

    /// Returns the length of a Universal MIDI Packet in 32-bit words, 1...4, also for reserved types (M2-104-UM 2.1.4,
    /// table 4).
    ///
    /// - Parameter type: the message type, 0...15; higher bits are ignored.
    @inlinable
    package static func words(type: UInt8) -> Int {
        switch type & 0x0F {
        case 0x0, 0x1, 0x2, 0x6, 0x7: 1
        case 0x3, 0x4, 0x8, 0x9, 0xA: 2
        case 0xB, 0xC: 3
        default: 4
        }
    }
}

extension Message {
    /// The number of words in use, 1...4.
    @inlinable package var wordCount: Int { MessageLength.words(type: type) }

    /// Returns the word at an index of 0...3.
    @inlinable
    package func word(_ index: Int) -> UInt32 {
        switch index {
        case 0: word0
        case 1: word1
        case 2: word2
        default: word3
        }
    }

    /// Sets bits that are still 0 in the word at an index of 0...3.
    package mutating func set(_ bits: UInt32, inWord index: Int) {
        switch index {
        case 0: word0 |= bits
        case 1: word1 |= bits
        case 2: word2 |= bits
        default: word3 |= bits
        }
    }

    /// Sets a byte that is still 0, at an index of 0...15 from the UMP's first byte.
    package mutating func set(_ byte: UInt8, at index: Int) {
        set(UInt32(byte) << UInt32(24 - 8 * (index % 4)), inWord: index / 4)
    }
}

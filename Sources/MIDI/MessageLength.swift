/// How long a message is: asked here by the parser, the writer and the packet reader alike, so that they cannot disagree.
public enum MessageLength {
    /// Bytes of a whole MIDI 1.0 message, its status byte included (MIDI 1.0 Detailed Specification, table I to VI).
    ///
    /// - Parameter status: 0x00...0xFF.
    /// - Returns: 1, 2 or 3; 0 for what has no length of its own: data bytes, the SysEx brackets F0 and F7, and the
    ///   undefined F4, F5, F9 and FD.
    @inlinable
    public static func bytes(status: UInt8) -> Int {
        // Channel messages first, which most are.
        if status < 0x80 { return 0 }
        if status < 0xF0 { return status & 0xE0 == 0xC0 ? 2 : 3 }
        return switch status {
        case 0xF2: 3
        case 0xF1, 0xF3: 2
        case 0xF6, 0xF8, 0xFA...0xFC, 0xFE, 0xFF: 1
        default: 0
        }
    }

    /// Words of 32 bits in a Universal MIDI Packet, 1...4, reserved types included (M2-104-UM 2.1.4, table 4).
    ///
    /// - Parameter type: the message type, 0...15; higher bits are ignored.
    @inlinable
    public static func words(type: UInt8) -> Int {
        switch type & 0x0F {
        case 0x0, 0x1, 0x2, 0x6, 0x7: 1
        case 0x3, 0x4, 0x8, 0x9, 0xA: 2
        case 0xB, 0xC: 3
        default: 4
        }
    }
}

extension Message {
    /// How many of the four words are in use, 1...4.
    @inlinable public var wordCount: Int { MessageLength.words(type: type) }

    /// A word by its place, 0...3.
    @inlinable
    public func word(_ index: Int) -> UInt32 {
        switch index {
        case 0: word0
        case 1: word1
        case 2: word2
        default: word3
        }
    }
}

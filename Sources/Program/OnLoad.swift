import MIDI

/// A message that loading a preset sends (P1), already on its channel and in packets.
///
/// Eight bytes, as there may be a quarter of a million of them.
public struct OnLoad {
    /// Whole microseconds after the load, an hour at most.
    private var microseconds: UInt32
    /// From the lowest: status and data of a short message in 24 bits, or where it stands among the long ones; six of the
    /// routing; whether it replaces, whether it is a long one.
    private var bits: UInt32

    private static let replaceBit: UInt32 = 1 << 30
    private static let longBit: UInt32 = 1 << 31

    /// - Parameter long: where the message stands among the preset's long ones, if it is no short one.
    public init(message: Message, delay: UInt64, routing: UInt16, replaces: Bool = false, long: Int) {
        microseconds = UInt32((delay + 999) / 1000)
        bits = OnLoad.isShort(message) ? message.word0 & 0xFF_FFFF : OnLoad.longBit | UInt32(long)
        bits |= UInt32(routing) << 24
        if replaces { bits |= OnLoad.replaceBit }
    }

    /// It is nothing but a status and at most two data bytes.
    public static func isShort(_ message: Message) -> Bool {
        Message(status: message.status, message.data1, message.data2) == message
    }

    /// - Parameter long: the preset's messages that are no short ones.
    @inline(__always)
    public func message(_ long: UnsafePointer<Message>?) -> Message {
        if bits & OnLoad.longBit != 0, let long { return long[Int(bits & 0xFF_FFFF)] }
        return Message(
            status: UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8) & 0x7F,
            UInt8(truncatingIfNeeded: bits) & 0x7F)
    }

    /// Nanoseconds after the load.
    public var delay: UInt64 { UInt64(microseconds) * 1000 }
    /// The routing whose destinations it goes to; none of its messages are sent while it is muted at the load.
    public var routing: UInt16 { UInt16(truncatingIfNeeded: bits >> 24) & 63 }
    /// It is a `note-value`, which ends the one before.
    public var replaces: Bool { bits & OnLoad.replaceBit != 0 }
}

import MIDI

/// A message that is sent when a preset is loaded (P1), already on its output channel and split into UMPs.
///
/// Packed into eight bytes, because there may be a quarter of a million of them.
package struct OnLoad {
    /// The delay after the load in whole microseconds, at most an hour.
    private var microseconds: UInt32
    /// From the lowest bit: 24 bits for status and data of a short message, the index of a long message, or the slot of
    /// a position; 6 bits for the routing; one bit for `replaces`; one bit that marks a long message. Both of these
    /// bits mark a position.
    private var bits: UInt32

    private static let replaceBit: UInt32 = 1 << 30
    private static let longBit: UInt32 = 1 << 31

    /// - Parameter long: the index among the long messages of the preset; ignored for a short message.
    package init(message: Message, delay: UInt64, routing: RoutingIndex, replaces: Bool = false, long: Int) {
        microseconds = UInt32((delay + 999) / 1000)
        bits = OnLoad.isShort(message) ? message.word0 & 0xFF_FFFF : OnLoad.longBit | UInt32(long)
        bits |= UInt32(routing.rawValue) << 24
        if replaces { bits |= OnLoad.replaceBit }
    }

    /// Creates an entry that sends the position of an input of the routing (P11).
    package init(position slot: UInt16, delay: UInt64, routing: RoutingIndex) {
        microseconds = UInt32((delay + 999) / 1000)
        bits = OnLoad.longBit | OnLoad.replaceBit | UInt32(slot) | UInt32(routing.rawValue) << 24
    }

    /// The slot of the input whose position is sent; nil if the entry is a message (P11).
    @inline(__always)
    package var position: Int? {
        let isPosition = bits & (OnLoad.longBit | OnLoad.replaceBit) == OnLoad.longBit | OnLoad.replaceBit
        return isPosition ? Int(bits & 0xFFFF) : nil
    }

    /// Whether a message is only a status and at most two data bytes in group 0.
    package static func isShort(_ message: Message) -> Bool {
        Message(status: message.status, message.data1, message.data2) == message
    }

    /// Returns the message in its full form.
    ///
    /// - Parameter long: the long messages of the preset.
    @inline(__always)
    package func message(_ long: UnsafePointer<Message>?) -> Message {
        if bits & OnLoad.longBit != 0, let long { return long[Int(bits & 0xFF_FFFF)] }
        return Message(
            status: UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8) & 0x7F,
            UInt8(truncatingIfNeeded: bits) & 0x7F)
    }

    /// The delay after the load in nanoseconds.
    package var delay: UInt64 { UInt64(microseconds) * 1000 }
    /// The routing whose destinations receive the message. If the routing is muted at the load, none of its messages
    /// are sent.
    package var routing: RoutingIndex { RoutingIndex(Int(bits >> 24 & 63)) }
    /// Whether the message is a `note-value`, which ends the previous note.
    package var replaces: Bool { bits & OnLoad.replaceBit != 0 }
}

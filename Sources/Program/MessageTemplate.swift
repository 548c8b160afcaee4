import MIDI

/// A free message as an output (R17), compiled: the packets it is, each with the places where value and channel go.
///
/// One or several messages, a SysEx being as many packets as it needs: at most `Limits.patternBytes`.
public struct MessageTemplate: Equatable, @unchecked Sendable {
    // The packets are never written, and live as long as the program they belong to.
    private let packets: UnsafePointer<Packet>

    /// - Parameter packets: at least one, the first of which says how many they are.
    public init(packets: UnsafePointer<Packet>) { self.packets = packets }

    /// How many there are.
    public var count: Int { Int(packets.pointee.count) }

    /// The n-th message or piece of a SysEx for a value, 0...127 or 0...16383 as its placeholders have it, and a channel
    /// of 0...15.
    package func message(_ part: Int, value: Int32, channel: UInt8) -> Message {
        packets[part].message(value: value, channel: channel)
    }

    /// Whether the n-th message does not depend on the value.
    package func isFixed(_ part: Int) -> Bool { packets[part].isFixed }

    /// Whether the first data byte of the n-th message depends on the value: which note it is.
    package func noteVaries(_ part: Int) -> Bool { packets[part].noteVaries }

    /// One packet with its gaps, in which all bits are 0.
    public struct Packet: BitwiseCopyable, Sendable {
        private let gapped: Message
        private var gaps = InlineArray<6, Gap>(repeating: Gap(filling: .channel, shift: 0))
        private var gapCount: UInt8 = 0
        /// Of the first of a template, how many it has.
        public var count: UInt16 = 1

        public init(_ gapped: Message) { self.gapped = gapped }

        /// A gap in the n-th data byte, 0...5, or where `byte` is nil in the channel of the status byte.
        public mutating func addGap(_ filling: Filling, byte: Int?) {
            // Data bytes of SysEx and of short messages stand at the same bits; the status byte is before them.
            gaps[Int(gapCount)] = Gap(filling: filling, shift: UInt8(40 - 8 * (byte ?? -1)))
            gapCount += 1
        }

        /// Whether no value goes into it.
        package var isFixed: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling != .channel { return false }
            return true
        }

        /// Whether a value goes into its first data byte.
        package var noteVaries: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling != .channel && gaps[index].shift == 40 {
                return true
            }
            return false
        }

        /// The packet with its gaps filled; see `MessageTemplate.message`.
        public func message(value: Int32, channel: UInt8) -> Message {
            var bits: UInt64 = 0
            for index in 0..<Int(gapCount) {
                let filled: Int32 =
                    switch gaps[index].filling {
                    case .high: value >> 7 & 0x7F
                    case .low: value & 0x7F
                    case .channel: Int32(channel)
                    }
                bits |= UInt64(filled) << UInt64(gaps[index].shift)
            }
            return Message(
                gapped.word0 | UInt32(truncatingIfNeeded: bits >> 32), gapped.word1 | UInt32(truncatingIfNeeded: bits))
        }
    }

    /// What goes into a gap.
    public enum Filling: UInt8, BitwiseCopyable, Sendable {
        /// The upper and lower seven bits of a value of 14; of a value of seven the lower ones are all.
        case high, low
        /// The channel, in the lower half of its byte.
        case channel
    }

    private struct Gap: BitwiseCopyable, Sendable {
        var filling: Filling
        /// How many bits from the right of both words.
        var shift: UInt8
    }
}

import MIDI

/// A compiled free message as an output (R17): its packets, each with gaps for value and channel.
///
/// One or several messages, of at most `Limits.patternBytes` bytes in total. A SysEx takes as many packets as it needs.
package struct MessageTemplate: Equatable, @unchecked Sendable {
    // Sendable because the packets are never written, and live as long as the program they belong to.
    private let packets: UnsafePointer<Packet>

    /// - Parameter packets: at least one packet; the first one contains their number.
    package init(packets: UnsafePointer<Packet>) { self.packets = packets }

    /// The number of packets.
    package var count: Int { Int(packets.pointee.count) }

    /// Returns the n-th message or piece of a SysEx.
    ///
    /// - Parameters:
    /// - value: 0...127, or 0...16383 for 14-bit placeholders.
    ///   - channel: 0...15.
    package func message(_ part: Int, value: Int32, channel: UInt8) -> Message {
        packets[part].message(value: value, channel: channel)
    }

    /// Whether the template has gaps for a 14-bit value.
    var isWide: Bool {
        for part in 0..<count where packets[part].isWide { return true }
        return false
    }

    /// Whether the template is a command, which is not sent for the value 0 (N11).
    package var isCommand: Bool { packets.pointee.isCommand }

    /// Whether the n-th message does not depend on the value.
    package func isFixed(_ part: Int) -> Bool { packets[part].isFixed }

    /// Whether the first data byte of the n-th message, its note number, depends on the value.
    package func noteVaries(_ part: Int) -> Bool { packets[part].noteVaries }

    /// One packet with gaps, in which all bits are 0.
    package struct Packet: BitwiseCopyable, Sendable {
        private let gapped: Message
        private var gaps = InlineArray<6, Gap>(repeating: Gap(filling: .channel, shift: 0))
        private var gapCount: UInt8 = 0
        /// In the first packet of a template: whether the value 0 sends nothing.
        package var isCommand = false
        /// In the first packet of a template: the number of packets.
        package var count: UInt16 = 1

        package init(_ gapped: Message) { self.gapped = gapped }

        /// Adds a gap in the data byte with an index of 0...5, or, if `byte` is nil, in the channel of the status byte.
        package mutating func addGap(_ filling: Filling, byte: Int?) {
            // Data bytes of SysEx and of short messages have the same bit positions; the status byte precedes them.
            gaps[Int(gapCount)] = Gap(filling: filling, shift: UInt8(40 - 8 * (byte ?? -1)))
            gapCount += 1
        }

        /// Whether the packet has no gap for a value.
        package var isFixed: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling != .channel { return false }
            return true
        }

        /// Whether the packet has a gap for the upper half of a 14-bit value.
        fileprivate var isWide: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling == .high { return true }
            return false
        }

        /// Whether the first data byte of the packet is a gap for a value.
        package var noteVaries: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling != .channel && gaps[index].shift == 40 {
                return true
            }
            return false
        }

        /// Returns the packet with its gaps filled; see `MessageTemplate.message`.
        package func message(value: Int32, channel: UInt8) -> Message {
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

    /// The content of a gap.
    package enum Filling: UInt8, BitwiseCopyable, Sendable {
        /// The upper and lower seven bits of a 14-bit value; `low` alone for a 7-bit value.
        case high, low
        /// The channel, in the lower half of a byte.
        case channel
    }

    private struct Gap: BitwiseCopyable, Sendable {
        var filling: Filling
        /// The bit position in both words, counted from the lowest bit of the second word.
        var shift: UInt8
    }
}

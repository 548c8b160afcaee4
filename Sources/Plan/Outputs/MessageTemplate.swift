import MIDI

/// A compiled free message as an output (R17): its UMPs, each with gaps for value and channel.
///
/// One or several messages, of at most `Limits.patternBytes` bytes in total. A SysEx takes as many UMPs as it needs.
package struct MessageTemplate: Equatable, @unchecked Sendable {
    // Sendable because the UMPs are never written, and live as long as the plan they belong to.
    private let umps: UnsafePointer<UMP>

    /// - Parameter umps: at least one UMP; the first one contains their number.
    package init(umps: UnsafePointer<UMP>) { self.umps = umps }

    /// The number of UMPs.
    package var count: Int { Int(umps.pointee.count) }

    /// Returns the n-th message or piece of a SysEx.
    ///
    /// - Parameters:
    ///   - value: 0...127, or 0...16383 for 14-bit placeholders.
    ///   - channel: 0...15.
    package func message(_ part: Int, value: Int32, channel: UInt8) -> Message {
        umps[part].message(value: value, channel: channel)
    }

    /// Whether the template has gaps for a 14-bit value.
    var isWide: Bool {
        for part in 0..<count where umps[part].isWide { return true }
        return false
    }

    /// Whether the template is a command, which is not sent for the value 0 (N11).
    package var isCommand: Bool { umps.pointee.isCommand }

    /// Whether the n-th message does not depend on the value.
    package func isFixed(_ part: Int) -> Bool { umps[part].isFixed }

    /// Whether the first data byte of the n-th message, its note number, depends on the value.
    package func noteVaries(_ part: Int) -> Bool { umps[part].noteVaries }

    /// One UMP with gaps, in which all bits are 0.
    package struct UMP: BitwiseCopyable, Sendable {
        private let gapped: Message
        private var gaps = InlineArray<6, Gap>(repeating: Gap(filling: .channel, shift: 0))
        private var gapCount: UInt8 = 0
        /// In the first UMP of a template: whether the value 0 sends nothing.
        package var isCommand = false
        /// In the first UMP of a template: the number of UMPs.
        package var count: UInt16 = 1

        package init(_ gapped: Message) { self.gapped = gapped }

        /// Adds a gap in the data byte with an index of 0...5, or, if `byte` is nil, in the channel of the status byte.
        package mutating func addGap(_ filling: Filling, byte: Int?) {
            // Data bytes of SysEx and of short messages have the same bit positions; the status byte precedes them.
            gaps[Int(gapCount)] = Gap(filling: filling, shift: UInt8(40 - 8 * (byte ?? -1)))
            gapCount += 1
        }

        /// Whether the UMP has no gap for a value.
        package var isFixed: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling != .channel { return false }
            return true
        }

        /// Whether the UMP has a gap for the upper half of a 14-bit value.
        fileprivate var isWide: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling == .high { return true }
            return false
        }

        /// Whether the first data byte of the UMP is a gap for a value.
        package var noteVaries: Bool {
            for index in 0..<Int(gapCount) where gaps[index].filling != .channel && gaps[index].shift == 40 {
                return true
            }
            return false
        }

        /// Returns the UMP with its gaps filled; see `MessageTemplate.message`.
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

/// Which piece of a SysEx a 64-bit data UMP holds (M2-104-UM 7.7, table 11).
package enum SysExStatus: UInt8, Sendable {
    /// The whole SysEx, F0 to F7.
    case complete = 0
    /// The first piece, after F0.
    case start = 1
    /// A middle piece.
    case `continue` = 2
    /// The last piece, before F7. It may be empty.
    case end = 3
}

extension Message {
    /// The greatest number of data bytes in a SysEx UMP.
    package static let sysExCapacity = 6

    /// Makes a UMP of a SysEx (message type 3). F0 and F7 are not among its bytes.
    ///
    /// - Parameters:
    ///   - bytes: data bytes. Their top bits are cleared, so that the UMP is always well formed.
    ///   - count: the number of bytes used, 0...6. The others become 0.
    ///   - group: 0...15.
    package init(sysEx status: SysExStatus, _ bytes: InlineArray<6, UInt8>, count: Int, group: UInt8 = 0) {
        precondition(0...Message.sysExCapacity ~= count)
        var packed: UInt64 = 0
        for index in 0..<count {
            packed |= UInt64(bytes[index] & 0x7F) << UInt64(40 - 8 * index)
        }
        let head = UInt64(0x30 | group & 0x0F) << 56 | UInt64(status.rawValue) << 52 | UInt64(count) << 48
        self.init(UInt32(truncatingIfNeeded: (head | packed) >> 32), UInt32(truncatingIfNeeded: packed))
    }

    /// Makes the empty End that closes a broken SysEx after some of its pieces were sent (rule S4).
    @inlinable
    package static func sysExEnd(group: UInt8 = 0) -> Message {
        Message(0x3030_0000 | UInt32(group & 0x0F) << 24)
    }

    /// Which piece this UMP holds; nil unless this is a SysEx UMP of a known status.
    @inlinable package var sysExStatus: SysExStatus? {
        type == MessageType.sysEx ? SysExStatus(rawValue: UInt8(truncatingIfNeeded: word0 >> 20) & 0x0F) : nil
    }

    /// The number of data bytes that the UMP declares, 0...15. More than 6 is malformed.
    @inlinable package var sysExCount: Int { Int(word0 >> 16 & 0x0F) }

    /// Returns the data byte, 0...127, at an index of 0...5. Bytes from ``sysExCount`` on are padding.
    @inlinable
    package func sysExByte(_ index: Int) -> UInt8 {
        let packed = UInt64(word0) << 32 | UInt64(word1)
        return UInt8(truncatingIfNeeded: packed >> UInt64(40 - 8 * index)) & 0x7F
    }

    /// Whether this is a well-formed SysEx UMP: a known status and at most 6 bytes.
    @inlinable package var isSysEx: Bool { sysExStatus != nil && sysExCount <= Message.sysExCapacity }
}

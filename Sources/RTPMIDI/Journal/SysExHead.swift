/// The first data bytes of a SysEx and its length, which tell the SysEx that the journal treats in a particular way.
struct SysExHead: BitwiseCopyable {
    enum Kind: Equatable {
        /// A Reset State command (RFC 6295, A.1).
        case resetState
        /// A Full Frame of MIDI Time Code: hours, minutes, seconds and frames, one byte each.
        case fullFrame(UInt32)
        case other
    }

    /// Data bytes so far; stops at 65535.
    private(set) var count: UInt16 = 0
    private var bytes: UInt64 = 0

    mutating func add(_ byte: UInt8) {
        if count < 8 { bytes |= UInt64(byte) << UInt64(56 - 8 * count) }
        if count < UInt16.max { count += 1 }
    }

    /// The kind of the SysEx if it ends here.
    var kind: Kind {
        // Byte 1 is the device.
        switch (count, bytes & 0xFF00_FFFF_0000_0000) {
        case (8, 0x7F00_0101_0000_0000): .fullFrame(UInt32(truncatingIfNeeded: bytes))
        // General MIDI on, off, and 2 on; DLS on and off.
        case (4, 0x7E00_0901_0000_0000), (4, 0x7E00_0900_0000_0000), (4, 0x7E00_0902_0000_0000),
            (4, 0x7E00_0903_0000_0000), (4, 0x7E00_0A01_0000_0000), (4, 0x7E00_0A02_0000_0000):
            .resetState
        default: .other
        }
    }

    /// Whether the SysEx can still become a Full Frame, which chapter F protects instead of chapter X.
    var mayBeFullFrame: Bool {
        count >= 4 && count <= 8 && bytes & 0xFF00_FFFF_0000_0000 == 0x7F00_0101_0000_0000
    }
}

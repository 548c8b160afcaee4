import MIDI

/// The first data bytes and the length of a SysEx, by which the journal recognises the kinds that it treats specially.
struct SysExHead: BitwiseCopyable {
    enum Kind: Equatable {
        /// A Reset State command (RFC 6295, A.1).
        case resetState
        /// A Full Frame of MIDI Time Code: hours, minutes, seconds and frames, one byte each.
        case fullFrame(UInt32)
        case other
    }

    /// The number of data bytes so far, less than 2²⁸: a journal cannot express more.
    private(set) var count: UInt32 = 0
    private var bytes: UInt64 = 0
    /// A hash of all data bytes so far.
    private(set) var hash: UInt64 = 0

    mutating func add(_ byte: UInt8) {
        if count < 8 { bytes |= UInt64(byte) << UInt64(56 - 8 * count) }
        count = (count + 1) & 0x0FFF_FFFF
        hash = hash.mixed(UInt64(byte) + 1)
    }

    /// The head of a SysEx whose first `count` data bytes are in a log of chapter X.
    init(_ data: UnsafeRawBufferPointer, count: Int) {
        for index in 0..<count { add(data[index] & 0x7F) }
    }

    init() {}

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
}

/// Time stamps of packets: milliseconds of 13 bits. The header of a packet has the upper six, each message the lower
/// seven.
enum BLETimeStamp {
    /// In nanoseconds.
    static let millisecond: UInt64 = 1_000_000
    /// Nanoseconds after which time stamps repeat.
    static let turn: Int64 = 8192 * 1_000_000

    static func high(_ milliseconds: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: milliseconds >> 7) & 0x3F }
    static func low(_ milliseconds: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: milliseconds) & 0x7F }

    /// A difference of times with as many turns added or removed as bring it nearest to 0.
    static func nearest(_ difference: Int64) -> Int64 {
        let rest = difference % turn
        if rest > turn / 2 { return rest - turn }
        return rest < -turn / 2 ? rest + turn : rest
    }
}

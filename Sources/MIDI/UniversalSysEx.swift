/// The first data bytes of Universal System Exclusive messages (MIDI 1.0 Detailed Specification, table VII).
///
/// Such a SysEx begins F0, one of these bytes, the device ID, sub-ID 1.
public enum UniversalSysEx {
    /// The manufacturer ID of messages that need not be timed.
    @inlinable public static var nonRealTime: UInt8 { 0x7E }
    /// Sub-ID 1 of MIDI-CI (M2-101-UM 5.1).
    @inlinable public static var capabilityInquiry: UInt8 { 0x0D }
}

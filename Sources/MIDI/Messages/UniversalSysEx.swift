/// The first data bytes of Universal System Exclusive messages (MIDI 1.0 Detailed Specification, table VII).
///
/// Such a SysEx begins F0, one of these bytes, the device ID, sub-ID 1.
package enum UniversalSysEx {
    /// The manufacturer ID of messages that need not be timed.
    @inlinable package static var nonRealTime: UInt8 { 0x7E }
    /// The manufacturer ID of messages that take effect when they arrive.
    @inlinable package static var realTime: UInt8 { 0x7F }
    /// Sub-ID 1 of MIDI Time Code, and sub-ID 2 of its full frame (MIDI Time Code, RP-004).
    @inlinable package static var timeCode: UInt8 { 0x01 }
    @inlinable package static var fullFrame: UInt8 { 0x01 }
    /// Sub-ID 1 of MIDI-CI (M2-101-UM 5.1).
    @inlinable package static var capabilityInquiry: UInt8 { 0x0D }
}

extension Message {
    /// The first piece of the full frame of MIDI Time Code, of any device: `F0 7F dd 01 01 hh mm ss ff F7`.
    package var beginsFullFrame: Bool {
        sysExStatus == .start && sysExCount >= 4 && sysExByte(0) == UniversalSysEx.realTime
            && sysExByte(2) == UniversalSysEx.timeCode && sysExByte(3) == UniversalSysEx.fullFrame
    }
}

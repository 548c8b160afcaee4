/// Message types of the Universal MIDI Packet, 0...15 (M2-104-UM 2.1.4, table 4).
package enum MessageType {
    @inlinable package static var utility: UInt8 { 0x0 }
    /// System Common and System Real-Time.
    @inlinable package static var system: UInt8 { 0x1 }
    @inlinable package static var midi1Channel: UInt8 { 0x2 }
    /// 64-bit data: a piece of a SysEx.
    @inlinable package static var sysEx: UInt8 { 0x3 }
    @inlinable package static var midi2Channel: UInt8 { 0x4 }
    /// 128-bit data.
    @inlinable package static var longData: UInt8 { 0x5 }
    /// Reserved by the standard. Inside the box: footswitches, knobs, tilt and pedals.
    @inlinable package static var box: UInt8 { 0x6 }
    @inlinable package static var flexData: UInt8 { 0xD }
    @inlinable package static var stream: UInt8 { 0xF }
}

/// Message types of the Universal MIDI Packet, 0...15 (M2-104-UM 2.1.4, table 4).
public enum MessageType {
    @inlinable public static var utility: UInt8 { 0x0 }
    /// System Common and System Real-Time.
    @inlinable public static var system: UInt8 { 0x1 }
    @inlinable public static var midi1Channel: UInt8 { 0x2 }
    /// 64-bit data: a piece of a SysEx.
    @inlinable public static var sysEx: UInt8 { 0x3 }
    @inlinable public static var midi2Channel: UInt8 { 0x4 }
    /// 128-bit data.
    @inlinable public static var longData: UInt8 { 0x5 }
    /// Reserved by the standard. Inside the box: footswitches, knobs, tilt and pedals.
    @inlinable public static var box: UInt8 { 0x6 }
    @inlinable public static var flexData: UInt8 { 0xD }
    @inlinable public static var stream: UInt8 { 0xF }
}

/// Numbers of the Control Changes that the box handles in a particular way, 0...127 (MIDI 1.0 Detailed Specification,
/// table III). `ControllerNames` has the names of all of them.
public enum Controller {
    @inlinable public static var bankMSB: UInt8 { 0 }
    @inlinable public static var dataEntryMSB: UInt8 { 6 }
    @inlinable public static var bankLSB: UInt8 { 32 }
    @inlinable public static var dataEntryLSB: UInt8 { 38 }
    @inlinable public static var sustain: UInt8 { 64 }
    @inlinable public static var sostenuto: UInt8 { 66 }
    @inlinable public static var hold2: UInt8 { 69 }
    @inlinable public static var dataIncrement: UInt8 { 96 }
    @inlinable public static var dataDecrement: UInt8 { 97 }
    @inlinable public static var nrpnLSB: UInt8 { 98 }
    @inlinable public static var nrpnMSB: UInt8 { 99 }
    @inlinable public static var rpnLSB: UInt8 { 100 }
    @inlinable public static var rpnMSB: UInt8 { 101 }
    /// Ends all sound on a channel, including release tails (M1-42).
    @inlinable public static var allSoundOff: UInt8 { 120 }
    /// Returns controllers, pressure and bend of a channel to their values at power-up (RP-015).
    @inlinable public static var resetAllControllers: UInt8 { 121 }
    @inlinable public static var allNotesOff: UInt8 { 123 }
}

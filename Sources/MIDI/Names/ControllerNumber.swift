/// Numbers of the Control Changes that the box handles in a particular way, 0...127 (MIDI 1.0 Detailed Specification,
/// table III). `ControllerNames` has the names of all of them.
package enum ControllerNumber {
    @inlinable package static var bankMSB: UInt8 { 0 }
    @inlinable package static var modulation: UInt8 { 1 }
    @inlinable package static var dataEntryMSB: UInt8 { 6 }
    @inlinable package static var bankLSB: UInt8 { 32 }
    @inlinable package static var dataEntryLSB: UInt8 { 38 }
    @inlinable package static var sustain: UInt8 { 64 }
    @inlinable package static var sostenuto: UInt8 { 66 }
    @inlinable package static var hold2: UInt8 { 69 }
    @inlinable package static var dataIncrement: UInt8 { 96 }
    @inlinable package static var dataDecrement: UInt8 { 97 }
    @inlinable package static var nrpnLSB: UInt8 { 98 }
    @inlinable package static var nrpnMSB: UInt8 { 99 }
    @inlinable package static var rpnLSB: UInt8 { 100 }
    @inlinable package static var rpnMSB: UInt8 { 101 }
    /// Ends all sound on a channel, including release tails (M1-42).
    @inlinable package static var allSoundOff: UInt8 { 120 }
    /// Returns controllers, pressure and bend of a channel to their values at power-up (RP-015).
    @inlinable package static var resetAllControllers: UInt8 { 121 }
    @inlinable package static var allNotesOff: UInt8 { 123 }
}

/// Status bytes of MIDI 1.0 (Detailed Specification, tables I to VI).
///
/// A channel status holds its channel in the lower four bits: `Status.noteOn | channel`, channel 0...15.
package enum Status {
    @inlinable package static var noteOff: UInt8 { 0x80 }
    @inlinable package static var noteOn: UInt8 { 0x90 }
    @inlinable package static var polyPressure: UInt8 { 0xA0 }
    @inlinable package static var controlChange: UInt8 { 0xB0 }
    @inlinable package static var programChange: UInt8 { 0xC0 }
    @inlinable package static var channelPressure: UInt8 { 0xD0 }
    @inlinable package static var pitchBend: UInt8 { 0xE0 }

    /// Opens a SysEx.
    @inlinable package static var sysEx: UInt8 { 0xF0 }
    /// MIDI Time Code quarter frame.
    @inlinable package static var timeCode: UInt8 { 0xF1 }
    @inlinable package static var songPosition: UInt8 { 0xF2 }
    @inlinable package static var songSelect: UInt8 { 0xF3 }
    @inlinable package static var tuneRequest: UInt8 { 0xF6 }
    /// Closes a SysEx (EOX).
    @inlinable package static var sysExEnd: UInt8 { 0xF7 }

    @inlinable package static var timingClock: UInt8 { 0xF8 }
    @inlinable package static var start: UInt8 { 0xFA }
    @inlinable package static var `continue`: UInt8 { 0xFB }
    @inlinable package static var stop: UInt8 { 0xFC }
    @inlinable package static var activeSensing: UInt8 { 0xFE }
    @inlinable package static var reset: UInt8 { 0xFF }

    /// Registered controller of the MIDI 2.0 protocol (RPN in MIDI 1.0).
    @inlinable package static var registeredController: UInt8 { 0x20 }
    /// Assignable controller of the MIDI 2.0 protocol (NRPN in MIDI 1.0).
    @inlinable package static var assignableController: UInt8 { 0x30 }
}

extension Status {
    /// Whether a byte is a status byte, 80...FF, and not a data byte.
    @inlinable @inline(__always)
    package static func isStatus(_ byte: UInt8) -> Bool { byte >= 0x80 }

    /// Whether a byte is a channel status, 80...EF.
    @inlinable @inline(__always)
    package static func isChannel(_ byte: UInt8) -> Bool { 0x80..<0xF0 ~= byte }

    /// Whether a byte is a system status, F0...FF.
    @inlinable @inline(__always)
    package static func isSystem(_ byte: UInt8) -> Bool { byte >= 0xF0 }

    /// Whether a byte is System Real-Time, F8...FF, including the undefined F9 and FD.
    @inlinable @inline(__always)
    package static func isRealTime(_ byte: UInt8) -> Bool { byte >= 0xF8 }

    /// A channel status without its channel, 0x80...0xE0.
    @inlinable @inline(__always)
    package static func withoutChannel(_ status: UInt8) -> UInt8 { status & 0xF0 }

    /// Whether one data byte follows a channel status: Program Change and Channel Pressure. The others have two.
    @inlinable @inline(__always)
    package static func hasOneDataByte(_ status: UInt8) -> Bool { status & 0xE0 == 0xC0 }
}

// Footswitches, knobs, tilt, pedals and variables pass through the router as messages of type 6, which M2-104-UM
// reserves. They stay inside the box: the writer turns them into no bytes, and the UMP reader skips that type.
extension Message {
    /// Makes the message of a footswitch gesture: contact, short, long, double, single or chord.
    ///
    /// - Parameters:
    ///   - id: the control number of the gesture, 0...255 (`Footswitches`).
    ///   - value: 0 released, 127 pressed.
    @inlinable
    package init(contact id: UInt8, value: UInt16) {
        self.init(0x6000_0000 | UInt32(id) << 16 | UInt32(value))
    }

    /// Makes the message of the tilt of one axis (rule F4).
    ///
    /// - Parameters:
    ///   - axis: 0 x, 1 y, 2 z.
    ///   - value: 0...16383 for −90..+90°; 8192 is level.
    @inlinable
    package init(motion axis: UInt8, value: UInt16) {
        self.init(0x6100_0000 | UInt32(axis) << 16 | UInt32(value))
    }

    /// Makes the message of the position of an expression pedal (rule I10).
    ///
    /// - Parameters:
    ///   - pedal: 0..<8.
    ///   - value: 0 heel to 16383 toe.
    @inlinable
    package init(pedal: UInt8, value: UInt16) {
        self.init(motion: pedal + 3, value: value)
    }

    /// Makes the message of a knob (rule I10).
    ///
    /// - Parameters:
    ///   - id: 3 * knob for the position, 3 * knob + 1 for a turn to the left, 3 * knob + 2 for a turn to the right.
    ///   - value: the position 0...127; of a turn 127, then 0.
    @inlinable
    package init(knob id: UInt8, value: UInt16) {
        self.init(contact: id + 112, value: value)
    }

    /// Makes the message of a changed variable (rule V3).
    ///
    /// - Parameters:
    ///   - variable: 0..<32, its place in the box file.
    ///   - value: 0...127.
    @inlinable
    package init(variable: UInt8, value: UInt16) {
        self.init(contact: variable + 136, value: value)
    }

    /// The control number of the gesture, knob or variable, or the axis or pedal, 0...255.
    @inlinable package var controlID: UInt8 { UInt8(truncatingIfNeeded: word0 >> 16) }
    /// The value of the gesture or axis, 16 bits.
    @inlinable package var controlValue: UInt16 { UInt16(truncatingIfNeeded: word0) }
}

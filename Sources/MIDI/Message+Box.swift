// Footswitches and tilt travel through the router as messages. They use type 6, which M2-104-UM reserves, and stay
// inside the box: the writer turns them into no bytes, and the packet reader skips that type.
extension Message {
    /// Makes the message of a footswitch gesture: contact, short, long, double or chord.
    ///
    /// - Parameters:
    ///   - id: the control number of the gesture, 0...255 (`Footswitches`).
    ///   - value: 0 released, 127 pressed.
    @inlinable
    public init(contact id: UInt8, value: UInt16) {
        self.init(0x6000_0000 | UInt32(id) << 16 | UInt32(value))
    }

    /// Makes the message of the tilt of one axis (rule F4).
    ///
    /// - Parameters:
    ///   - axis: 0 x, 1 y, 2 z.
    ///   - value: 0...16383 for −90..+90°; 8192 is level.
    @inlinable
    public init(motion axis: UInt8, value: UInt16) {
        self.init(0x6100_0000 | UInt32(axis) << 16 | UInt32(value))
    }

    /// The control number of the gesture, or the axis, 0...255.
    @inlinable public var controlID: UInt8 { UInt8(truncatingIfNeeded: word0 >> 16) }
    /// The value of the gesture or axis, 16 bits.
    @inlinable public var controlValue: UInt16 { UInt16(truncatingIfNeeded: word0) }
}

/// The states of the footswitch LEDs, one bit a footswitch (F3).
package struct LEDs: Equatable, BitwiseCopyable, Sendable {
    package enum State: UInt8, BitwiseCopyable, Sendable {
        case off, on, blink
        /// Follows the beat. Only for an LED set by hand; the display shows it as on or off.
        case tempo
    }

    /// LEDs that are on or blink, one bit each.
    package var lit: UInt16 = 0
    /// Of the lit LEDs, those that blink; of the others, those that follow the beat; one bit each.
    package var blinking: UInt16 = 0

    package init() {}

    /// The state of the LED of a footswitch, 0..<16.
    package subscript(index: Int) -> State {
        get {
            let bit: UInt16 = 1 << UInt16(index)
            if lit & bit == 0 { return blinking & bit == 0 ? .off : .tempo }
            return blinking & bit == 0 ? .on : .blink
        }
        set {
            let bit: UInt16 = 1 << UInt16(index)
            lit = newValue == .on || newValue == .blink ? lit | bit : lit & ~bit
            blinking = newValue == .blink || newValue == .tempo ? blinking | bit : blinking & ~bit
        }
    }
}

/// The rule that the LED of a footswitch follows while a preset runs (F3).
package enum LEDRule: Equatable, Sendable {
    /// The contact of its footswitch.
    case contact
    /// A variable, by `Plan.lit` (V4).
    case variable
    /// The latch of a remap, by the index of the remap that stores its internal value.
    case remap(UInt16)
    /// The latch of a condition of the preset, by its node.
    case condition(UInt16)
    /// The latch of an assignment, by the place of its internal value (`Assigned.state`).
    case assignment(UInt16)
}

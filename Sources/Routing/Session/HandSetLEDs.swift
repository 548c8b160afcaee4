import Program

/// The LEDs that were set by hand, until the next load (F3).
struct HandSetLEDs {
    private var leds = LEDs()
    /// The footswitches whose LED was set, one bit each.
    private var isSet: UInt16 = 0

    mutating func set(_ footswitch: Int, _ state: LEDs.State) {
        leds[footswitch] = state
        isSet |= 1 << UInt16(footswitch)
    }

    /// The state to which the LED of a footswitch was set; nil if it was not set.
    func state(of footswitch: Int) -> LEDs.State? {
        isSet & (1 << UInt16(footswitch)) != 0 ? leds[footswitch] : nil
    }

    /// Whether an LED follows the beat.
    var followsBeat: Bool { isSet & leds.blinking & ~leds.lit != 0 }
}

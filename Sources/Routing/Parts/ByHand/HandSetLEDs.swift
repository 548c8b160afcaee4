import Plan

/// LEDs set by hand, until the next load (F3).
struct HandSetLEDs {
    private var leds = LEDs()
    /// Footswitches whose LED was set by hand, one bit each.
    private var isSet: UInt16 = 0

    mutating func set(_ footswitch: Int, _ state: LEDs.State) {
        leds[footswitch] = state
        isSet |= 1 << UInt16(footswitch)
    }

    /// The LEDs to show: those set by hand, and `lit`, one bit each, for the others.
    // Works on the bits of all footswitches at once: a loop over states took a sixth of a preset switch.
    @inline(__always)
    func shown(over lit: UInt16, isOnBeat: Bool) -> LEDs {
        let onBeat = isOnBeat ? leds.blinking & ~leds.lit : 0
        var shown = LEDs()
        shown.lit = lit & ~isSet | (leds.lit | onBeat) & isSet
        shown.blinking = leds.blinking & leds.lit & isSet
        return shown
    }

    /// Whether any LED set by hand follows the beat.
    var followsBeat: Bool { isSet & leds.blinking & ~leds.lit != 0 }
}

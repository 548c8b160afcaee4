import Program

/// The lights that were set by hand, until the next load (F3).
struct HandLights {
    private var lights = Lights()
    /// Footswitches whose light was set, a bit each.
    private var isSet: UInt16 = 0

    mutating func set(_ footswitch: Int, _ state: Lights.State) {
        lights[footswitch] = state
        isSet |= 1 << UInt16(footswitch)
    }

    /// The state that the light of a footswitch was set to; nil: it was not.
    func state(of footswitch: Int) -> Lights.State? {
        isSet & (1 << UInt16(footswitch)) != 0 ? lights[footswitch] : nil
    }

    /// Whether a light follows the beat.
    var followsBeat: Bool { isSet & lights.blinking & ~lights.lit != 0 }
}

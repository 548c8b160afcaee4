import Program

/// What was set by hand, until the next load.
struct HandLights {
    var lights = Lights()
    /// The switches that it holds for, a bit each.
    var isSet: UInt16 = 0

    /// Whether a light follows the beat.
    var followsBeat: Bool { isSet & lights.blinking & ~lights.lit != 0 }
}

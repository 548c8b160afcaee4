/// Every capacity and fixed time of the panel. Nothing of it grows; what does not fit is refused as a value.
public enum PanelLimits {
    /// Footswitches of a box: their contact, long and double controls are 0..<48, which leaves the message word room
    /// for the chords. When full `Footswitches.addSwitch` gives nil; a configuration with more is refused.
    public static let switches = 16
    /// Pairs `A+B` that somebody names (F2). When full `Footswitches.addChord` gives nil; a configuration with more is
    /// refused.
    public static let chords = 32
    /// Control numbers of all gestures together: three a switch, one a chord.
    public static let controls = 3 * switches + chords
    /// Nanoseconds between the two presses of a chord, at most (F2).
    public static let chordWindow: UInt64 = 80_000_000
    /// Axes of the tilt sensor: x, y, z.
    public static let axes = 3
    /// Degrees that an axis must be tilted over for its range to be learnt; with fewer nobody could play.
    public static let leastTilt = 10
    /// The largest acceleration in g that a sample may show on one axis: the widest range of the chips we drive. Past
    /// it the sample is ignored and counted in `Tilt.ignored`.
    public static let acceleration = 16.0
    /// Unicode scalars of a preset name or a file name: the widest row. Longer ones are cut on the display only.
    public static let nameLength = 20
    /// Unicode scalars of a port name in a status (D3). Longer ones are cut there only.
    public static let portNameLength = 6
    /// Rows of the menu's `Faults` (E1), each up to 20 characters: some dozen faults with places and messages. When full
    /// `FaultList.add` gives false; what follows is left out, and the last row says `...`.
    public static let faultRows = 120
    /// Cells of the largest display, 20x4. A larger one is a programming error.
    public static let cells = 80
    /// Nanoseconds after which a display that did not answer is tried again (D4).
    public static let displayRetryTime: UInt64 = 1_000_000_000
    /// Nanoseconds after which a display is told everything anew, in case it has lost its state unnoticed.
    public static let displayRefreshTime: UInt64 = 30_000_000_000
    /// Nanoseconds that a passing status is shown (D3).
    public static let noticeTime: UInt64 = 2_000_000_000
    /// Nanoseconds that both switches of the menu are held to open it (M1).
    public static let menuHold: UInt64 = 1_000_000_000
    /// Nanoseconds after the last touch until the menu leaves by itself (M5).
    public static let menuTime: UInt64 = 10_000_000_000
    /// Nanoseconds from entry to entry while the stepping switch is held (M4): as fast as one can read.
    public static let menuRepeat: UInt64 = 250_000_000
}

/// A time that never comes, in nanoseconds.
public let never = UInt64.max

/// The capacities and fixed times of the panel. Nothing grows: adding to a full list returns nil or false.
package enum PanelLimits {
    /// Footswitches of a box. Their gestures have the controls 0..<80, which leaves numbers for the chords in a
    /// message. When full, `Footswitches.addSwitch` returns nil; a configuration with more is refused.
    package static let switches = 16
    /// Chords `A+B` that a configuration names (F2). When full, `Footswitches.addChord` returns nil; a configuration
    /// with more is refused.
    package static let chords = 32
    /// Gestures of each footswitch: contact, short, long, double, single.
    package static let gestures = 5
    /// Control numbers of all gestures together: five for each footswitch, one for each chord.
    package static let controls = gestures * switches + chords
    /// The longest time between the two presses of a chord, in nanoseconds (F2).
    package static let chordWindow: UInt64 = 80_000_000
    /// Axes of the tilt sensor: x, y, z.
    package static let axes = 3
    /// The smallest tilt range that can be learnt, in degrees. Smaller ranges could not be played.
    package static let leastTilt = 10
    /// The greatest acceleration of a valid sample on one axis, in g: the widest range of the supported chips. A
    /// sample beyond this limit is ignored and counted in `Tilt.ignored`.
    package static let acceleration = 16.0
    /// Expression pedals of a box (I10): two chips with four inputs each. A configuration with more is refused.
    package static let pedals = 8
    /// The greatest voltage of a pedal in either direction, in millivolts: the chips' highest supply is 5.5 V, less
    /// some drop. A reading beyond this limit is clamped.
    package static let pedalMillivolts = 5000
    /// The smallest range of a pedal, in millivolts. Smaller ranges could not be played.
    package static let leastPedal = 200
    /// The difference between two readings, in millivolts, from which the next reading must confirm the change. A fast
    /// move from heel to toe takes 50 ms, so its readings, at most 8 ms apart, differ by less.
    package static let pedalJump = 600
    /// The difference between two readings, in eighths of a millivolt, that is only noise of an ADS1115. This is far
    /// below the hysteresis.
    package static let pedalNoise: Int32 = 8
    /// I/O expanders for footswitches (I10), 16 lines each. A configuration with more is refused.
    package static let expanders = 4
    /// Rotary encoders of a box (I10). A configuration with more is refused.
    package static let knobs = 8
    /// The time between two detents, in nanoseconds, below which a knob counts as turned fast (I10).
    package static let knobFast: UInt64 = 30_000_000
    /// Unicode scalars of a preset name or a file name: the widest row. Longer names are cut on the display only.
    package static let nameLength = 20
    /// Unicode scalars of a port name in a status (D3). Longer names are cut in the status only.
    package static let portNameLength = 6
    /// Rows of the menu page `Faults` (E1), up to 20 characters each: about a dozen faults with places and messages.
    /// When full, `FaultList.add` returns false, further rows are left out, and the last row is `...`.
    package static let faultRows = 120
    /// Rows of the menu page `Faults` for a failed update (I5): enough for the longest reason on 16 columns. When
    /// full, `FaultList.addUpdate` returns false, further rows are left out, and the last row is `...`.
    package static let updateFaultRows = 10
    /// Rows of the menu page `Network` (N13), up to 20 characters each: the addresses of three interfaces. When full,
    /// `NetworkList.add` returns false, further rows are left out, and the last row is `...`.
    package static let networkRows = 12
    /// Peers on the menu page `Bluetooth` (B16): four that are connected, and as many that are sought. When full,
    /// `BluetoothList.add` returns false, and further peers are left out.
    package static let bluetoothRows = 8
    /// Rows of the menu page `Wi-Fi` above its entries (L6): the state, and the longest name and password on 16
    /// columns. When full, `WiFiList.add` returns false, further rows are left out, and the last row is `...`.
    package static let wifiRows = 12
    /// Modules on a side of a QR code (L6), version 9 of ISO/IEC 18004: a name of 32 bytes and a password of 63
    /// characters, all escaped, are 208 of the 230 bytes that it holds. A larger code is a programming error.
    package static let codeModules = 53
    /// Rows of the menu page `Pair` below `New code`: all browsers that can be paired (W4).
    package static let browserRows = 32
    /// Cells of the largest display, 21x4. A larger display is a programming error.
    package static let cells = 84
    /// LEDs of a chain (I10): four for each footswitch. A configuration with more is refused.
    package static let chainedLEDs = 64
    /// The interval, in nanoseconds, at which the colours are sent to an LED chain again, or its bus is tried again.
    package static let chainRefreshTime: UInt64 = 1_000_000_000
    /// The time after which a display that did not answer is tried again, in nanoseconds (D4).
    package static let displayRetryTime: UInt64 = 1_000_000_000
    /// The interval, in nanoseconds, at which a display is sent everything again, in case it has lost its state.
    package static let displayRefreshTime: UInt64 = 30_000_000_000
    /// The time for which a temporary status is shown, in nanoseconds (D3).
    package static let noticeTime: UInt64 = 2_000_000_000
    /// The time for which both menu switches must be held to open the menu, in nanoseconds (M1).
    package static let menuHold: UInt64 = 1_000_000_000
    /// The time from the last touch until the menu closes by itself, in nanoseconds (M5).
    package static let menuTime: UInt64 = 10_000_000_000
    /// The time for which the menu shows a QR code (L6).
    package static let codeTime: UInt64 = 60_000_000_000
    /// The interval between steps while the step switch is held, in nanoseconds (M4): as fast as one can read.
    package static let menuRepeat: UInt64 = 250_000_000
}

/// A time in nanoseconds that is never reached.
package let never = UInt64.max

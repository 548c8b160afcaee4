/// The backlight of the LCD: off after a time without events, on at the next event.
///
/// Events are what the player does or should see: footswitches, messages except MIDI clock and Active Sensing, loads
/// and all other actions, ports that appear or disappear, a sensor that is lost or found. Beats and tilt are no
/// events, because they never stop.
package struct Backlight: BitwiseCopyable, Sendable {
    /// The time without events until the backlight goes off, in nanoseconds; 0: always on.
    package var delay: UInt64 = 0
    /// The brightness set in the menu, 0..<`levels`; at 0 the display stays dark (M15).
    package private(set) var level: UInt8
    /// The number of brightness levels: 2 for a light that is only on or off.
    package let levels: UInt8
    /// The time of the last event, in ns.
    private var eventAt: UInt64 = 0
    /// The number of events that switched the backlight on; wraps around.
    package private(set) var wakes: UInt32 = 0

    /// The longest delay between an event and the call of `event(at:)`, in ns.
    private static let lateness: UInt64 = 100_000_000

    /// - Parameter levels: the number of brightness levels, at least 2.
    package init(delay: UInt64 = 0, levels: UInt8 = 2) {
        self.delay = delay
        self.levels = levels
        level = levels - 1
    }

    /// Selects the next brightness; after the brightest, dark.
    package mutating func step() { level = level + 1 < levels ? level + 1 : 0 }

    /// Restores a saved brightness, if the display has this level.
    package mutating func restore(level new: Int) {
        if 0..<Int(levels) ~= new { level = UInt8(new) }
    }

    /// Records an event.
    ///
    /// - Parameter time: the time of the event, in ns.
    @inline(__always)
    package mutating func event(at time: UInt64) {
        // An edge has the kernel's time stamp, so the backlight may have gone off before the edge was read.
        if delay > 0 && time + Backlight.lateness >= eventAt + delay { wakes &+= 1 }
        if time > eventAt { eventAt = time }
    }

    package func isLit(at now: UInt64) -> Bool { level > 0 && (delay == 0 || now < eventAt + delay) }

    /// Returns the time at which the backlight goes off without further events, in ns; `never` if it stays as it is.
    package func nextChange(after now: UInt64) -> UInt64 { delay > 0 && isLit(at: now) ? eventAt + delay : never }
}

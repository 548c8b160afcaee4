/// The backlight of the LCD: it goes off after a time without events and on at the next event.
///
/// Events are what the user does or should see: footswitches, messages except MIDI clock and Active Sensing, loads and
/// all other actions, ports that come and go, a sensor that is lost or found. Beats and tilt are no events, because
/// they never rest.
public struct Backlight: BitwiseCopyable, Sendable {
    /// The time without events until it goes off, in nanoseconds; 0: it is always on.
    public var delay: UInt64 = 0
    /// The brightness that the menu has set, 0..<`levels`; 0 is dark, whatever happens (M15).
    public private(set) var level: UInt8
    /// The number of brightnesses: 2 for a light that is on or off.
    public let levels: UInt8
    /// The time of the last event, in ns.
    private var eventAt: UInt64 = 0
    /// The number of events that switched it on; wraps.
    public private(set) var wakes: UInt32 = 0

    /// The longest delay between an event and its report, in ns.
    private static let lateness: UInt64 = 100_000_000

    /// - Parameter levels: at least 2.
    public init(delay: UInt64 = 0, levels: UInt8 = 2) {
        self.delay = delay
        self.levels = levels
        level = levels - 1
    }

    /// Goes to the next brightness; after the brightest comes dark.
    public mutating func step() { level = level + 1 < levels ? level + 1 : 0 }

    /// Takes the brightness that was kept, if the display has it.
    public mutating func take(level new: Int) {
        if 0..<Int(levels) ~= new { level = UInt8(new) }
    }

    /// Reports an event.
    ///
    /// - Parameter time: when it happened, in ns.
    @inline(__always)
    public mutating func event(at time: UInt64) {
        // An edge carries the kernel's time, so the backlight may have gone off before the edge was read.
        if delay > 0 && time + Backlight.lateness >= eventAt + delay { wakes &+= 1 }
        if time > eventAt { eventAt = time }
    }

    public func isLit(at now: UInt64) -> Bool { level > 0 && (delay == 0 || now < eventAt + delay) }

    /// Returns when it goes off without further events, in ns; `never` if it stays as it is.
    public func nextChange(after now: UInt64) -> UInt64 { delay > 0 && isLit(at: now) ? eventAt + delay : never }
}

/// The light behind the glass: off when nothing has happened for a while, on at the first event.
///
/// Events are what somebody does or has to see: footswitches, messages but MIDI clock and Active Sensing, loads and all
/// other actions, ports that come and go, a sensor that is lost or found. Beats are none, tilt is none: it never rests.
public struct Backlight: BitwiseCopyable, Sendable {
    /// Nanoseconds without an event; 0: it is always lit.
    public var delay: UInt64 = 0
    /// The last event, in ns.
    private var eventAt: UInt64 = 0
    /// How often an event has ended the dark; wraps.
    public private(set) var wakes: UInt32 = 0

    /// ns that an event may be told of late.
    private static let lateness: UInt64 = 100_000_000

    public init(delay: UInt64 = 0) { self.delay = delay }

    /// Something has happened, at a time that never goes back.
    @inline(__always)
    public mutating func event(at time: UInt64) {
        // An edge carries the kernel's time; the light may have gone off before it was read.
        if delay > 0 && time + Backlight.lateness >= eventAt + delay { wakes &+= 1 }
        if time > eventAt { eventAt = time }
    }

    public func isLit(at now: UInt64) -> Bool { delay == 0 || now < eventAt + delay }

    /// When it goes off if nothing happens; `never` where it does not.
    public func nextChange(after now: UInt64) -> UInt64 { delay > 0 && isLit(at: now) ? eventAt + delay : never }
}

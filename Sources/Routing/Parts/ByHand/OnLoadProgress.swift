import Plan

/// Tracks which on-load messages of the running preset are still to be sent (P1).
struct OnLoadProgress {
    private var next: Int32 = 0
    private var loadedAt: UInt64 = 0
    /// Routings muted at the load, one bit each: their on-load messages are not sent.
    private var muted: UInt64 = 0

    /// Creates the progress of a preset loaded at `now`, in nanoseconds, with some routings muted, one bit each.
    init(muted: UInt64, at now: UInt64) { (self.muted, loadedAt) = (muted, now) }

    /// Creates the state before the first load.
    init() {}

    /// Checks restored bytes: the progress must be valid for a preset.
    func hasValidState(_ preset: UnsafePointer<Preset>, at now: UInt64) -> Bool {
        0...preset.pointee.onLoadCount ~= next && loadedAt <= now.plus(TimedMessages.longestLeaving)
    }

    /// Puts off all messages until `time`, in nanoseconds (P10).
    mutating func wait(until time: UInt64) { loadedAt = max(loadedAt, time) }

    /// When the messages without a delay are sent, in nanoseconds.
    var startsAt: UInt64 { loadedAt }

    /// The routings muted at the load, one bit each.
    var mutedRoutings: UInt64 { muted }

    func isMuted(_ routing: RoutingIndex) -> Bool { muted & routing.bit != 0 }

    /// When the next message is due, in nanoseconds; `UInt64.max` if all have been sent.
    func deadline(_ preset: UnsafePointer<Preset>) -> UInt64 {
        if next >= preset.pointee.onLoadCount { return UInt64.max }
        return loadedAt + preset.pointee.onLoad[Int(next)].delay
    }

    /// Removes and returns the next message that is due, in sending order; nil if none is.
    mutating func takeDue(_ preset: UnsafePointer<Preset>, at now: UInt64) -> UnsafePointer<OnLoad>? {
        if next >= preset.pointee.onLoadCount || deadline(preset) > now { return nil }
        next += 1
        return preset.pointee.onLoad + Int(next - 1)
    }

    /// Cancels all remaining messages.
    mutating func end(_ preset: UnsafePointer<Preset>) { next = preset.pointee.onLoadCount }
}

import Program

/// Which on-load messages of the running preset are still to be sent (P1).
struct OnLoadProgress {
    private var next: Int32 = 0
    private var loadedAt: UInt64 = 0
    /// Routings that were muted at the load, a bit each: their on-load messages are not sent.
    private var muted: UInt64 = 0

    /// A preset was loaded at `now` with these routings muted.
    init(muted: UInt64, at now: UInt64) { (self.muted, loadedAt) = (muted, now) }

    /// Before the first load.
    init() {}

    /// Whether recorded bytes are the progress of a preset's load.
    func hasValidState(_ preset: UnsafePointer<Preset>, at now: UInt64) -> Bool {
        0...preset.pointee.onLoadCount ~= next && loadedAt <= now
    }

    func isMuted(_ routing: RoutingIndex) -> Bool { muted & routing.bit != 0 }

    /// When the next message is due, in nanoseconds; `UInt64.max`: all of them have been sent.
    func deadline(_ preset: UnsafePointer<Preset>) -> UInt64 {
        if next >= preset.pointee.onLoadCount { return UInt64.max }
        return loadedAt + preset.pointee.onLoad[Int(next)].delay
    }

    /// Takes the next message that is due, in the order in which they are sent; nil: none is.
    mutating func takeDue(_ preset: UnsafePointer<Preset>, at now: UInt64) -> UnsafePointer<OnLoad>? {
        if next >= preset.pointee.onLoadCount || deadline(preset) > now { return nil }
        next += 1
        return preset.pointee.onLoad + Int(next - 1)
    }

    /// Sends no further message.
    mutating func end(_ preset: UnsafePointer<Preset>) { next = preset.pointee.onLoadCount }
}

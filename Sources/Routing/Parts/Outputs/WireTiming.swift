import MIDI

/// The timing of a port's wire (S9). A port without a wire is faster than anything sent to it.
struct WireTiming {
    /// Nanoseconds per byte; 0 if the port has no wire.
    private let byteTime: UInt64
    /// How early a message may be handed to the wire before the wire is free, in nanoseconds.
    private let lead: UInt64
    /// When the last byte handed to the wire will be out, in nanoseconds.
    private var busyUntil: UInt64 = 0
    /// When the last real-time byte inserted between other bytes will be out, in nanoseconds.
    private var slippedUntil: UInt64 = 0

    init(byteTime: UInt64 = 0, lead: UInt64 = 0) {
        self.byteTime = byteTime
        self.lead = lead
    }

    @inline(__always)
    var isSlow: Bool { byteTime > 0 }

    /// When the wire accepts the next message, in nanoseconds.
    @inline(__always)
    var isFreeAt: UInt64 { busyUntil > lead ? busyUntil &- lead : 0 }

    @inline(__always)
    func isFree(at now: UInt64) -> Bool { busyUntil <= now &+ lead }

    /// When the last of `bytes` bytes handed to the wire now will be out, in nanoseconds.
    @inline(__always)
    func end(of bytes: Int, at now: UInt64) -> UInt64 {
        max(busyUntil, now) &+ byteTime &* UInt64(truncatingIfNeeded: bytes)
    }

    /// Records that the last byte handed to the wire will be out at `end`, in nanoseconds.
    @inline(__always)
    mutating func keepBusy(until end: UInt64) { busyUntil = max(end, busyUntil) }

    /// Inserts a real-time byte after the byte now on the wire, which delays the rest of that message by one byte.
    /// Returns when the real-time byte will be out, in nanoseconds.
    mutating func slipIn(at now: UInt64) -> UInt64 {
        let left = busyUntil > now ? busyUntil - now : 0
        let boundary = left > 0 ? busyUntil - left / byteTime * byteTime : now
        slippedUntil = max(boundary, slippedUntil) + byteTime
        if left > 0 { busyUntil += byteTime }
        return slippedUntil
    }

    /// Checks restored bytes: byte time, lead and end times must be in range.
    func hasValidState(at now: UInt64) -> Bool {
        let latest = now + 10_000_000_000
        return byteTime <= 10_000_000 && lead <= 1_000_000_000 && busyUntil <= latest && slippedUntil <= latest
    }
}

import MIDI

/// How long messages take to leave a port (S9). A port that is no wire is faster than anything sent to it.
struct Wire {
    /// Nanoseconds a byte takes; 0: this is no wire.
    private let byteTime: UInt64
    /// How far ahead of the wire messages are handed on, in nanoseconds.
    private let lead: UInt64
    /// When the last byte handed on will be out.
    private var busyUntil: UInt64 = 0
    /// When the last real-time byte that stood between others will be out.
    private var slippedUntil: UInt64 = 0

    init(byteTime: UInt64 = 0, lead: UInt64 = 0) {
        self.byteTime = byteTime
        self.lead = lead
    }

    @inline(__always)
    var isSlow: Bool { byteTime > 0 }

    /// From when on the wire takes a message.
    @inline(__always)
    var isFreeAt: UInt64 { busyUntil > lead ? busyUntil &- lead : 0 }

    @inline(__always)
    func isFree(at now: UInt64) -> Bool { busyUntil <= now &+ lead }

    /// When the last of so many bytes will be out that are handed on now.
    @inline(__always)
    func end(of bytes: Int, at now: UInt64) -> UInt64 {
        max(busyUntil, now) &+ byteTime &* UInt64(truncatingIfNeeded: bytes)
    }

    /// Bytes were handed on, whose last will be out at `end`.
    @inline(__always)
    mutating func keepBusy(until end: UInt64) { busyUntil = max(end, busyUntil) }

    /// A real-time byte goes as soon as the byte on the wire is out, and the rest of that message a byte later. Returns
    /// when the real-time byte is out.
    mutating func slipIn(at now: UInt64) -> UInt64 {
        let left = busyUntil > now ? busyUntil - now : 0
        let boundary = left > 0 ? busyUntil - left / byteTime * byteTime : now
        slippedUntil = max(boundary, slippedUntil) + byteTime
        if left > 0 { busyUntil += byteTime }
        return slippedUntil
    }

    /// Whether restored bytes are a wire.
    func hasValidState(at now: UInt64) -> Bool {
        let latest = now + 10_000_000_000
        return byteTime <= 10_000_000 && lead <= 1_000_000_000 && busyUntil <= latest && slippedUntil <= latest
    }
}

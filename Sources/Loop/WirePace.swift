/// Estimates how many written bytes a wire has not sent yet (S9): each byte takes `byteTime`.
///
/// A wire that is slightly slower than MIDI would fall behind the estimate byte by byte while it is busy. So after
/// `trust` bytes without a pause, the wire gets no more bytes until its driver confirms that all are sent.
struct WirePace: BitwiseCopyable {
    /// Nanoseconds that a byte takes on the wire; 0 for a port that is not paced.
    let byteTime: UInt64
    /// When the last written byte will be sent.
    private(set) var freeAt: UInt64 = 0
    /// Until this time ticks are likely, and the wire gets its bytes one by one.
    var clockedUntil: UInt64 = 0
    /// Bytes written since the wire was last idle.
    private var busyFor: UInt32 = 0
    /// Number of times in a row that the driver answered "busy".
    private var refusals: UInt32 = 0

    /// Bytes written without asking the driver. A wire that is 1 % too slow falls behind by little more than one byte.
    private static let trust: UInt32 = 128
    /// After this many "busy" answers, a quarter of a byte apart and 20 ms in all, stop trusting the driver.
    private static let patience: UInt32 = 256

    init(byteTime: UInt64 = 0) { self.byteTime = byteTime }

    /// Whether the driver must confirm that the wire is idle before more is written.
    @inline(__always)
    var isToAsk: Bool { busyFor >= WirePace.trust }

    /// Nanoseconds before the end of a byte at which the next one is written. Long enough for a running loop to write
    /// before the wire is idle; not longer, because a tick can be late by this time.
    private var ahead: UInt64 { byteTime / 8 * 3 }

    /// When the wire accepts one more byte, in nanoseconds.
    @inline(__always)
    var takesAt: UInt64 { max(freeAt, ahead) - ahead }

    /// When the wire accepts its next byte; if the driver must be asked, just after the end of the last byte.
    @inline(__always)
    var readyAt: UInt64 { isToAsk ? freeAt + byteTime / 16 : takesAt }

    /// How many of `count` bytes to write now. A wire with a clock gets at most one.
    @inline(__always)
    func due(_ count: Int, at now: UInt64) -> Int {
        if byteTime == 0 || now >= clockedUntil { return count }
        return now < takesAt ? 0 : min(count, 1)
    }

    /// Counts bytes that were written.
    @inline(__always)
    mutating func wrote(_ count: Int, at now: UInt64) {
        if byteTime == 0 { return }
        if now >= freeAt + byteTime { busyFor = 0 }
        freeAt = max(freeAt, now) + UInt64(count) * byteTime
        if refusals < WirePace.patience { busyFor += UInt32(truncatingIfNeeded: count) }
    }

    /// Processes the driver's answer whether the wire is idle.
    mutating func heard(isIdle: Bool, at now: UInt64) {
        if !isIdle {
            refusals += 1
            // Makes `readyAt` a quarter of a byte from now.
            freeAt = now + byteTime / 4 - byteTime / 16
            if refusals < WirePace.patience { return }
        } else {
            refusals = 0
        }
        busyFor = 0
    }
}

/// What a wire is taken to have left of what was written to it (S9): a byte is out after another `byteTime`.
///
/// That is a guess, and a wire whose rate is a little less than MIDI's would fall behind it byte by byte for as long as it is
/// kept busy. So after `trust` bytes without a pause it gets no more until its driver says that nothing is left.
struct WirePace: BitwiseCopyable {
    /// Nanoseconds a byte takes on its wire; 0 where nothing is faster than it.
    let byteTime: UInt64
    /// When the last byte that was written will be out.
    private(set) var freeAt: UInt64 = 0
    /// Until then ticks may come, and the wire gets its bytes one by one.
    var clockedUntil: UInt64 = 0
    /// Bytes that were written since nothing was left.
    private var busyFor: UInt32 = 0
    /// How often its driver said meanwhile that something is left.
    private var refusals: UInt32 = 0

    /// So many bytes are written without asking: a wire slower by one in a hundred falls behind by hardly more than one byte.
    private static let trust: UInt32 = 128
    /// Who says so often, a quarter of a byte apart, that something is left, 20 ms in all, is not believed any more.
    private static let patience: UInt32 = 256

    init(byteTime: UInt64 = 0) { self.byteTime = byteTime }

    /// Nothing is written until it was asked whether anything is left.
    @inline(__always)
    var isToAsk: Bool { busyFor >= WirePace.trust }

    /// So long before the last byte is out the next one is handed on: time enough for a loop that is up already to be there
    /// before the wire is idle, and no more, for it is what a tick may come too late by.
    private var ahead: UInt64 { byteTime / 8 * 3 }

    /// When it is ready for a byte more than it has.
    @inline(__always)
    var takesAt: UInt64 { max(freeAt, ahead) - ahead }

    /// When it is ready for its next byte, or to be asked: when it has enough of the last one left, or that is just out.
    @inline(__always)
    var readyAt: UInt64 { isToAsk ? freeAt + byteTime / 16 : takesAt }

    /// How many of so many bytes are to be written now: for a wire with a clock one, when it is ready for it.
    @inline(__always)
    func due(_ count: Int, at now: UInt64) -> Int {
        if byteTime == 0 || now >= clockedUntil { return count }
        return now < takesAt ? 0 : min(count, 1)
    }

    /// So many bytes were written.
    @inline(__always)
    mutating func wrote(_ count: Int, at now: UInt64) {
        if byteTime == 0 { return }
        if now >= freeAt + byteTime { busyFor = 0 }
        freeAt = max(freeAt, now) + UInt64(count) * byteTime
        if refusals < WirePace.patience { busyFor += UInt32(truncatingIfNeeded: count) }
    }

    /// The driver has said whether anything is left.
    mutating func heard(isIdle: Bool, at now: UInt64) {
        if !isIdle {
            refusals += 1
            // Asked again a quarter of a byte from now.
            freeAt = now + byteTime / 4 - byteTime / 16
            if refusals < WirePace.patience { return }
        } else {
            refusals = 0
        }
        busyFor = 0
    }
}

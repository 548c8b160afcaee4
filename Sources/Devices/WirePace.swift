/// How many bytes a serial wire may be given now, so that the kernel never holds more than 10 ms of them (rule S9).
///
/// Neither way to a DIN socket tells how much is still ahead of the wire: TIOCOUTQ leaves out the hardware's FIFO (10 ms
/// alone on some), and snd-serial-generic empties its small rawmidi buffer into the tty's big one. So we keep count: a
/// byte takes 320 µs, and the wire was idle until it got the first.
public struct WirePace: Sendable {
    /// The time of one byte at 31250 baud with start and stop bit, in ns.
    public static let byteTime: UInt64 = 320_000
    /// Most that may be on its way, in bytes: 31 are 9.92 ms.
    public static let window: UInt64 = 31

    /// When the wire falls silent, in ns of the caller's clock.
    private var silentAt: UInt64 = 0

    public init() {}

    /// How many bytes may be written at `now`: 0...31.
    public func room(at now: UInt64) -> Int {
        guard silentAt > now else { return Int(WirePace.window) }
        let waiting = (silentAt - now + WirePace.byteTime - 1) / WirePace.byteTime
        return waiting < WirePace.window ? Int(WirePace.window - waiting) : 0
    }

    /// Counts bytes the kernel took at `now`.
    public mutating func wrote(_ count: Int, at now: UInt64) {
        silentAt = (silentAt > now ? silentAt : now) + UInt64(count) * WirePace.byteTime
    }

    /// When there is next room for `count` bytes, 1...31; not later than `now` if there is already.
    public func whenRoom(for count: Int) -> UInt64 {
        let headroom = (WirePace.window - UInt64(count)) * WirePace.byteTime
        return silentAt > headroom ? silentAt - headroom : 0
    }
}

import MIDI
import Program

/// What the display, the tests and the recorder may know of the router. Larger fields come first, so that there is no padding
/// between them, and the bytes of two statuses differ only where the statuses do (`hash`).
public struct RouterStatus {
    /// When the last panic was, in nanoseconds; `UInt64.max`: never.
    public var panicAt = UInt64.max
    /// When something was last written, could not be written, or was undone (P5); `UInt64.max`: never.
    public var savedAt = UInt64.max
    public var unsavedAt = UInt64.max
    public var undoneAt = UInt64.max
    /// When a number was last called that no preset has, and the number; `UInt64.max`: never.
    public var missingAt = UInt64.max
    public var missingNumber: Int32 = 0
    /// In hundredths of BPM (K6).
    public var tempo: UInt32 = 12000
    /// Notes that began under other settings and still sound (D3).
    public var heldNotes: UInt32 = 0
    /// Number of panics; wraps.
    public var panicCount: UInt32 = 0
    /// LEDs of the footswitches (F3).
    public var leds = LEDs()
    /// The chosen set list and the place in it (P8).
    public var setList = SetListPlace()
    /// The running preset; `none` before the first is loaded.
    public var preset = PresetIndex.none
    /// The part of the running preset, from 0; 0 in a preset without parts (P9).
    public var part: UInt8 = 0
    public var transport = Transport.stopped
    /// The running preset differs from what is stored (P5).
    public var isModified = false
    /// The first quarter of a beat, while ticks are sent (D2).
    public var isOnBeat = false
    public var sendsTicks = false
}

extension RouterStatus {
    /// Whether recorded bytes are a status. Its preset is not looked at.
    mutating func hasValidState(at now: UInt64) -> Bool {
        if !RawBytes.isCase(&transport, of: 3) || !RawBytes.isBool(&isModified) { return false }
        if !RawBytes.isBool(&isOnBeat) || !RawBytes.isBool(&sendsTicks) { return false }
        guard RouterStatus.isPast(panicAt, now), RouterStatus.isPast(savedAt, now),
            RouterStatus.isPast(unsavedAt, now), RouterStatus.isPast(undoneAt, now),
            RouterStatus.isPast(missingAt, now)
        else { return false }
        return 0...16383 ~= missingNumber && tempo <= 99_999 && heldNotes <= 65535
    }

    /// Whether something happened never, or not after now.
    private static func isPast(_ time: UInt64, _ now: UInt64) -> Bool { time == UInt64.max || time <= now }

    /// A hash of all its bytes.
    var hash: UInt64 {
        @inline(__always)
        mutating get { withUnsafeBytes(of: &self) { RouterStatus.hash(of: $0) } }
    }

    /// Hashes eight bytes or more, eight at a time; the last eight overlap those before them where the count is no multiple.
    @inline(__always)
    static func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        var (hash, place): (UInt64, Int) = (0, 0)
        while place &+ 8 <= bytes.count {
            hash = hash.mixed(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place &+= 8
        }
        if place == bytes.count { return hash }
        return hash.mixed(bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self))
    }
}

import MIDI
import Plan

/// The state of the router for the display, the tests and the recorder. Larger fields come first: without padding, the
/// bytes of two statuses differ only if the statuses do (`hash`).
package struct RouterStatus {
    /// When the last panic happened, in nanoseconds; `UInt64.max` if never.
    package var panicAt = UInt64.max
    /// When a preset was last written, could not be written, or a step was undone (P5), in nanoseconds; `UInt64.max` if
    /// never.
    package var savedAt = UInt64.max
    package var unsavedAt = UInt64.max
    package var undoneAt = UInt64.max
    /// When a preset number that does not exist was last requested, or a controller moved that is not picked up (R27),
    /// in nanoseconds; `UInt64.max` if never. Then that number, or the value to reach, with `reachBit`.
    package var missingAt = UInt64.max
    package var missingNumber: Int32 = 0
    /// The tempo in hundredths of BPM (K6).
    package var tempo: UInt32 = 12000
    /// Number of panics; wraps.
    package var panicCount: UInt32 = 0
    /// The LEDs of the footswitches (F3).
    package var leds = LEDs()
    /// The number of notes that began under earlier settings and still sound (D3).
    package var heldNotes: UInt16 = 0
    /// The running preset; `none` before the first load.
    package var preset = PresetIndex.none
    /// The chosen set list and the current place in it (P8).
    package var setList = SetListPlace()
    /// The current part of the running preset, from 0; 0 in a preset without parts (P9).
    package var part: UInt8 = 0
    /// The transposition of the box in semitones, -48...48 (R29).
    package var transposition: Int8 = 0
    package var transport = Transport.stopped
    /// Whether the running preset differs from its stored state (P5).
    package var isModified = false
    /// Whether the beat indicator is on: in the first quarter of a beat, while ticks are sent (D2).
    package var isOnBeat = false
    package var sendsTicks = false
    /// Number of changes of variables (V1); wraps.
    package var variableChanges: UInt8 = 0
    /// Whether a footswitch has been held since a preset was loaded, so that the display shows what the switches do
    /// (D2).
    package var showsSwitches = false
}

extension RouterStatus {
    /// Checks restored bytes: all fields except the preset must be in range.
    mutating func hasValidState(at now: UInt64) -> Bool {
        if !RawBytes.isCase(&transport, of: 3) || !RawBytes.isBool(&isModified) { return false }
        if !RawBytes.isBool(&isOnBeat) || !RawBytes.isBool(&sendsTicks) { return false }
        if !RawBytes.isBool(&showsSwitches) { return false }
        guard RouterStatus.isPast(panicAt, now), RouterStatus.isPast(savedAt, now),
            RouterStatus.isPast(unsavedAt, now), RouterStatus.isPast(undoneAt, now),
            RouterStatus.isPast(missingAt, now)
        else { return false }
        if transposition.magnitude > UInt8(Limits.transposition) { return false }
        return 0...0xFFFF ~= missingNumber && tempo <= 99_999
    }

    /// Whether a time is `UInt64.max` (never) or not after now.
    private static func isPast(_ time: UInt64, _ now: UInt64) -> Bool { time == UInt64.max || time <= now }

    /// A hash of all bytes of the status.
    var hash: UInt64 {
        @inline(__always)
        mutating get { withUnsafeBytes(of: &self) { RouterStatus.hash(of: $0) } }
    }

    /// Hashes at least eight bytes, eight at a time; the last eight overlap the ones before if the count is no multiple
    /// of eight.
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

/// How the values of a controller become an internal value: directly, by increments, or as a latch (R11, R12, R13, R14,
/// R26, C3, A2).
package struct ValueMode: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        case direct, increment, latch
        /// The increment of a relative controller (R26).
        case relative
    }

    /// The direction in which a value must pass the trigger (R14).
    package enum Edge: UInt8, Sendable {
        case rising, falling, both
        /// Rising or falling, and armed again by another value: the trigger is the index of a `RearmedTrigger` (R27).
        case rearmed
    }

    /// The kind of value that an input of a remap has in MIDI 2.0.
    package enum Input: UInt8, Sendable {
        /// The input has no 32-bit value: notes, programs, switches, tilt, free messages.
        case other
        /// A 32-bit value of a controller whose settings are written in 7 or 14 bits.
        case sevenBits, fourteenBits
    }

    // Packed, because a configuration may have tens of thousands of value modes. Values have at most 14 bits, so the
    // top two bits contain the kind in `triggerBits`, the edge in `startBits`, and `wraps` in bit 14 of `endBits`. The
    // kind of input is in the top bits of `byBits`, whose step needs 15 bits, and `endBits`.
    private var triggerBits: UInt16 = 64
    private var byBits: UInt16 = 1
    private var startBits: UInt16 = 0
    private var endBits: UInt16 = 127 | 1 << 14

    package init() {}

    package var kind: Kind {
        @inline(__always) get { Kind(rawValue: UInt8(truncatingIfNeeded: triggerBits >> 14)).unsafelyUnwrapped }
        set { triggerBits = triggerBits & 0x3FFF | UInt16(newValue.rawValue) << 14 }
    }

    package var edge: Edge {
        @inline(__always) get { Edge(rawValue: UInt8(truncatingIfNeeded: startBits >> 14)).unsafelyUnwrapped }
        set { startBits = startBits & 0x3FFF | UInt16(newValue.rawValue) << 14 }
    }

    /// Whether an increment wraps around at its ends (R12).
    package var wraps: Bool {
        @inline(__always) get { endBits & 1 << 14 != 0 }
        set { endBits = endBits & 0xBFFF | (newValue ? 1 << 14 : 0) }
    }

    /// The kind of the input; set only for remaps (U4).
    package var input: Input {
        get { byBits >> 15 == 0 ? .other : endBits >> 15 == 0 ? .sevenBits : .fourteenBits }
        set {
            byBits = byBits & 0x7FFF | (newValue == .other ? 0 : 1 << 15)
            endBits = endBits & 0x7FFF | (newValue == .fourteenBits ? 1 << 15 : 0)
        }
    }

    /// The trigger, 0...16383. By default half the range of the input, or three quarters if the input rests in the
    /// centre (R14).
    package var trigger: Int32 {
        @inline(__always) get { Int32(triggerBits & 0x3FFF) }
        set { triggerBits = triggerBits & 0xC000 | ValueMode.bits(of: newValue) }
    }

    /// The step that an increment adds at each trigger, -16383...16383 (R12).
    package var by: Int32 {
        @inline(__always) get { Int32(Int16(bitPattern: byBits << 1) >> 1) }
        set {
            precondition(-16383...16383 ~= newValue)
            byBits = byBits & 0x8000 | UInt16(truncatingIfNeeded: newValue) & 0x7FFF
        }
    }

    /// The lowest internal value of an increment, 0...16383 (R12).
    package var start: Int32 {
        @inline(__always) get { Int32(startBits & 0x3FFF) }
        set { startBits = startBits & 0xC000 | ValueMode.bits(of: newValue) }
    }

    /// The highest internal value of an increment, 0...16383 (R12).
    package var end: Int32 {
        @inline(__always) get { Int32(endBits & 0x3FFF) }
        set { endBits = endBits & 0xC000 | ValueMode.bits(of: newValue) }
    }

    private static func bits(of value: Int32) -> UInt16 {
        precondition(0...16383 ~= value)
        return UInt16(value)
    }

    /// The internal value before the first input: for an increment `start`, or `end` if it steps down without wrapping
    /// (R12); 0 (off) for a latch (R13).
    package var first: Int32 {
        if kind != .increment && kind != .relative { return 0 }
        return by < 0 && !wraps ? end : start
    }

    /// Whether a change from `previous` to `value` passes the trigger (R14); nil if that is for a `RearmedTrigger` to
    /// say.
    @inline(__always)
    package func fires(from previous: Int32, to value: Int32) -> Bool? {
        let rises = previous < trigger && trigger <= value
        let falls = previous > trigger && trigger >= value
        switch edge {
        case .rising: return rises
        case .falling: return falls
        case .both: return rises || falls
        case .rearmed: return nil
        }
    }

    /// Returns the internal value one step further, or one step back for `decrement` (R12).
    package func step(_ value: Int32, back: Bool) -> Int32 {
        bounded(value + (back ? -by : by))
    }

    /// Returns an internal value that an increment reaches, wrapped or stopped at its ends (R12).
    func bounded(_ next: Int32) -> Int32 {
        if next > end { return wraps ? start : end }
        if next < start { return wraps ? end : start }
        return next
    }
}

import MIDI

/// One controller remap, compiled (R8, R9, R10, R11, R12, R13, R14). One with `decrement` is two of them with one
/// internal value.
public struct Remap {
    // In this order they fill 40 bytes: there are tens of thousands of these.

    public var values = Values.map(LinearMap())
    /// This remap's output channel 0...15, or `Routing.keepsChannel` for the routing's.
    public var channel: UInt8 = Routing.keepsChannel
    /// The next remap of the same input in the same routing, or `none`; they all send (R8).
    public var next: UInt16 = Remap.none
    /// Which remap of the preset keeps the internal value, and how values of the input become internal values.
    public var state: UInt16 = 0
    /// Both inputs of a remap with `decrement`, by slot; `none` without one.
    public var forwardSlot: UInt16 = Remap.none
    public var output: ControlOutput = .nothing
    private var flags: UInt8 = 0
    public var backSlot: UInt16 = Remap.none
    public var mode = ValueMode()
    /// Of `note-value` and `note-velocity` the notes and velocities that are seen, inclusive: the routing's (R9).
    public var lowestNote: UInt8 = 0
    public var highestNote: UInt8 = 127
    public var lowestVelocity: UInt8 = 0
    public var highestVelocity: UInt8 = 127

    public static let none: UInt16 = 0xFFFF
    public init() {}

    /// What internal values send.
    public enum Values: Equatable {
        /// A latch is 0 or 127, and its map parts the two (R13).
        case map(LinearMap)
        /// 7 bits scaled to 14 by min-center-max (M2-115): 0, 64 and 127 become 0, 8192 and 16383 (R10).
        case centered
        /// A curve or a list, one for each value of the input (R7, R10): of one byte each, or of two.
        case table(UnsafeRawPointer)
        case wideTable(UnsafeRawPointer)
    }

    /// The input is `pitch-bend 7-bit`: its MSB is the value.
    public var coarseInput: Bool {
        @inline(__always) get { flags & 1 != 0 }
        set { flags = flags & ~1 | (newValue ? 1 : 0) }
    }

    /// It is the `decrement` of its remap.
    public var stepsBack: Bool {
        @inline(__always) get { flags & 2 != 0 }
        set { flags = flags & ~2 | (newValue ? 2 : 0) }
    }
}

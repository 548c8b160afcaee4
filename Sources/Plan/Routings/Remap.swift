import MIDI

/// A compiled controller remap (R8, R9, R10, R11, R12, R13, R14). A remap with `decrement` becomes two remaps that
/// share one internal value.
package struct Remap {
    // This order of fields fills 40 bytes: a configuration may have tens of thousands of remaps.

    package var values = Values.map(LinearMap())
    /// The output channel 0...15, or `Routing.keepsChannel` for the channel of the routing.
    package var channel: UInt8 = Routing.keepsChannel
    /// The next remap of the same input in the same routing, or `none`. All of them are applied (R8).
    package var next: UInt16 = Remap.none
    /// The index of the remap in the preset that stores the internal value.
    package var state: UInt16 = 0
    /// The slot of the forward input of a remap with `decrement`; `none` without `decrement`.
    package var forwardSlot: UInt16 = Remap.none
    package var output: ControlOutput = .nothing
    private var flags: UInt8 = 0
    /// The slot of the `decrement` input; `none` without `decrement`.
    package var backSlot: UInt16 = Remap.none
    /// How input values become internal values.
    package var mode = ValueMode()
    /// The range of notes and velocities for `note-value` and `note-velocity`, inclusive: that of the routing (R9).
    package var lowestNote: UInt8 = 0
    package var highestNote: UInt8 = 127
    package var lowestVelocity: UInt8 = 0
    package var highestVelocity: UInt8 = 127

    package static let none: UInt16 = 0xFFFF
    package init() {}

    /// How internal values become output values.
    package enum Values: Equatable {
        /// A linear map. The internal values of a latch are 0 and 127 (R13).
        case map(LinearMap)
        /// 7 bits scaled to 14 by min-center-max (M2-115): 0, 64 and 127 become 0, 8192 and 16383 (R10).
        case centered
        /// A curve or a list, one byte for each internal value (R7, R10), followed by a `FineShape`.
        case table(UnsafeRawPointer)
        /// A curve or a list, two bytes for each internal value (R7, R10), followed by a `FineShape`.
        case wideTable(UnsafeRawPointer)
    }

    /// Whether the input is `pitch-bend 7-bit`, so that its MSB is the value.
    package var coarseInput: Bool {
        @inline(__always) get { flags & 1 != 0 }
        set { flags = flags & ~1 | (newValue ? 1 : 0) }
    }

    /// The number of the remap's `hold` in the preset, 1...63 (R21); 0 if it has none.
    package var hold: UInt8 {
        @inline(__always) get { flags >> 2 }
        set { flags = flags & 3 | newValue << 2 }
    }

    /// The bit of the remap's `hold` among those of the preset. Bit 0, for no hold, is never set there.
    @inline(__always)
    package var holdBit: UInt64 { 1 &<< UInt64(hold) }

    /// Whether this is the `decrement` part of a remap.
    package var stepsBack: Bool {
        @inline(__always) get { flags & 2 != 0 }
        set { flags = flags & ~2 | (newValue ? 2 : 0) }
    }
}

/// A compiled condition of a routing or an assignment (C1, C2, C3, C4, C5, C6).
///
/// A condition converts the values of its input to an internal value, and compares that with `when`. Conditions are the
/// nodes of a flat tree: each belongs to a group, and may have a group of sub-conditions, whose nodes precede it.
package struct Condition {
    // This order of fields fills 32 bytes: a configuration may have tens of thousands of conditions.

    package var when = When.range(lowest: 50, highest: 127)
    package var source: UInt8 = 0
    /// The channels that the condition listens to, bit 0 is channel 1: one or all, or none if no message can reach it.
    package var channels: UInt16 = 0xFFFF
    /// The input that the condition listens to: a slot of `ControlInput`, or of a derived input.
    package var slot: UInt16 = 0
    package var mode = ValueMode()
    private var flags = Condition.startsBit
    /// The range of notes and velocities for `note-value` and `note-velocity`, inclusive (C6).
    package var lowestNote: UInt8 = 0
    package var highestNote: UInt8 = 127
    package var lowestVelocity: UInt8 = 0
    package var highestVelocity: UInt8 = 127
    /// The group that the condition belongs to.
    package var group: UInt16 = 0
    /// The group of its sub-conditions, or `Condition.none`.
    package var inner: UInt16 = Condition.none

    package static let none: UInt16 = 0xFFFF
    package init() {}

    /// The internal values that are true (C3).
    package enum When {
        /// An inclusive range within 0...16383.
        case range(lowest: Int16, highest: Int16)
        /// One byte for each internal value: 1 if it is true, else 0.
        case list(UnsafePointer<UInt8>)
    }

    /// Whether `when` contains an internal value.
    @inline(__always)
    package func accepts(_ value: Int32) -> Bool {
        switch when {
        case .range(let lowest, let highest): Int32(lowest) <= value && value <= Int32(highest)
        case .list(let list): list[Int(value)] != 0
        }
    }

    private static let startsBit: UInt8 = 1
    private static let requiresBit: UInt8 = 2
    private static let coarseBit: UInt8 = 4
    private static let fineBit: UInt8 = 8

    private mutating func set(_ bit: UInt8, _ isSet: Bool) { flags = isSet ? flags | bit : flags & ~bit }

    /// Whether a direct condition starts from the last value of its controller. Otherwise it starts from 0: for notes,
    /// keys, RPN and NRPN (C2).
    package var startsFromLast: Bool {
        get { flags & Condition.startsBit != 0 }
        set { set(Condition.startsBit, newValue) }
    }

    /// Whether `require` is set: while its sub-conditions are false, the condition is not only frozen but false (C4).
    package var requiresInner: Bool {
        @inline(__always) get { flags & Condition.requiresBit != 0 }
        set { set(Condition.requiresBit, newValue) }
    }

    /// Whether the input is `pitch-bend 7-bit`, so that its MSB is the value.
    package var coarseInput: Bool {
        @inline(__always) get { flags & Condition.coarseBit != 0 }
        set { set(Condition.coarseBit, newValue) }
    }

    /// Whether the input has 14 bits.
    package var isFine: Bool {
        get { flags & Condition.fineBit != 0 }
        set { set(Condition.fineBit, newValue) }
    }

    /// The internal value of a latch while it is on (C3).
    package var latched: Int32 { isFine ? 16383 : 127 }
}

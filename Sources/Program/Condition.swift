/// One condition of a routing or an assignment, compiled (C1, C2, C3, C4, C5, C6).
///
/// It makes an internal value of what it hears and holds that against `when`. A node of a flat tree: it stands in a
/// group, and may have a group of sub-conditions of its own, whose nodes stand before it.
public struct Condition {
    // In this order they fill 32 bytes: there are tens of thousands of these.

    public var when = When.range(lowest: 50, highest: 127)
    public var source: UInt8 = 0
    /// Channels it listens to, bit 0 is channel 1: one or all, or none where it can hear nothing.
    public var channels: UInt16 = 0xFFFF
    /// What it listens to: `ControlInput.slot`, or a derived input.
    public var slot: UInt16 = 0
    public var mode = ValueMode()
    private var flags = Condition.startsBit
    /// Notes and velocities that `note-value` and `note-velocity` see, inclusive (C6).
    public var lowestNote: UInt8 = 0
    public var highestNote: UInt8 = 127
    public var lowestVelocity: UInt8 = 0
    public var highestVelocity: UInt8 = 127
    /// The group it stands in.
    public var group: UInt16 = 0
    /// The group of its sub-conditions, or `Condition.none`.
    public var inner: UInt16 = Condition.none

    public static let none: UInt16 = 0xFFFF
    public init() {}

    /// The internal values that are true (C3).
    public enum When {
        /// Inclusive, of 0...16383.
        case range(lowest: Int16, highest: Int16)
        /// 0 or 1 for each.
        case list(UnsafePointer<UInt8>)
    }

    /// Whether an internal value is what `when` wants.
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

    /// A direct one starts from the last value of its controller; otherwise from 0: of notes, keys, RPN and NRPN (C2).
    public var startsFromLast: Bool {
        get { flags & Condition.startsBit != 0 }
        set { set(Condition.startsBit, newValue) }
    }

    /// `require`: while its sub-conditions fail it is not only frozen but false (C4).
    public var requiresInner: Bool {
        @inline(__always) get { flags & Condition.requiresBit != 0 }
        set { set(Condition.requiresBit, newValue) }
    }

    /// `pitch-bend 7-bit`: its MSB is the value.
    public var coarseInput: Bool {
        @inline(__always) get { flags & Condition.coarseBit != 0 }
        set { set(Condition.coarseBit, newValue) }
    }

    /// What it listens to has 14 bits.
    public var isFine: Bool {
        get { flags & Condition.fineBit != 0 }
        set { set(Condition.fineBit, newValue) }
    }

    /// The internal value of a latch that is on (C3).
    package var latched: Int32 { isFine ? 16383 : 127 }
}

/// One condition of a routing or an assignment, compiled (C1 to C6).
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
    func accepts(_ value: Int32) -> Bool {
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
    var latched: Int32 { isFine ? 16383 : 127 }
}

/// Conditions that count together: those of a routing or an assignment, or the sub-conditions of one (C5). Never empty.
public struct ConditionGroup {
    public enum Match: UInt8, Sendable {
        case all, any, one
    }

    public var match = Match.all
    /// How many conditions stand in it.
    public var count: UInt8 = 0
    /// The condition whose sub-conditions they are, or `Condition.none`: those of `owner` itself.
    public var parent: UInt16 = Condition.none
    /// Index of the routing or the assignment.
    public var owner: UInt16 = 0

    public init() {}

    @inline(__always)
    func isTrue(_ trueCount: UInt8) -> Bool {
        switch match {
        case .all: trueCount == count
        case .any: trueCount > 0
        case .one: trueCount == 1
        }
    }
}

/// All conditions of a preset, or those of the assignments of a box: flat, and by what they listen to, so that a message
/// costs the conditions that hear it and not those that are there.
public struct Conditions {
    /// Sub-conditions before the condition they belong to, because inner ones are updated first (C4).
    public var nodes: UnsafePointer<Condition>
    public var count: Int32
    public var groups: UnsafePointer<ConditionGroup>
    public var groupCount: Int32
    /// Row of each source, or `Concerns.none`.
    public var rows: InlineArray<35, UInt8>
    /// Of each row, which list a slot has that anything hears. What a note is to `note-value`, `note-velocity` and `key`
    /// is in the list of its key, in the order of the nodes.
    public var tables: UnsafePointer<SlotTable>
    /// Where each list begins in `ears`, which is where the one before it ends.
    public var starts: UnsafePointer<UInt32>
    public var ears: UnsafePointer<Ear>
    /// Sources of which any of them hears notes, a bit each (C6).
    public let noteEars: UInt64

    /// What a condition hears with: its controller, or its `decrement`.
    public struct Ear: Equatable {
        /// The node, and above it whether it is the `decrement`.
        private var bits: UInt16
        public var slot: UInt16

        private static let backBit: UInt16 = 1 << 15

        /// - Parameter node: less than 32768; there are `Limits.assignments * Limits.conditionsOfAssignment` at most.
        public init(node: UInt16, slot: UInt16, isBack: Bool) {
            precondition(node < Ear.backBit)
            bits = node | (isBack ? Ear.backBit : 0)
            self.slot = slot
        }

        public var node: UInt16 { bits & ~Ear.backBit }
        /// `decrement`: it steps the other way (R12).
        public var isBack: Bool { bits & Ear.backBit != 0 }
    }

    public init(
        nodes: UnsafePointer<Condition>, count: Int32, groups: UnsafePointer<ConditionGroup>, groupCount: Int32,
        rows: InlineArray<35, UInt8>, tables: UnsafePointer<SlotTable>, starts: UnsafePointer<UInt32>,
        ears: UnsafePointer<Ear>
    ) {
        self.nodes = nodes
        self.count = count
        self.groups = groups
        self.groupCount = groupCount
        self.rows = rows
        self.tables = tables
        self.starts = starts
        self.ears = ears
        var noteEars: UInt64 = 0
        for source in 0..<rows.count where rows[source] != Concerns.none && tables[Int(rows[source])].hasNotes {
            noteEars |= 1 << UInt64(source)
        }
        self.noteEars = noteEars
    }

    @inline(__always)
    func ears(source: UInt8, slot: Int) -> UnsafeBufferPointer<Ear> {
        let row = rows[Int(source)]
        if row == Concerns.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let number = tables[Int(row)][slot]
        if number == SlotTable.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = Int(starts[Int(number)])
        return UnsafeBufferPointer(start: ears + start, count: Int(starts[Int(number) + 1]) - start)
    }
}

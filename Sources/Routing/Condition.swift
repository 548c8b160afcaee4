/// One condition of a routing or an assignment, compiled (C1 to C6).
///
/// It makes an internal value of what it hears and holds that against `when`. A node of a flat tree: it stands in a
/// group, and may have a group of sub-conditions of its own, whose nodes stand before it.
public struct Condition {
    /// `when` as a list: 0 or 1 for each internal value; nil where the range counts.
    public var list: UnsafePointer<UInt8>?
    public var source: UInt8 = 0
    /// `pitch-bend 7-bit`: its MSB is the value.
    public var coarseInput = false
    /// Channels it listens to, bit 0 is channel 1: one or all, or none where it can hear nothing.
    public var channels: UInt16 = 0xFFFF
    /// What it listens to: `ControlInput.slot`, or a derived input.
    public var slot: UInt16 = 0
    public var mode = ValueMode()
    /// A direct one starts from the last value of its controller; otherwise from 0: of notes, keys, RPN and NRPN (C2).
    public var startsFromLast = true
    /// `require`: while its sub-conditions fail it is not only frozen but false (C4).
    public var requiresInner = false
    /// The internal value of a latch that is on: 127, at 14 bits 16383 (C3).
    public var latched: Int32 = 127
    /// `when`: the internal values that are true, inclusive.
    public var lowest: Int32 = 50
    public var highest: Int32 = 127
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

    /// Whether an internal value is what `when` wants (C3).
    @inline(__always)
    func accepts(_ value: Int32) -> Bool {
        if let list { return list[Int(value)] != 0 }
        return lowest <= value && value <= highest
    }
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
    /// Of each row, which span a slot has that anything hears. What a note is to `note-value`, `note-velocity` and `key`
    /// is in the list of its key, in the order of the nodes.
    public var tables: UnsafePointer<SlotTable>
    public var spans: UnsafePointer<Span>
    public var ears: UnsafePointer<Ear>
    /// Sources of which any of them hears notes, a bit each (C6).
    public let noteEars: UInt64

    public struct Span {
        public var start: UInt32
        public var count: UInt16
        public init(start: UInt32, count: UInt16) {
            self.start = start
            self.count = count
        }
    }

    /// What a condition hears with: its controller, or its `decrement`.
    public struct Ear: Equatable {
        public var node: UInt16
        public var slot: UInt16
        /// `decrement`: it steps the other way (R12).
        public var isBack: Bool
        public init(node: UInt16, slot: UInt16, isBack: Bool) {
            self.node = node
            self.slot = slot
            self.isBack = isBack
        }
    }

    public init(
        nodes: UnsafePointer<Condition>, count: Int32, groups: UnsafePointer<ConditionGroup>, groupCount: Int32,
        rows: InlineArray<35, UInt8>, tables: UnsafePointer<SlotTable>, spans: UnsafePointer<Span>,
        ears: UnsafePointer<Ear>
    ) {
        self.nodes = nodes
        self.count = count
        self.groups = groups
        self.groupCount = groupCount
        self.rows = rows
        self.tables = tables
        self.spans = spans
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
        let span = spans[Int(number)]
        return UnsafeBufferPointer(start: ears + Int(span.start), count: Int(span.count))
    }
}

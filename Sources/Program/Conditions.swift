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
    package func ears(source: UInt8, slot: Int) -> UnsafeBufferPointer<Ear> {
        let row = rows[Int(source)]
        if row == Concerns.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let number = tables[Int(row)][slot]
        if number == SlotTable.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = Int(starts[Int(number)])
        return UnsafeBufferPointer(start: ears + start, count: Int(starts[Int(number) + 1]) - start)
    }
}

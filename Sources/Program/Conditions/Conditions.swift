/// All conditions of a preset, or of the assignments of a box, as flat tables by input. The cost of a message depends
/// on the conditions that listen to it, not on the number of conditions.
public struct Conditions {
    /// All conditions. Sub-conditions come before the condition they belong to, because they are updated first (C4).
    public var nodes: UnsafePointer<Condition>
    public var count: Int32
    public var groups: UnsafePointer<ConditionGroup>
    public var groupCount: Int32
    /// The row of each source in `tables`, or `Concerns.none`.
    public var rows: InlineArray<37, UInt8>
    /// For each row, the list of each slot that has listeners. Listeners of `note-value`, `note-velocity` and `key` are
    /// all in the list of the key of the note, in the order of the nodes.
    public var tables: UnsafePointer<SlotTable>
    /// The index at which each list begins in `listeners`. It ends where the next list begins.
    public var starts: UnsafePointer<UInt32>
    public var listeners: UnsafePointer<Listener>
    /// The sources at which any condition listens to notes, one bit each (C6).
    public let noteListeners: UInt64

    /// A condition that listens to a slot, with its controller or its `decrement`.
    public struct Listener: Equatable {
        /// The node, and in the top bit whether it listens with its `decrement`.
        private var bits: UInt16
        public var slot: UInt16

        private static let backBit: UInt16 = 1 << 15

        /// - Parameter node: less than 32768; at most `Limits.assignments * Limits.conditionsOfAssignment`.
        public init(node: UInt16, slot: UInt16, isBack: Bool) {
            precondition(node < Listener.backBit)
            bits = node | (isBack ? Listener.backBit : 0)
            self.slot = slot
        }

        public var node: UInt16 { bits & ~Listener.backBit }
        /// Whether it listens with its `decrement`, which steps in the other direction (R12).
        public var isBack: Bool { bits & Listener.backBit != 0 }
    }

    public init(
        nodes: UnsafePointer<Condition>, count: Int32, groups: UnsafePointer<ConditionGroup>, groupCount: Int32,
        rows: InlineArray<37, UInt8>, tables: UnsafePointer<SlotTable>, starts: UnsafePointer<UInt32>,
        listeners: UnsafePointer<Listener>
    ) {
        self.nodes = nodes
        self.count = count
        self.groups = groups
        self.groupCount = groupCount
        self.rows = rows
        self.tables = tables
        self.starts = starts
        self.listeners = listeners
        var noteListeners: UInt64 = 0
        for source in 0..<rows.count where rows[source] != Concerns.none && tables[Int(rows[source])].hasNotes {
            noteListeners |= 1 << UInt64(source)
        }
        self.noteListeners = noteListeners
    }

    @inline(__always)
    package func listeners(source: UInt8, slot: Int) -> UnsafeBufferPointer<Listener> {
        let row = rows[Int(source)]
        if row == Concerns.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let number = tables[Int(row)][slot]
        if number == SlotTable.none { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = Int(starts[Int(number)])
        return UnsafeBufferPointer(start: listeners + start, count: Int(starts[Int(number) + 1]) - start)
    }
}

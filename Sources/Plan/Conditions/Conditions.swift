/// All conditions of a preset, or of the assignments of a box, as flat tables by input. The cost of a message depends
/// on the conditions that listen to it, not on the total number of conditions.
package struct Conditions {
    /// All conditions. Sub-conditions precede the condition they belong to, because they are updated first (C4).
    package var nodes: UnsafePointer<Condition>
    package var count: Int32
    package var groups: UnsafePointer<ConditionGroup>
    package var groupCount: Int32
    /// The row of each source in `tables`, or `Concerns.none`.
    package var rows: InlineArray<38, UInt8>
    /// For each row, the index of the list for each slot with listeners. Listeners to `note-value`, `note-velocity` and
    /// `key` are merged into the list of the note's key, in node order.
    package var tables: UnsafePointer<SlotTable>
    /// The index in `listeners` at which each list begins. A list ends where the next one begins.
    package var starts: UnsafePointer<UInt32>
    package var listeners: UnsafePointer<Listener>
    /// The sources whose notes any condition listens to, one bit each (C6).
    package let noteListeners: UInt64

    /// A condition that listens to a slot: the slot of the condition's controller or of its `decrement`.
    package struct Listener: Equatable {
        /// The node; the top bit is set for a `decrement`.
        private var bits: UInt16
        package var slot: UInt16

        private static let backBit: UInt16 = 1 << 15

        /// - Parameter node: less than 32768; at most `Limits.conditionsOfAssignments`.
        package init(node: UInt16, slot: UInt16, isBack: Bool) {
            precondition(node < Listener.backBit)
            bits = node | (isBack ? Listener.backBit : 0)
            self.slot = slot
        }

        package var node: UInt16 { bits & ~Listener.backBit }
        /// Whether the slot is the `decrement` of the condition, which steps in the other direction (R12).
        package var isBack: Bool { bits & Listener.backBit != 0 }
    }

    package init(
        nodes: UnsafePointer<Condition>, count: Int32, groups: UnsafePointer<ConditionGroup>, groupCount: Int32,
        rows: InlineArray<38, UInt8>, tables: UnsafePointer<SlotTable>, starts: UnsafePointer<UInt32>,
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

    /// Whether a node listens to a slot of a source, other than by its `decrement`.
    package func listens(_ node: Int, source: UInt8, slot: Int) -> Bool {
        for listener in listeners(source: source, slot: slot) where Int(listener.node) == node && !listener.isBack {
            return true
        }
        return false
    }
}

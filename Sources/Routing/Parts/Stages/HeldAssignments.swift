import Plan

/// Switches that were held when their assignment was replaced by a load, so that the assignment which began still ends
/// (A5). The oldest is first.
struct HeldAssignments {
    struct Entry {
        /// The internal value of an assignment of a preset that no longer runs.
        var value: Int32 = 0
        /// The index in `Plan.assignments`.
        var index: UInt16 = 0
    }

    private let entries: UnsafeMutablePointer<Entry>
    private(set) var count = 0
    /// Footswitches that have been down since the load of a preset with assignments of its own, one bit each. The
    /// gestures of such a press (F2) belong to the preset before.
    var pressedBefore: UInt16 = 0

    static let byteCount = Memory.byteCount(of: Entry.self, Limits.heldAssignments)

    init(_ memory: inout Memory) { entries = memory.take(Limits.heldAssignments, repeating: Entry()) }

    subscript(place: Int) -> Entry {
        get { entries[place] }
        nonmutating set { entries[place] = newValue }
    }

    /// Adds an entry; there must be room.
    mutating func add(_ entry: Entry) {
        entries[count] = entry
        count += 1
    }

    mutating func remove(_ place: Int) {
        count -= 1
        for next in place..<count { entries[next] = entries[next + 1] }
    }

    mutating func removeAll() { (count, pressedBefore) = (0, 0) }
}

// MARK: - Recording

extension HeldAssignments {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(entries, Limits.heldAssignments))
        withUnsafeMutableBytes(of: &count, visit)
        withUnsafeMutableBytes(of: &pressedBefore, visit)
    }

    /// Checks restored bytes: every entry must be an assignment of the plan, with a possible value.
    func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        guard 0...Limits.heldAssignments ~= count else { return false }
        for place in 0..<count {
            let entry = entries[place]
            if Int32(entry.index) >= plan.pointee.assignmentCount || !(-1...16383 ~= entry.value) { return false }
        }
        return true
    }
}

import Plan

/// Actions that the message being routed has triggered and that are still to be performed, in listed order. A stack,
/// because an action may let a waiting value count, which triggers others.
struct TriggeredActions {
    struct Entry {
        /// The index in `Plan.assignments`.
        var assignment: UInt16 = 0
        /// The index of the action among those of the assignment, or the value that the assignment sets.
        var detail: UInt16 = 0
    }

    private let entries: UnsafeMutablePointer<Entry>
    private(set) var count = 0

    static let byteCount = Memory.byteCount(of: Entry.self, Limits.triggeredActions)

    init(_ memory: inout Memory) { entries = memory.take(Limits.triggeredActions, repeating: Entry()) }

    subscript(place: Int) -> Entry { entries[place] }

    /// Adds an action.
    ///
    /// - Returns: false if there is no room.
    mutating func push(_ entry: Entry) -> Bool {
        if count == Limits.triggeredActions { return false }
        entries[count] = entry
        count += 1
        return true
    }

    /// Removes all actions from a place on.
    mutating func pop(to place: Int) { count = place }
}

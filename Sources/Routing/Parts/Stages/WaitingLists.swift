import Plan

/// Lists of actions that wait before their next action (A4), in the order in which they go on. A list waits once at
/// most.
struct WaitingLists {
    struct Entry {
        /// When the list goes on, in nanoseconds.
        var due: UInt64 = 0
        /// The index in `Plan.actionLists`.
        var list: UInt16 = 0
        /// The index of the action behind the wait.
        var next: UInt8 = 0
    }

    private let entries: UnsafeMutablePointer<Entry>
    private var count = 0

    static let byteCount = Memory.byteCount(of: Entry.self, Limits.waitingLists)

    init(_ memory: inout Memory) { entries = memory.take(Limits.waitingLists, repeating: Entry()) }

    var isEmpty: Bool { count == 0 }

    /// When the first list goes on, in nanoseconds; `UInt64.max` if none waits.
    var nextAt: UInt64 { count == 0 ? UInt64.max : entries[0].due }

    /// Adds a list behind those that go on at the same time.
    ///
    /// - Returns: false if there is no room.
    mutating func add(_ entry: Entry) -> Bool {
        if count == Limits.waitingLists { return false }
        var place = count
        while place > 0 && entries[place - 1].due > entry.due {
            entries[place] = entries[place - 1]
            place -= 1
        }
        entries[place] = entry
        count += 1
        return true
    }

    /// Removes and returns the list that goes on first; nil if none waits.
    mutating func takeFirst() -> Entry? { count == 0 ? nil : remove(0) }

    /// Removes and returns the list that goes on first, of those with an index from `first` on; nil if none waits.
    mutating func takeFirst(from first: UInt16) -> Entry? {
        for place in 0..<count where entries[place].list >= first { return remove(place) }
        return nil
    }

    /// Removes a list if it waits.
    mutating func end(_ list: UInt16) {
        for place in 0..<count where entries[place].list == list {
            _ = remove(place)
            return
        }
    }

    private mutating func remove(_ place: Int) -> Entry {
        let entry = entries[place]
        count -= 1
        for next in place..<count { entries[next] = entries[next + 1] }
        return entry
    }
}

// MARK: - Recording

extension WaitingLists {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(entries, Limits.waitingLists))
        withUnsafeMutableBytes(of: &count, visit)
    }

    /// Checks restored bytes: every entry must stand behind a wait of a list of the plan, once, and in order of time.
    func hasValidState(_ plan: UnsafePointer<Plan>, at now: UInt64) -> Bool {
        guard 0...Limits.waitingLists ~= count else { return false }
        for place in 0..<count {
            let entry = entries[place]
            guard let lists = plan.pointee.actionLists, Int32(entry.list) < plan.pointee.actionListCount,
                1...lists[Int(entry.list)].count ~= Int32(entry.next),
                case .wait = lists[Int(entry.list)].actions[Int(entry.next) - 1],
                entry.due <= now.plus(UInt64(ActionList.longestWait) * 1000),
                place == 0 || entries[place - 1].due <= entry.due
            else { return false }
            for other in 0..<place where entries[other].list == entry.list { return false }
        }
        return true
    }
}

import Program

/// What changes of conditions while they run: internal values, which are true, which routings or assignments fail, and
/// which holds are true.
///
/// Whether a routing fails is a bit that is kept up to date, so that asking costs nothing. A message changes one count for
/// each level above the condition that it changes.
struct ConditionStates {
    struct Node {
        var value: Int32 = 0
        fileprivate(set) var isTrue = false
        /// Of notes and keys the last value that each channel's condition saw, then those that its `decrement` saw (R14, C2).
        var seen = InlineArray<32, UInt8>(repeating: 0)
    }

    private let nodes: UnsafeMutablePointer<Node>
    /// How many conditions of each group are true.
    private let trueCounts: UnsafeMutablePointer<UInt8>
    private let count: Int
    private let groups: Int
    /// Routings or assignments whose conditions fail, a bit each.
    private(set) var failing: UInt64 = 0
    /// Holds of remaps that are true, a bit each by number (R21).
    private(set) var holding: UInt64 = 0

    static func byteCount(count: Int, owners: Int) -> Int {
        Memory.byteCount(of: Node.self, count) + Memory.byteCount(of: UInt8.self, count + owners)
    }

    /// - Parameters:
    ///   - count: conditions at most; there are never more groups than these and `owners`.
    ///   - owners: routings or assignments at most.
    init(_ memory: inout Memory, count: Int, owners: Int) {
        nodes = memory.take(count, repeating: Node())
        trueCounts = memory.take(count + owners, repeating: 0)
        self.count = count
        groups = count + owners
    }

    subscript(node: Int) -> Node {
        @inline(__always) unsafeAddress { UnsafePointer(nodes + node) }
        @inline(__always) nonmutating unsafeMutableAddress { nodes + node }
    }

    /// Whether the internal value of a condition is more than 0: that a latch is on.
    func isOn(_ node: Int) -> Bool { nodes[node].value > 0 }

    /// Begins every condition anew (C2), whatever its sub-conditions say (C4).
    mutating func restart(_ conditions: UnsafePointer<Conditions>?, _ inputs: Inputs) {
        if let conditions {
            for index in 0..<Int(conditions.pointee.count) {
                nodes[index] = Node()
                nodes[index].value = conditions.pointee.nodes[index].start(inputs)
            }
        }
        judgeAll(conditions)
    }

    /// Judges all conditions by the values that they have: of conditions that begin, or that take the place of others.
    mutating func judgeAll(_ conditions: UnsafePointer<Conditions>?) {
        failing = 0
        holding = 0
        guard let conditions else { return }
        // A group in which nothing is true is false, whatever it matches.
        for index in 0..<Int(conditions.pointee.groupCount) {
            trueCounts[index] = 0
            let group = conditions.pointee.groups[index]
            if group.parent == Condition.none { set(group.owner, isTrue: false) }
        }
        for index in 0..<Int(conditions.pointee.count) { nodes[index].isTrue = false }
        // Only now: judging one condition may judge those around it.
        for index in 0..<Int(conditions.pointee.count) { judge(index, conditions) }
    }

    /// Whether a group of sub-conditions is true, or there is none.
    @inline(__always)
    func isOpen(_ group: UInt16, _ conditions: UnsafePointer<Conditions>) -> Bool {
        group == Condition.none || conditions.pointee.groups[Int(group)].isTrue(trueCounts[Int(group)])
    }

    /// Judges a condition by its value. Where the outcome is new, its group counts it, and so on outwards.
    mutating func judge(_ index: Int, _ conditions: UnsafePointer<Conditions>) {
        var index = index
        while true {
            let node = conditions.pointee.nodes + index
            let isTrue =
                node.pointee.accepts(nodes[index].value)
                && (!node.pointee.requiresInner || isOpen(node.pointee.inner, conditions))
            if isTrue == nodes[index].isTrue { return }
            nodes[index].isTrue = isTrue
            let group = Int(node.pointee.group)
            let wasOpen = isOpen(node.pointee.group, conditions)
            if isTrue { trueCounts[group] += 1 } else { trueCounts[group] -= 1 }
            let opens = isOpen(node.pointee.group, conditions)
            if opens == wasOpen { return }
            let parent = conditions.pointee.groups[group].parent
            if parent == Condition.none {
                set(conditions.pointee.groups[group].owner, isTrue: opens)
                return
            }
            index = Int(parent)
        }
    }

    @inline(__always)
    private mutating func set(_ owner: UInt16, isTrue: Bool) {
        let bit: UInt64 = 1 &<< UInt64(owner)
        if owner >= ConditionGroup.firstHold {
            holding = isTrue ? holding | bit : holding & ~bit
        } else {
            failing = isTrue ? failing & ~bit : failing | bit
        }
    }
}

// MARK: - Recording

extension ConditionStates {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(nodes, count))
        visit(.of(trueCounts, groups))
        withUnsafeMutableBytes(of: &failing, visit)
        withUnsafeMutableBytes(of: &holding, visit)
    }

    /// Whether recorded bytes are values of these conditions. Judges the conditions by their values, so that the rest fits.
    mutating func takeState(_ conditions: UnsafePointer<Conditions>?) -> Bool {
        if let conditions {
            for index in 0..<Int(conditions.pointee.count)
            where !conditions.pointee.nodes[index].canBe(nodes[index].value) {
                return false
            }
        }
        judgeAll(conditions)
        return true
    }
}

extension Condition {
    /// The internal value to begin with (C2): of a direct condition the last value of its controller, or 0.
    fileprivate func start(_ inputs: Inputs) -> Int32 {
        if mode.kind != .direct { return mode.first }
        if channels == 0 || !startsFromLast { return 0 }
        let value =
            channels == 0xFFFF
            ? inputs.newest(source, Int(slot))
            : inputs.value(source, UInt8(channels.trailingZeroBitCount), Int(slot))
        return coarseInput ? value >> 7 : value
    }

    /// Whether it can have an internal value: a list has no place for others.
    fileprivate func canBe(_ value: Int32) -> Bool {
        if case .list = when, !isFine { return 0...127 ~= value }
        return 0...16383 ~= value
    }
}

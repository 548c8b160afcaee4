import Plan

/// The changing state of conditions: internal values, which conditions are true, which routings or assignments are
/// blocked, and which holds of remaps are true.
///
/// Whether a routing is blocked is kept as a bit, so that reading it costs nothing. A changed condition updates one
/// count for each level above it.
struct ConditionStates {
    struct Node {
        var value: Int32 = 0
        fileprivate(set) var isTrue = false
        /// For notes and keys, the last value per channel of the condition's input, then per channel of its `decrement`
        /// (R14, C2).
        var seen = InlineArray<32, UInt8>(repeating: 0)
    }

    private let nodes: UnsafeMutablePointer<Node>
    /// The number of true conditions in each group.
    private let trueCounts: UnsafeMutablePointer<UInt8>
    private let count: Int
    private let groups: Int
    /// Whether the preset has gates (R27): then bit 0 of `holding`, which stands for no hold, is always set, so that
    /// all remaps ask for theirs.
    var isGated = false
    /// The triggers with `rearm` (R27).
    let arms: TriggerArms
    /// Routings whose conditions fail, one bit each.
    private(set) var failing: UInt64 = 0
    /// Holds of remaps that are true, one bit each by number (R21).
    private(set) var holding: UInt64 = 0

    static func byteCount(count: Int, owners: Int) -> Int {
        Memory.byteCount(of: Node.self, count) + Memory.byteCount(of: UInt8.self, count + owners)
    }

    /// - Parameters:
    ///   - count: maximum number of conditions. The number of groups never exceeds `count + owners`.
    ///   - owners: maximum number of routings or assignments.
    ///   - arms: the triggers with `rearm`, which the conditions share with remaps and assignments.
    init(_ memory: inout Memory, count: Int, owners: Int, arms: TriggerArms) {
        self.arms = arms
        nodes = memory.take(count, repeating: Node())
        trueCounts = memory.take(count + owners, repeating: 0)
        self.count = count
        groups = count + owners
    }

    subscript(node: Int) -> Node {
        @inline(__always) unsafeAddress { UnsafePointer(nodes + node) }
        @inline(__always) nonmutating unsafeMutableAddress { nodes + node }
    }

    /// Whether the internal value of a condition is greater than 0, as of a latch that is on.
    func isOn(_ node: Int) -> Bool { nodes[node].value > 0 }

    /// Resets every condition (C2), even if its sub-conditions fail (C4).
    mutating func restart(_ conditions: UnsafePointer<Conditions>?, _ inputs: Inputs) {
        if let conditions {
            for index in 0..<Int(conditions.pointee.count) {
                nodes[index] = Node()
                nodes[index].value = conditions.pointee.nodes[index].start(inputs)
                arms.restart(conditions.pointee.nodes[index].mode)
            }
        }
        judgeAll(conditions)
    }

    /// Evaluates all conditions from their values, after a reset or after they replaced others.
    mutating func judgeAll(_ conditions: UnsafePointer<Conditions>?) {
        failing = 0
        holding = isGated ? 1 : 0
        guard let conditions else { return }
        // A group without a true condition is false, whatever its `match`.
        for index in 0..<Int(conditions.pointee.groupCount) {
            trueCounts[index] = 0
            let group = conditions.pointee.groups[index]
            if group.parent == Condition.none { set(group.owner, isTrue: false) }
        }
        for index in 0..<Int(conditions.pointee.count) { nodes[index].isTrue = false }
        // Only after all flags are cleared, because evaluating one condition may evaluate its parents.
        for index in 0..<Int(conditions.pointee.count) { judge(index, conditions) }
    }

    /// Whether a group of sub-conditions is true, or the condition has none.
    @inline(__always)
    func isOpen(_ group: UInt16, _ conditions: UnsafePointer<Conditions>) -> Bool {
        group == Condition.none || conditions.pointee.groups[Int(group)].isTrue(trueCounts[Int(group)])
    }

    /// Evaluates a condition from its value. If the result changes, updates the count of its group, and so on outwards.
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
        if owner == ConditionGroup.ofAssignment { return }
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

    /// Checks restored bytes: each value must be possible for its condition. Then evaluates all conditions, so that
    /// derived state matches.
    mutating func adoptState(_ conditions: UnsafePointer<Conditions>?) -> Bool {
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
    /// The initial internal value (C2): for a direct condition the last value of its controller, or 0.
    fileprivate func start(_ inputs: Inputs) -> Int32 {
        if mode.kind != .direct { return mode.first }
        if channels == 0 || !startsFromLast { return 0 }
        let value =
            channels == 0xFFFF
            ? inputs.newest(source, Int(slot)) : inputs.newest(source, Int(slot), of: channels)
        return coarseInput ? value >> 7 : value
    }

    /// Whether an internal value is possible: a 7-bit list has 128 entries.
    fileprivate func canBe(_ value: Int32) -> Bool {
        if case .list = when, !isFine { return 0...127 ~= value }
        return 0...16383 ~= value
    }
}

import MIDI
import Program

/// What changes of conditions while they run: internal values, what is true, and which routings or assignments fail.
///
/// Whether one fails is a bit that is kept up to date, so that asking costs nothing; a message changes as many counts as
/// there are levels above what it changed.
struct ConditionStates {
    struct Node {
        var value: Int32 = 0
        var isTrue = false
        /// Notes and keys: the last value of each channel that it saw, then those that its `decrement` saw (R14, C2).
        var seen = InlineArray<32, UInt8>(repeating: 0)
    }

    private let nodes: UnsafeMutablePointer<Node>
    /// How many of each group's conditions are true.
    private let trueCounts: UnsafeMutablePointer<UInt8>
    /// Routings or assignments whose conditions fail, a bit each.
    private(set) var failing: UInt64 = 0

    /// - Parameters:
    ///   - count: conditions at most; there are never more groups than these and `owners`.
    ///   - owners: routings or assignments at most.
    init(_ memory: inout Memory, count: Int, owners: Int) {
        nodes = memory.take(count, repeating: Node())
        trueCounts = memory.take(count + owners, repeating: 0)
    }

    static func byteCount(count: Int, owners: Int) -> Int {
        count * (MemoryLayout<Node>.stride + 1) + owners + 2 * 16
    }

    /// All of it, with the sizes it was made with.
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void, count: Int, owners: Int) {
        visit(.of(nodes, count))
        visit(.of(trueCounts, count + owners))
        withUnsafeMutableBytes(of: &failing, visit)
    }

    /// Every condition begins anew (C2), whatever its sub-conditions say (C4).
    mutating func restart(_ conditions: UnsafePointer<Conditions>?, _ inputs: Inputs) {
        if let conditions {
            for index in 0..<Int(conditions.pointee.count) {
                nodes[index] = Node()
                nodes[index].value = conditions.pointee.nodes[index].start(inputs)
            }
        }
        judgeAnew(conditions)
    }

    /// What is true by the values there are: of conditions that have just begun, or of others in their places.
    mutating func judgeAnew(_ conditions: UnsafePointer<Conditions>?) {
        failing = 0
        guard let conditions else { return }
        // A group with nothing true in it is false, whatever it matches.
        for index in 0..<Int(conditions.pointee.groupCount) {
            trueCounts[index] = 0
            let group = conditions.pointee.groups[index]
            if group.parent == Condition.none { failing |= 1 << UInt64(group.owner) }
        }
        for index in 0..<Int(conditions.pointee.count) { nodes[index].isTrue = false }
        // Judging one may judge those around it, so that all must have begun.
        for index in 0..<Int(conditions.pointee.count) { judge(index, conditions) }
    }

    /// A message, before it is routed and before it is the last value of its controller (C1).
    mutating func hear(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, _ conditions: UnsafePointer<Conditions>
    ) {
        if moves.count == 1 {
            // The list of each slot is in that order, and mostly there is one.
            if !moves[0].fires { return }
            for ear in conditions.pointee.ears(source: source, slot: moves[0].slot) {
                hear(moves[0], ear, message, conditions)
            }
            return
        }
        // In the order of the nodes, whichever of the moves they hear, since inner ones are updated first (C4).
        for index in 0..<moves.count { moves[index].next = 0 }
        while let (ear, move) = moves.nextEar(conditions, source) {
            hear(move, ear, message, conditions)
        }
    }

    @inline(__always)
    private mutating func hear(
        _ move: ControllerMove, _ ear: Conditions.Ear, _ message: Message, _ conditions: UnsafePointer<Conditions>
    ) {
        let node = conditions.pointee.nodes + Int(ear.node)
        if !node.pointee.listens(to: move) { return }
        if move.isNote {
            hear(ear, message, conditions)
        } else {
            let bits: Int32 = node.pointee.coarseInput ? 7 : 0
            hear(from: move.previous &>> bits, to: move.value &>> bits, ear, conditions)
        }
    }

    /// A note, which has a previous value of its own for each condition (C2).
    private mutating func hear(_ ear: Conditions.Ear, _ message: Message, _ conditions: UnsafePointer<Conditions>) {
        let node = conditions.pointee.nodes + Int(ear.node)
        guard let value = node.pointee.value(of: message, slot: Int(ear.slot)) else { return }
        let place = Int(message.channel) + (ear.isBack ? 16 : 0)
        let previous = Int32(nodes[Int(ear.node)].seen[place])
        nodes[Int(ear.node)].seen[place] = UInt8(truncatingIfNeeded: value)
        hear(from: previous, to: value, ear, conditions)
    }

    private mutating func hear(
        from previous: Int32, to value: Int32, _ ear: Conditions.Ear, _ conditions: UnsafePointer<Conditions>
    ) {
        let index = Int(ear.node)
        let node = conditions.pointee.nodes + index
        // C4: frozen; what comes meanwhile is only a previous value.
        if !isOpen(node.pointee.inner, conditions) { return }
        switch node.pointee.mode.kind {
        case .direct: nodes[index].value = value
        case .latch where node.pointee.mode.fires(from: previous, to: value):
            nodes[index].value = nodes[index].value == 0 ? node.pointee.latched : 0
        case .increment where node.pointee.mode.fires(from: previous, to: value):
            nodes[index].value = node.pointee.mode.step(nodes[index].value, back: ear.isBack)
        default: return
        }
        judge(index, conditions)
    }

    /// Whether the internal value of a condition is more than 0: that a latch is on.
    func isOn(_ node: Int) -> Bool { nodes[node].value > 0 }

    /// Whether a group of sub-conditions is true, or there is none.
    @inline(__always)
    private func isOpen(_ group: UInt16, _ conditions: UnsafePointer<Conditions>) -> Bool {
        group == Condition.none || conditions.pointee.groups[Int(group)].isTrue(trueCounts[Int(group)])
    }

    /// Whether a condition is true now; where that is new, its group counts anew, and so on outwards.
    private mutating func judge(_ index: Int, _ conditions: UnsafePointer<Conditions>) {
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
                let bit: UInt64 = 1 << UInt64(conditions.pointee.groups[group].owner)
                failing = opens ? failing & ~bit : failing | bit
                return
            }
            index = Int(parent)
        }
    }
}

extension Condition {
    /// The internal value to begin with (C2): of a direct one the last of its controller, or 0.
    fileprivate func start(_ inputs: Inputs) -> Int32 {
        if mode.kind != .direct { return mode.first }
        if channels == 0 || !startsFromLast { return 0 }
        let value =
            channels == 0xFFFF
            ? inputs.newest(source, Int(slot)) : inputs.value(source, UInt8(channels.trailingZeroBitCount), Int(slot))
        return coarseInput ? value >> 7 : value
    }

    /// Whether it listens on the channel of a move; a message without one is heard on any (R3).
    @inline(__always)
    fileprivate func listens(to move: ControllerMove) -> Bool {
        channels & (move.hasChannel ? 1 << UInt16(move.channel) : 0xFFFF) != 0
    }

    /// What a note is to it; nil: it does not see it (C6).
    fileprivate func value(of message: Message, slot: Int) -> Int32? {
        if ControlInput.isKey(slot) { return message.isNoteOn ? 127 : 0 }
        if !message.isNoteOn || message.data1 < lowestNote || message.data1 > highestNote { return nil }
        if message.data2 < lowestVelocity || message.data2 > highestVelocity { return nil }
        return Int32(slot == ControlInput.noteValue ? message.data1 : message.data2)
    }
}

extension ControllerMoves {
    /// What hears one of the moves and stands first among the nodes; past it the move's list then is.
    fileprivate func nextEar(
        _ conditions: UnsafePointer<Conditions>, _ source: UInt8
    ) -> (Conditions.Ear, ControllerMove)? {
        var first: (ear: Conditions.Ear, move: Int)?
        for index in 0..<count where self[index].fires {
            let ears = conditions.pointee.ears(source: source, slot: self[index].slot)
            let place = Int(self[index].next)
            if place < ears.count && (first == nil || ears[place].node < first?.ear.node ?? 0) {
                first = (ears[place], index)
            }
        }
        guard let first else { return nil }
        self[first.move].next += 1
        return (first.ear, self[first.move])
    }
}

extension ConditionStates {
    /// Whether bytes that were put in its place are values of these conditions; what follows from the values is judged
    /// anew, so that it fits them.
    mutating func takeState(_ conditions: UnsafePointer<Conditions>?) -> Bool {
        if let conditions {
            for index in 0..<Int(conditions.pointee.count)
            where !conditions.pointee.nodes[index].canBe(nodes[index].value) {
                return false
            }
        }
        judgeAnew(conditions)
        return true
    }
}

extension Condition {
    /// Whether it can have an internal value: a list has no place for others.
    fileprivate func canBe(_ value: Int32) -> Bool {
        if case .list = when, !isFine { return 0...127 ~= value }
        return 0...16383 ~= value
    }
}

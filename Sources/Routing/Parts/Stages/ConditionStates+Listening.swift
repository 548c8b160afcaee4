import MIDI
import Plan

// How a message changes conditions (C1), inner ones first (C4).
extension ConditionStates {
    /// Updates the conditions with a message before it is routed, and before its values become last values (C1).
    mutating func update(
        _ message: Message, _ moves: ControllerMoves, from source: UInt8, _ conditions: UnsafePointer<Conditions>
    ) {
        if moves.count == 1 {
            // Fast path: one move, whose list of listeners is already in the order of the nodes.
            if !moves[0].fires { return }
            for listener in conditions.pointee.listeners(source: source, slot: moves[0].slot) {
                update(moves[0], listener, message, conditions)
            }
            return
        }
        // In the order of the nodes across all moves, because inner conditions are updated first (C4).
        for index in 0..<moves.count { moves[index].next = 0 }
        while let (listener, place) = moves.nextListener(conditions, source) {
            update(moves[place], listener, message, conditions)
        }
    }

    @inline(__always)
    private mutating func update(
        _ move: ControllerMove, _ listener: Conditions.Listener, _ message: Message,
        _ conditions: UnsafePointer<Conditions>
    ) {
        let node = conditions.pointee.nodes + Int(listener.node)
        if !node.pointee.listens(to: move) { return }
        if move.isNote {
            update(listener, message, conditions)
        } else {
            let bits: Int32 = node.pointee.coarseInput ? 7 : 0
            update(
                from: move.previous &>> bits, to: move.value &>> bits, listener, move.channel, conditions)
        }
    }

    /// Updates a condition with a note; each condition stores its own previous note value (C2).
    private mutating func update(
        _ listener: Conditions.Listener, _ message: Message, _ conditions: UnsafePointer<Conditions>
    ) {
        let index = Int(listener.node)
        guard let value = conditions.pointee.nodes[index].value(of: message, slot: Int(listener.slot)) else { return }
        let place = Int(message.channel) + (listener.isBack ? 16 : 0)
        let previous = Int32(self[index].seen[place])
        self[index].seen[place] = UInt8(truncatingIfNeeded: value)
        update(from: previous, to: value, listener, message.channel, conditions)
    }

    private mutating func update(
        from previous: Int32, to value: Int32, _ listener: Conditions.Listener, _ channel: UInt8,
        _ conditions: UnsafePointer<Conditions>
    ) {
        let index = Int(listener.node)
        let node = conditions.pointee.nodes + index
        // C4: while its sub-conditions fail, a condition is frozen; the new value is stored only as previous value.
        if !isOpen(node.pointee.inner, conditions) { return }
        switch node.pointee.mode.kind {
        case .direct: self[index].value = value
        case .latch:
            if !fires(node, listener, from: previous, to: value, channel) { return }
            self[index].value = self[index].value == 0 ? node.pointee.latched : 0
        case .increment:
            if !fires(node, listener, from: previous, to: value, channel) { return }
            self[index].value = node.pointee.mode.step(self[index].value, back: listener.isBack)
        case .relative:
            guard let turned = node.pointee.mode.turned(self[index].value, by: value) else { return }
            self[index].value = turned
        }
        judge(index, conditions)
    }
}

extension ConditionStates {
    /// Whether a change of the input of a condition passes its trigger (R14, R27). Mutating, so that the triggers with
    /// `rearm` are read only for conditions that have one.
    @inline(__always)
    private mutating func fires(
        _ node: UnsafePointer<Condition>, _ listener: Conditions.Listener, from previous: Int32, to value: Int32,
        _ channel: UInt8
    ) -> Bool {
        if let fires = node.pointee.mode.fires(from: previous, to: value) { return fires }
        // A condition has one source, so any one stands for it.
        return arms.fires(node.pointee.mode, back: listener.isBack, from: previous, to: value, of: 0, channel)
    }
}

extension Condition {
    /// Whether the condition uses the channel of a move; a message without a channel matches any channel (R3).
    @inline(__always)
    fileprivate func listens(to move: ControllerMove) -> Bool {
        channels & (move.hasChannel ? 1 << UInt16(move.channel) : 0xFFFF) != 0
    }

    /// The value of a note, or nil if the condition ignores the note (C6).
    fileprivate func value(of message: Message, slot: Int) -> Int32? {
        if ControlInput.isKey(slot) { return message.isNoteOn ? 127 : 0 }
        if !message.isNoteOn || message.data1 < lowestNote || message.data1 > highestNote { return nil }
        if message.data2 < lowestVelocity || message.data2 > highestVelocity { return nil }
        return Int32(slot == ControlInput.noteValue ? message.data1 : message.data2)
    }
}

extension ControllerMoves {
    /// The next listener in node order among the listeners of all moves, and the index of its move; advances that move
    /// past it.
    fileprivate func nextListener(
        _ conditions: UnsafePointer<Conditions>, _ source: UInt8
    ) -> (Conditions.Listener, place: Int)? {
        var first: (listener: Conditions.Listener, place: Int)?
        for index in 0..<count where self[index].fires {
            let listeners = conditions.pointee.listeners(source: source, slot: self[index].slot)
            let next = Int(self[index].next)
            if next < listeners.count && (first == nil || listeners[next].node < first?.listener.node ?? 0) {
                first = (listeners[next], index)
            }
        }
        guard let first else { return nil }
        self[first.place].next += 1
        return first
    }
}

import MIDI
import Plan

// Assignments (A1, A2, A3): actions of the box that messages trigger.
extension Router {
    /// Resets the internal values of assignments and their conditions (A2).
    mutating func resetAssignments() {
        stages.restartAssignments(planAddress, inputs)
        stages.heldAssignments.removeAll()  // A5
    }

    /// Runs the assignments of a message. A1: after the routings, so that a change takes effect with the next message.
    @inline(__always)
    mutating func assignments(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if plan.assignedSources & (1 << UInt64(source)) != 0 { assign(moves, from: source) }
    }

    /// Finds all actions that the message triggers under the running preset, then performs them: one of them may load
    /// another preset, with other assignments (A1, A5).
    private mutating func assign(_ moves: ControllerMoves, from source: UInt8) {
        let first = stages.triggered.count
        let held = stages.heldAssignments.count > 0 ? endHeldAssignments(moves, from: source) : 0
        if stages.heldAssignments.pressedBefore != 0 { followPresses(moves) }
        for place in 0..<Int(preset.assignedCount) {
            guard let assigned = preset.assigned?[place] else { break }
            let assignment = plan.assignments + Int(assigned.index)
            if assignment.pointee.source != source { continue }
            for place in 0..<moves.count where moves[place].fires && assignment.pointee.listens(to: moves[place]) {
                if place < 64 && held & (1 &<< UInt64(place)) != 0 { continue }
                if assigned.isOfPreset && beganBeforeTheLoad(moves[place]) { continue }
                assign(moves[place], to: assigned)
            }
        }
        var place = first
        while place < stages.triggered.count {
            let triggered = stages.triggered[place]
            place += 1
            act(Int(triggered.assignment), Int32(triggered.detail))
        }
        stages.triggered.pop(to: first)
        // An action may let a waiting value count, whose message comes here while others are still to be performed.
        if first == 0 && inputs.variables.changed != 0 { tellVariables() }  // V3
    }

    private mutating func assign(_ move: ControllerMove, to assigned: Assigned) {
        // A3: while the assignment's conditions fail, its internal value is frozen.
        if assigned.conditions != Condition.none && !isOpen(assigned) { return }
        var value = stages.assignments[Int(assigned.state)]
        assign(move, to: Int(assigned.index), &value)
        stages.assignments[Int(assigned.state)] = value
    }

    private mutating func isOpen(_ assigned: Assigned) -> Bool {
        guard let conditions = assigned.isOfPreset ? preset.conditions : plan.conditions else { return true }
        return assigned.isOfPreset
            ? stages.conditions.isOpen(assigned.conditions, conditions)
            : stages.assignmentConditions.isOpen(assigned.conditions, conditions)
    }

    /// Gives a move to an assignment with an internal value, which may trigger an action (A2).
    mutating func assign(_ move: ControllerMove, to index: Int, _ internalValue: inout Int32) {
        let assignment = plan.assignments + index
        let back = Int(assignment.pointee.backSlot) == move.slot
        let mode = assignment.pointee.mode
        let move = assignment.pointee.coarseInput ? move.coarse : move
        let previous = internalValue
        let next = stages.next(
            of: mode, after: previous, from: move.previous, to: move.value, back: back, of: assignment.pointee.source,
            move.channel)
        guard let value = next else { return }
        internalValue = value
        let isSetting = assignment.pointee.sets != .nothing
        // A trigger counts as an event, whatever value it results in.
        let isNew = move.actsAtEachArrival
        let acts = value != previous || isNew || isSetting && mode.kind != .direct
        if !acts { return }
        if isSetting { return trigger(index, value) }
        for choice in 0..<Int(assignment.pointee.choiceCount)
        where assignment.pointee.choices[choice].contains(value) {
            // An action at a range runs when the value enters the range.
            if assignment.pointee.choices[choice].contains(previous) && !isNew { continue }
            trigger(index, Int32(choice))
        }
    }

    private mutating func trigger(_ index: Int, _ detail: Int32) {
        let entry = TriggeredActions.Entry(assignment: UInt16(index), detail: UInt16(truncatingIfNeeded: detail))
        if !stages.triggered.push(entry) { act(index, detail) }
    }

    /// - Parameter detail: the index of the action among those of the assignment, or the value that it sets.
    private mutating func act(_ index: Int, _ detail: Int32) {
        let assignment = plan.assignments + index
        if isTraced { outputs.tracer.reportAction(of: index, Int(detail), at: now) }
        perform(assignment.pointee.action(at: Int(detail), value: detail))
    }
}

extension Assignment {
    /// Whether a move belongs to one of the assignment's inputs and channels; a message without a channel matches any
    /// channel (R3).
    func listens(to move: ControllerMove) -> Bool {
        if Int(slot) != move.slot && Int(backSlot) != move.slot { return false }
        return channels & (move.hasChannel ? 1 << UInt16(move.channel) : 0xFFFF) != 0
    }
}

extension ControllerMove {
    /// A2: whether the move runs its action at each arrival, even if the value is unchanged.
    fileprivate var actsAtEachArrival: Bool {
        isMessage || slot == ControlInput.program || slot == ControlInput.noteValue
            || slot == ControlInput.noteVelocity || ControlInput.isVariable(slot)
    }
}

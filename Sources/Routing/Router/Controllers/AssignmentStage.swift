import MIDI
import Plan

// Assignments (A1, A2, A3): actions of the box that messages trigger.
extension Router {
    /// Resets the internal values of assignments and their conditions (A2).
    mutating func resetAssignments() { stages.restartAssignments(planAddress, inputs) }

    /// Runs the assignments of a message. A1: after the routings, so that a change takes effect with the next message.
    @inline(__always)
    mutating func assignments(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if plan.assignedSources & (1 << UInt64(source)) != 0 { assign(moves, from: source) }
    }

    private mutating func assign(_ moves: ControllerMoves, from source: UInt8) {
        // The count is read each time, because an action may change the plan.
        for index in 0..<Int(plan.assignmentCount) {
            let assignment = plan.assignments + index
            if assignment.pointee.source != source { continue }
            for place in 0..<moves.count where moves[place].fires && assignment.pointee.listens(to: moves[place]) {
                assign(moves[place], to: index)
            }
        }
        if inputs.variables.changed != 0 { tellVariables() }  // V3
    }

    private mutating func assign(_ move: ControllerMove, to index: Int) {
        let assignment = plan.assignments + index
        let back = Int(assignment.pointee.backSlot) == move.slot
        // A3: while the assignment's conditions fail, its internal value is frozen.
        if stages.assignmentConditions.fails(assignment: index) { return }
        let mode = assignment.pointee.mode
        let move = assignment.pointee.coarseInput ? move.coarse : move
        let state = Int(assignment.pointee.state)
        let previous = stages.assignments[state]
        let next = mode.next(after: previous, from: move.previous, to: move.value, back: back) {
            stages.arms.fires(mode, back: back, from: $0, to: $1, of: assignment.pointee.source, move.channel)
        }
        guard let value = next else { return }
        stages.assignments[state] = value
        let isSetting = assignment.pointee.sets != .nothing
        // A trigger counts as an event, whatever value it results in.
        let isNew = move.actsAtEachArrival
        let acts = value != previous || isNew || isSetting && mode.kind != .direct
        if !acts { return }
        if isSetting { return act(index, at: 0, value) }
        for choice in 0..<Int(assignment.pointee.choiceCount)
        where assignment.pointee.choices[choice].contains(value) {
            // An action at a range runs when the value enters the range.
            if assignment.pointee.choices[choice].contains(previous) && !isNew { continue }
            act(index, at: choice, value)
        }
    }

    private mutating func act(_ index: Int, at choice: Int, _ value: Int32) {
        let assignment = plan.assignments + index
        if isTraced {
            let detail = assignment.pointee.sets == .nothing ? choice : Int(value)
            outputs.tracer.reportAction(of: index, detail, at: now)
        }
        perform(assignment.pointee.action(at: choice, value: value))
    }
}

extension Assignment {
    /// Whether a move belongs to one of the assignment's inputs and channels; a message without a channel matches any
    /// channel (R3).
    fileprivate func listens(to move: ControllerMove) -> Bool {
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

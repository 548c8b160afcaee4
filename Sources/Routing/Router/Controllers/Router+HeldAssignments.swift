import MIDI
import Plan

// A switch that is held while its assignment is replaced ends by the assignment that it began (A5).
extension Router {
    /// Before a load: keeps the assignments of the running preset that a held switch has begun and that do not go on
    /// under the new one.
    mutating func keepHeldAssignments(under new: UnsafePointer<Preset>) {
        if preset.ownAssignedCount == 0 && new.pointee.ownAssignedCount == 0 { return }
        stages.heldAssignments.pressedBefore = new.pointee.ownAssignedCount == 0 ? 0 : pressedSwitches
        for place in 0..<Int(preset.assignedCount) {
            guard let assigned = preset.assigned?[place] else { return }
            if !assigned.isOfPreset && new.pointee.contains(assigned) { continue }
            if isHeld(assigned) { keep(assigned) }
        }
    }

    /// The footswitches that are down, one bit each.
    private var pressedSwitches: UInt16 {
        mutating get {
            var pressed: UInt16 = 0
            for index in 0..<Limits.footswitches where isPressed(index) { pressed |= 1 &<< UInt16(index) }
            return pressed
        }
    }

    /// Forgets a footswitch that was down at the load when it is pressed anew.
    mutating func followPresses(_ moves: ControllerMoves) {
        for place in 0..<moves.count {
            guard let gesture = ControlInput.gesture(at: moves[place].slot), gesture.isPress, moves[place].value > 0
            else { continue }
            stages.heldAssignments.pressedBefore &= ~(1 &<< UInt16(gesture.footswitch))
        }
    }

    /// Whether a move is a gesture of a press that began before the load.
    func beganBeforeTheLoad(_ move: ControllerMove) -> Bool {
        guard let gesture = ControlInput.gesture(at: move.slot), !gesture.isPress else { return false }
        return stages.heldAssignments.pressedBefore & (1 &<< UInt16(gesture.footswitch)) != 0
    }

    private mutating func keep(_ assigned: Assigned) {
        let value = stages.assignments[Int(assigned.state)]
        for place in 0..<stages.heldAssignments.count where stages.heldAssignments[place].index == assigned.index {
            return
        }
        if stages.heldAssignments.count == Limits.heldAssignments {
            stages.heldAssignments.remove(0)
            outputs.countDrop()
        }
        stages.heldAssignments.add(HeldAssignments.Entry(value: value, index: assigned.index))
    }

    /// Whether the input of an assignment is a switch, key or controller that has begun one of its actions and has not
    /// come back to 0.
    private mutating func isHeld(_ assigned: Assigned) -> Bool {
        let assignment = plan.assignments + Int(assigned.index)
        let settles = inputs.isSettled(Int(assignment.pointee.slot))
        guard assignment.pointee.isOfSwitch(settles: settles) else { return false }
        if assignment.pointee.mode.kind == .direct { return stages.assignments[Int(assigned.state)] == 127 }
        for channel in UInt8(0)..<16 where assignment.pointee.channels & 1 << UInt16(channel) != 0 {
            if inputs.value(assignment.pointee.source, channel, Int(assignment.pointee.slot)) == 127 { return true }
        }
        return false
    }

    /// Gives the moves of held switches to the assignments that they began, and forgets those that have ended.
    ///
    /// - Returns: the moves that no other assignment gets, one bit each.
    mutating func endHeldAssignments(_ moves: ControllerMoves, from source: UInt8) -> UInt64 {
        var taken: UInt64 = 0
        var entry = 0
        while entry < stages.heldAssignments.count {
            let index = Int(stages.heldAssignments[entry].index)
            let assignment = plan.assignments + index
            var hasEnded = false
            if assignment.pointee.source == source {
                for place in 0..<moves.count where moves[place].fires && assignment.pointee.listens(to: moves[place]) {
                    if place < 64 { taken |= 1 &<< UInt64(place) }
                    end(entry, index, moves[place])
                    hasEnded = hasEnded || moves[place].value == 0
                }
            }
            if hasEnded { stages.heldAssignments.remove(entry) } else { entry += 1 }
        }
        return taken
    }

    /// Gives a move to a kept assignment. The internal value of one of the box goes on while others replace it.
    private mutating func end(_ entry: Int, _ index: Int, _ move: ControllerMove) {
        let isOfBox = Int32(index) < plan.boxAssignmentCount
        let state = Int(plan.assignments[index].state)
        var value = isOfBox ? stages.assignments[state] : stages.heldAssignments[entry].value
        assign(move, to: index, &value)
        if isOfBox { stages.assignments[state] = value } else { stages.heldAssignments[entry].value = value }
    }

    /// Before a plan is replaced by one with the same assignments of the box: ends what belongs to presets, unless
    /// their assignments have the same indices there.
    mutating func carryAssignmentsOfPresets(to new: UnsafePointer<Plan>) {
        let hash = plan.presetAssignmentsHash
        if hash != 0 && hash == new.pointee.presetAssignmentsHash { return }
        var entry = 0
        while entry < stages.heldAssignments.count {
            let isOfBox = Int32(stages.heldAssignments[entry].index) < plan.boxAssignmentCount
            if isOfBox { entry += 1 } else { stages.heldAssignments.remove(entry) }
        }
        endLists(from: UInt16(plan.boxActionListCount))
    }

    /// Forgets the held switches of a source that is gone, which will not be released (H9).
    mutating func forgetHeldAssignments(of source: UInt8) {
        var entry = 0
        while entry < stages.heldAssignments.count {
            let assignment = plan.assignments + Int(stages.heldAssignments[entry].index)
            if assignment.pointee.source == source { stages.heldAssignments.remove(entry) } else { entry += 1 }
        }
    }
}

extension Preset {
    /// Whether an assignment of the box holds while the preset runs.
    fileprivate func contains(_ other: Assigned) -> Bool {
        for place in 0..<Int(assignedCount) where assigned?[place].index == other.index { return true }
        return false
    }
}

extension Assignment {
    /// Whether the input is a switch, a key, or a controller of which only the values 0 and 127 have actions, as a
    /// button sends them.
    ///
    /// - Parameter settles: whether the input is a Control Change with `settle` (R27).
    fileprivate func isOfSwitch(settles: Bool) -> Bool {
        if sets != .nothing || mode.kind == .relative { return false }
        let slot = Int(slot)
        if ControlInput.isSwitch(slot) { return true }
        if !settles && !(0..<ControlInput.pitchBend ~= slot) { return false }
        for choice in 0..<Int(choiceCount) {
            let (lowest, highest) = (choices[choice].lowest, choices[choice].highest)
            if lowest != highest || lowest != 0 && lowest != 127 { return false }
        }
        return true
    }
}

import MIDI
import Plan

extension Router {
    /// C1: updates the conditions of routings and of assignments before the message is routed.
    @inline(__always)
    mutating func updateConditions(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if let conditions = preset.conditions {
            let (failing, holding) = (stages.conditions.failing, stages.conditions.holding)
            stages.conditions.update(message, moves, from: source, conditions)
            if stages.conditions.failing != failing { shut(stages.conditions.failing & ~failing) }
            if stages.conditions.holding != holding {
                endHolds(holding & ~stages.conditions.holding)  // R21
                followNoteHolds(holding, stages.conditions.holding, of: presetAddress)  // R28
            }
        }
        if !stages.pastPreset.isNone { updatePastConditions(message, moves, from: source) }  // R28
        if let conditions = plan.conditions {
            stages.assignmentConditions.update(message, moves, from: source, conditions)
        }
    }
}

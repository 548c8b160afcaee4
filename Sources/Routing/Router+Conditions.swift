import MIDI

extension Router {
    /// C1: a message first updates conditions, those of routings and those of assignments.
    @inline(__always)
    mutating func updateConditions(_ message: Message, _ moves: ControllerMoves, from source: UInt8) {
        if let conditions = preset.pointee.conditions {
            let before = conditionStates.failing
            conditionStates.hear(message, moves, from: source, conditions)
            if conditionStates.failing != before { shut(conditionStates.failing & ~before) }
        }
        if let conditions = program.pointee.conditions {
            assignmentConditions.hear(message, moves, from: source, conditions)
        }
    }

    /// Whether a routing lets nothing through: muted, or its conditions fail (R3), which bypass lifts (R4).
    @inline(__always)
    mutating func isShut(_ routing: Int) -> Bool {
        routingStates[routing].muted
            || conditionStates.failing & (1 << UInt64(routing)) != 0 && !routingStates[routing].bypassed
    }
}

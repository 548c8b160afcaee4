import Program
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

    /// Why a routing that is shut is.
    mutating func whyShut(_ routing: UInt16) { why(isMuted(routing) ? .muted : .conditions, routing) }

    /// Whether a routing lets nothing through: muted, or its conditions fail (R3), which bypass lifts (R4).
    @inline(__always)
    mutating func isShut(_ routing: Int) -> Bool {
        shut & (1 &<< UInt64(truncatingIfNeeded: routing)) != 0
    }

    /// All of these, a bit each.
    @inline(__always)
    var shut: UInt64 {
        mutating get { session.states.muted | conditionStates.failing & ~session.states.bypassed }
    }

    @inline(__always)
    mutating func isMuted(_ routing: UInt16) -> Bool { session.isMuted(routing) }

    @inline(__always)
    mutating func isBypassed(_ routing: UInt16) -> Bool { session.isBypassed(routing) }
}

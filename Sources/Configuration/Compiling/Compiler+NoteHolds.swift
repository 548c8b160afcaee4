import Plan

extension Compiler {
    /// Compiles how a routing holds notes (R28), and adds its conditions to the holds of the preset, numbered from 1.
    func noteHold(of routing: RoutingModel, _ holds: inout [ConditionGroupModel]) -> NoteHold? {
        switch routing.noteHold {
        case .none: return nil
        case .toggle: return .toggle
        case .chord: return .chord
        case .conditions(let group, let isSostenuto):
            if holds.count >= Limits.holds { return nil }
            holds.append(group)
            return .conditions(UInt8(holds.count), isSostenuto: isSostenuto)
        }
    }

    /// The holds whose conditions hold notes, one bit each by number.
    func noteHolds(of routings: [Routing]) -> UInt64 {
        var holds: UInt64 = 0
        for routing in routings {
            if case .conditions(let number, _) = routing.noteRules.hold { holds |= 1 << UInt64(number) }
        }
        return holds
    }
}

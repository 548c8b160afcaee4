import MIDI
import Plan

// Selection of RPN and NRPN (R16): which routings take the halves of a selection because a remap wants the parameter.
extension Router {
    /// Whether a routing wants a half of a selection.
    private enum Interest {
        case wanted
        /// The half is the first one, and a remap may want the parameter that the second half completes.
        case undecided
        case none
    }

    /// Processes a half of a selection. A routing in which this half makes the selection unwanted first sends the other
    /// half, if it took that half.
    /// - Returns: the routings in which this half waits, one bit each.
    mutating func select(_ message: Message, _ moves: ControllerMoves, _ source: UInt8) -> UInt64 {
        let selections = inputs.selections
        let channel = message.channel
        let isMSB = message.data1 == ControllerNumber.rpnMSB || message.data1 == ControllerNumber.nrpnMSB
        // The MSB that precedes this LSB waits in these routings.
        let waited = selections[source, channel].waitsIn
        if !selections[source, channel].waiting.isNone {
            inputs.waiting.remove(selections[source, channel].waiting)
            selections[source, channel].waiting = .none
            selections[source, channel].waitsIn = 0
        }
        inheritTakers(before: message, from: source)
        selections[source, channel].select(message.data1, message.data2)
        selections[source, channel].find(in: inputs.derived)
        var took: UInt64 = 0
        var waits: UInt64 = 0
        for concern in concerned(by: message, from: source) {
            if !admits(concern, channel) || isShut(concern.routing) { continue }
            let bit = concern.routing.bit
            let interest = interest(in: message, moves, selections[source, channel], concern)
            if interest == .undecided {
                waits |= bit
                continue
            }
            if waited & bit != 0 { selections[source, channel].tookMSB |= bit }
            if interest == .wanted { took |= bit } else { sendOther(than: message, from: source, concern.routing) }
        }
        if isMSB { selections[source, channel].tookMSB = took } else { selections[source, channel].tookLSB = took }
        if waits != 0 {
            selections[source, channel].waitsIn = waits
            selections[source, channel].waiting = inputs.waiting.add(source, channel, WaitingInputs.half, at: now)
            schedule(at: now + WaitingInputs.patience)
        }
        return waits
    }

    private mutating func interest(
        in message: Message, _ moves: ControllerMoves, _ selection: ParameterSelection, _ concern: Concern
    ) -> Interest {
        let routing = preset.routings.at(concern.routing)
        guard let heads = routing.pointee.remapHeads, !isBypassed(concern.routing) else { return .none }
        // A remap already replaces the half, as a Control Change or as a free message.
        if isNamed(message.data1, heads) || replaces(message, moves, through: routing, concern) { return .none }
        if selection.isWanted(by: heads) { return .wanted }
        if message.data1 != Parameter.selectsMSB(selection.isRegistered) { return .none }
        return routing.pointee.wantsParameter(isRegistered: selection.isRegistered, msb: selection.msb)
            ? .undecided : .none
    }

    /// Before the first half after a load: marks the halves that earlier routings took as taken by routings that want
    /// the selected parameter. Otherwise a destination would receive one half alone.
    private mutating func inheritTakers(before message: Message, from source: UInt8) {
        let selections = inputs.selections
        let channel = message.channel
        if !selections[source, channel].wasMSBTaken && !selections[source, channel].wasLSBTaken { return }
        let other = message.data1 ^ 1
        for concern in concerned(by: message, from: source) where admits(concern, channel) {
            let routing = concern.routing
            guard let heads = preset.routings[routing].remapHeads, !isShut(routing) else { continue }
            if isBypassed(routing) || isNamed(other, heads) { continue }
            if selections[source, channel].isWanted(by: heads) {
                selections[source, channel].inherit(routing.bit)
            }
        }
        selections[source, channel].endInheritance()
    }

    /// Whether a remap of a routing uses a Control Change itself, or as a half of a pair.
    private mutating func isNamed(_ controller: UInt8, _ heads: SlotTable) -> Bool {
        if heads[Int(controller)] != Remap.none { return true }
        guard let derived = inputs.derived else { return false }
        for half in derived.pointee.halves(of: controller) where heads[Int(half.slot)] != Remap.none { return true }
        return false
    }
}

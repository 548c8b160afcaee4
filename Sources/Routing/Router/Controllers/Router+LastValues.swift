import MIDI
import Plan

// P9: a routing that a part opens catches up with the controllers that moved while it was muted.
extension Router {
    /// Sends the output of the direct remaps of routings, one bit each, for the last values of their inputs. Routings
    /// that are bypassed or whose conditions fail send nothing.
    mutating func sendLastValues(of opened: UInt64) {
        var opened = opened & ~byHand.states.bypassed & ~shut
        while opened != 0 {
            let routing = RoutingIndex(opened.trailingZeroBitCount)
            opened &= opened - 1
            guard let heads = preset.routings[routing].remapHeads else { continue }
            for source in 0..<UInt8(Limits.sources) {
                for concern in everyRouting(of: source) where concern.routing == routing {
                    sendLastValues(of: concern, from: source, heads)
                }
            }
        }
    }

    private mutating func sendLastValues(of concern: Concern, from source: UInt8, _ heads: SlotTable) {
        // The box's own controllers have no channel, and are stored as channel 0.
        let hasChannels = source < Limits.ports
        let channels = hasChannels ? concern.channels & preset.routings[concern.routing].channels : 1
        for channel in 0..<UInt8(16) where channels & 1 &<< UInt16(channel) != 0 {
            let moves = lastMoves(of: source, channel, heads)
            inputs.moves.push(moves)
            while let (place, index) = moves.nextInOrder(preset.remaps) {
                sendLastValue(moves[place], by: index, of: concern.routing, InputKey(source, moves[place]))
            }
            inputs.moves.pop(moves)
        }
    }

    /// The moves to the known values of inputs that have remaps and a position. Keys and programs have no position:
    /// they are events.
    private mutating func lastMoves(of source: UInt8, _ channel: UInt8, _ heads: SlotTable) -> ControllerMoves {
        var moves = inputs.moves.frame()
        for word in 0..<SlotTable.headSize {
            var bits = heads.bits(word)
            while bits != 0 {
                let slot = word << 6 + bits.trailingZeroBitCount
                bits &= bits - 1
                if !hasPosition(slot) || !inputs.isKnown(source, channel, slot) { continue }
                var move = ControllerMove()
                (move.slot, move.channel, move.next) = (slot, channel, heads[slot])
                move.value = inputs.value(source, channel, slot)
                move.previous = move.value
                moves.add(move)
            }
        }
        return moves
    }

    private mutating func hasPosition(_ slot: Int) -> Bool {
        if slot >= ControlInput.derived { return plan.derived?.pointee.input(slot).kind != .message }
        return slot != ControlInput.program && !ControlInput.isNote(UInt16(truncatingIfNeeded: slot))
    }

    mutating func sendLastValue(
        _ move: ControllerMove, by index: UInt16, of routing: RoutingIndex, _ input: InputKey
    ) {
        let remap = preset.remaps + Int(index)
        if remap.pointee.mode.kind != .direct { return }
        let internalValue = remap.pointee.coarseInput ? move.value >> 7 : move.value
        let table = preset.routings.at(routing)
        let channel =
            remap.pointee.channel == Routing.keepsChannel
            ? table.pointee.outChannel(move.channel) : remap.pointee.channel
        let path = ControllerPath(routing: table, number: routing, remap: index, channel: channel)
        let value = remap.pointee.output(of: internalValue)
        if remap.pointee.output.strikes(at: value, channel: channel) { return }
        working = AtWork(routing)
        if isHeld(remap) {
            // What a routing only passes on is not sent again.
            if let gates = preset.gates, gates[Int(index)].passes { return }
            if isStopped(value, nil, by: index, input, from: value, along: path) { return }
        }
        if ControlInput.isMotion(input.slot) {  // F4
            if !stages.remaps.store(value, by: index) { return }
            tiltsSent &+= 1
        }
        send(value, nil, by: remap, input, along: path)
    }
}

extension ControlOutput {
    /// Whether an output value is an event without a position: a note, a command, or a free message that is equal at
    /// every value.
    fileprivate func strikes(at value: Int32, channel: UInt8) -> Bool {
        switch self {
        case .nothing, .key, .noteValue: return true
        case .message:
            if isCommand { return true }  // N11
            var varies = false
            for part in 0..<messageCount {
                if message(part, value: value, channel: channel).isNote { return true }
                if !isFixed(part) { varies = true }
            }
            return !varies
        default: return false
        }
    }
}

import MIDI
import Plan

// P11: the positions that the sources of a routing gave their controllers before its preset was loaded.
extension Router {
    /// Sends the last value of an input, for each source and channel of a routing that has given one, as if it had just
    /// moved. A routing that is muted or whose conditions fail sends nothing.
    mutating func sendPosition(of slot: Int, through index: RoutingIndex) {
        if isShut(index) { return whyShut(index) }
        for source in 0..<UInt8(Limits.sources) {
            for concern in everyRouting(of: source) where concern.routing == index {
                sendPosition(of: slot, from: source, through: concern)
            }
        }
    }

    private mutating func sendPosition(of slot: Int, from source: UInt8, through concern: Concern) {
        // The box's own controllers have no channel, and are stored as channel 0.
        let hasChannels = source < Limits.ports
        for channel in 0..<UInt8(hasChannels ? 16 : 1) {
            if hasChannels && !admits(concern, channel) || !inputs.isKnown(source, channel, slot) { continue }
            var moves = inputs.moves.frame()
            var move = ControllerMove()
            (move.slot, move.channel) = (slot, channel)
            move.value = inputs.value(source, channel, slot)
            move.previous = move.value
            moves.add(move)
            addSettledPositions(of: move, from: source, &moves)
            inputs.moves.push(moves)
            send(&moves, from: source, through: concern)
            inputs.moves.pop(moves)
        }
    }

    /// Adds the positions of the inputs with `settle` of a Control Change (R27).
    private mutating func addSettledPositions(
        of move: ControllerMove, from source: UInt8, _ moves: inout ControllerMoves
    ) {
        guard move.slot < 128, let settled = inputs.derived(at: source)?.pointee.settled else { return }
        for slot in settled[UInt8(truncatingIfNeeded: move.slot)] {
            var other = move
            other.slot = Int(slot)
            other.value = inputs.value(source, move.channel, other.slot)
            other.previous = other.value
            moves.add(other)
        }
    }

    /// Sends the moves of one controller through the remaps of a routing, or the first of them unchanged if it has no
    /// remap for that controller.
    private mutating func send(_ moves: inout ControllerMoves, from source: UInt8, through concern: Concern) {
        let routing = preset.routings.at(concern.routing)
        let heads = isBypassed(concern.routing) ? nil : routing.pointee.remapHeads
        var isTaken = false
        for index in 0..<moves.count {
            moves[index].next = heads?[moves[index].slot] ?? Remap.none
            if moves[index].next != Remap.none { isTaken = true }
        }
        if !isTaken { return passPosition(moves[0], from: source, through: routing, concern) }
        while let (place, index) = moves.nextInOrder(preset.remaps) {
            sendLastValue(moves[place], by: index, of: concern.routing, InputKey(source, moves[place]))
        }
    }

    private mutating func passPosition(
        _ move: ControllerMove, from source: UInt8, through routing: UnsafePointer<Routing>, _ concern: Concern
    ) {
        let channel = routing.pointee.outChannel(move.channel)
        let path = ControllerPath(routing: routing, number: concern.routing, remap: nil, channel: channel)
        for part in 0..<2 {
            guard let message = position(move, part, channel: channel) else { return }
            if filters(routing, message.kind, concern) { return }
            working = AtWork(concern.routing)
            // As of the message itself, whose later values end what this one begins (H4).
            var own = move
            own.slot = ControlInput.slot(of: message) ?? move.slot
            deliver(message, part: 0, InputKey(source, own), along: path, remap: nil)
        }
    }

    /// A message of the value of an input: both halves of a pair, else one; nil if there is no such message. Parameters
    /// and the box's own controllers only pass through remaps.
    private mutating func position(_ move: ControllerMove, _ part: Int, channel: UInt8) -> Message? {
        let value = UInt16(truncatingIfNeeded: move.value)
        let (high, low) = (UInt8(truncatingIfNeeded: value >> 7), UInt8(truncatingIfNeeded: value & 0x7F))
        if move.slot >= ControlInput.derived {
            guard let input = plan.derived?.pointee.input(move.slot), input.kind == .pair else { return nil }
            return Message(
                status: Status.controlChange | channel, UInt8(part == 0 ? input.msb : input.lsb), part == 0 ? high : low
            )
        }
        if part > 0 { return nil }
        switch move.slot {
        case 0..<128: return Message(status: Status.controlChange | channel, UInt8(move.slot), low)
        case ControlInput.pitchBend: return Message(status: Status.pitchBend | channel, low, high)
        case ControlInput.channelPressure: return Message(status: Status.channelPressure | channel, low, 0)
        case ControlInput.program: return Message(status: Status.programChange | channel, low, 0)
        default: return nil
        }
    }
}

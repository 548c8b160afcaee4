import MIDI
import Plan

// R27: `settle`. A Control Change with `settle` is an input of its own, whose value moves when a message counts. For
// the time of `settle` after that, moves back are ignored. Then the value that came last counts.
extension Router {
    /// Adds the moves of the inputs with `settle` of a Control Change. One that is ignored has no value.
    mutating func addSettled(
        _ settled: SettledSlots, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        for slot in settled[message.data1] {
            let input = InputKey(source, message.channel, slot)
            if isIgnored(message, input) {
                moves.add(ControllerMove(slot: Int(slot), fires: false, channel: message.channel))
            } else {
                startSettling(input, to: Int32(message.data2))
                add(Int(slot), Int32(message.data2), message, source, &moves)
            }
        }
    }

    /// Whether a message moves an input back within its time, or returns to the value that counted last.
    private mutating func isIgnored(_ message: Message, _ input: InputKey) -> Bool {
        guard let place = inputs.settling.place(of: input) else { return false }
        let value = Int32(message.data2)
        let counted = inputs.value(input.source, input.channel, Int(input.slot))
        // The same value twice is no move: it counts as ever.
        if value == counted { return inputs.value(input.source, input.channel, Int(message.data1)) != counted }
        return (value < counted) == inputs.settling[place].rises
    }

    /// Begins the time of an input whose value moves or comes for the first time. If there is no room, counts a drop,
    /// and moves back count too.
    private mutating func startSettling(_ input: InputKey, to value: Int32) {
        let counted = inputs.value(input.source, input.channel, Int(input.slot))
        let moves = value != counted || !inputs.isKnown(input.source, input.channel, Int(input.slot))
        guard moves, let derived = inputs.derived else { return }
        let endsAt = now.plus(derived.pointee.input(Int(input.slot)).settleTime)
        // A pedal that is made the other way round begins with 0.
        let rises = value == counted ? value > 0 : value > counted
        let entry = SettlingInputs.Entry(input, rises: rises, endsAt: endsAt)
        if inputs.settling.start(entry) { schedule(at: endsAt) } else { outputs.countDrop() }
    }
}

// MARK: - The end of the time

extension Router {
    /// Ends the times that are over.
    mutating func endSettling() {
        while inputs.settling.nextAt <= now { countLast(of: inputs.settling.takeFirst()) }
        schedule(at: inputs.settling.nextAt)
    }

    /// Lets ignored values count before the settings change under which they came. The times go on, because the switch
    /// that changes the settings may be the one that bounces.
    mutating func countIgnored() {
        inputs.isEndingWaits = true
        var place = 0
        while place < inputs.settling.count {
            countLast(of: inputs.settling[place].input)
            place += 1
        }
        inputs.isEndingWaits = false
    }

    /// Lets ignored values of a source that is gone count, and ends its times.
    mutating func endSettling(of source: UInt8) {
        for channel in UInt8(0)..<16 { countIgnored(of: source, channel) }
        inputs.settling.remove(of: source)
    }

    /// Lets ignored values of one channel of a source count.
    mutating func countIgnored(of source: UInt8, _ channel: UInt8) {
        var place = 0
        while place < inputs.settling.count {
            let input = inputs.settling[place].input
            if input.source == source && input.channel == channel { countLast(of: input) }
            place += 1
        }
    }

    /// Routes the last value of an input if it was ignored, as if it came now.
    private mutating func countLast(of input: InputKey) {
        guard let derived = inputs.derived else { return }
        let controller = derived.pointee.input(Int(input.slot)).msb
        let value = inputs.value(input.source, input.channel, Int(controller))
        if value == inputs.value(input.source, input.channel, Int(input.slot)) { return }
        startSettling(input, to: value)
        // Conditions and routings process the Control Change again, on its channel.
        let message = Message(
            status: Status.controlChange | input.channel, controller, UInt8(truncatingIfNeeded: value))
        var moves = inputs.moves.frame()
        moves.passes = false
        add(Int(input.slot), value, message, input.source, &moves)
        route(message, as: .controlChange, moves, from: input.source)
    }
}

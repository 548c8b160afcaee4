import MIDI
import Plan

// The controller moves of a message: of its own controller, and of inputs that it is only a part of (R15, R16).
extension Router {
    /// Returns all controller moves of a message. Begins or ends the waits of inputs of which the message is a half. A
    /// note without listeners only sets its last values.
    @inline(__always)
    mutating func moves(of message: Message, as kind: MessageKind, from source: UInt8) -> ControllerMoves {
        var moves = inputs.moves.frame()
        if message.isNote && !listensToNotes(of: source) {
            if message.isNoteOn {
                inputs.lastValues.press(message, from: source)
            } else {
                inputs.lastValues.release(message, from: source)
            }
            return moves
        }
        switch kind {
        case .noteOn:
            add(ControlInput.noteValue, Int32(message.data1), message, source, &moves)
            add(ControlInput.noteVelocity, Int32(message.data2), message, source, &moves)
            add(ControlInput.key + Int(message.data1), 127, message, source, &moves)
        case .noteOff: add(ControlInput.key + Int(message.data1), 0, message, source, &moves)
        case .controlChange: add(Int(message.data1), Int32(message.data2), message, source, &moves)
        default:
            if let slot = ControlInput.slot(of: message) {
                add(slot, ControlInput.value(of: message), message, source, &moves)
            }
        }
        if inputs.listeners.listensToMessages(of: source) { addMatches(of: message, from: source, &moves) }
        if kind == .controlChange, let derived = inputs.derived(at: source) { add(derived, message, source, &moves) }
        return moves
    }

    /// Whether notes of a source have a listener as controllers (R9): a remap, condition, assignment or free message,
    /// or a retained controller that a note moved away from rest.
    @inline(__always)
    mutating func listensToNotes(of source: UInt8) -> Bool {
        inputs.listeners.listensToNotes(of: source) || ledger.controllers.listensToNotes
    }

    @inline(__always)
    mutating func add(
        _ slot: Int, _ value: Int32, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        let previous = inputs.value(source, message.inputChannel, slot)
        moves.add(ControllerMove(slot: slot, previous: previous, value: value, channel: message.inputChannel))
    }

    /// Adds the pairs and parameters of which a Control Change is a part, and the Control Change with `settle`.
    private mutating func add(
        _ derived: UnsafePointer<DerivedInputs>, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        for half in derived.pointee.halves(of: message.data1) { add(half, derived, message, source, &moves) }
        if derived.pointee.movesMore { addMore(derived, message, source, &moves) }
    }

    /// Adds the selected parameter (R16), and inputs with `settle` (R27).
    private mutating func addMore(
        _ derived: UnsafePointer<DerivedInputs>, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        if derived.pointee.parameterCount > 0 { addParameter(message, source, &moves) }
        if let settled = derived.pointee.settled { addSettled(settled, message, source, &moves) }
    }

    /// Whether a source sends the LSB of a pair before the MSB, so that the LSB waits (R15).
    @inline(__always)
    mutating func sendsLowHalfFirst(_ source: UInt8) -> Bool {
        source < Limits.ports && plan.ports[Int(source)].lowHalfFirst
    }

    /// R15: an MSB waits for its LSB; an LSB alone uses the last MSB. If the source sends the LSB first, the LSB waits,
    /// and an MSB alone has LSB 0.
    private mutating func add(
        _ half: DerivedInputs.Half, _ derived: UnsafePointer<DerivedInputs>, _ message: Message, _ source: UInt8,
        _ moves: inout ControllerMoves
    ) {
        let slot = Int(half.slot)
        if fine.stands(for: message) {
            if half.isLSB { inputs.setSplit(source, message.channel, slot, true) }
            // U4: a MIDI 2.0 controller contains all bits at once.
            if !half.isLSB && message.data1 < ControllerNumber.bankLSB && !comesSplit(slot, message, source) {
                _ = inputs.endWait(source, message.channel, slot)
                return add(slot, Int32(fine.ump.word1 >> 18), message, source, &moves)
            }
        }
        let isLowFirst = sendsLowHalfFirst(source)
        if half.isLSB == isLowFirst { return beginWait(slot, message, source, &moves) }
        let waited = inputs.endWait(source, message.channel, slot)
        let input = derived.pointee.input(slot)
        if isLowFirst {
            let lsb = waited ? inputs.value(source, message.channel, Int(input.lsb)) : 0
            return add(slot, Int32(message.data2) << 7 | lsb, message, source, &moves)
        }
        let msb = inputs.value(source, message.channel, Int(input.msb))
        add(slot, msb << 7 | Int32(message.data2), message, source, &moves)
    }

    /// Whether a MIDI 2.0 controller is only a translated MIDI 1.0 MSB, whose LSB arrives as a separate controller
    /// (U4).
    private mutating func comesSplit(_ slot: Int, _ message: Message, _ source: UInt8) -> Bool {
        inputs.isSplit(source, message.channel, slot) && fine.isScaledUp
    }

    /// Adds a move without a value for a first half, and starts its wait for the second half.
    mutating func beginWait(_ slot: Int, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves) {
        moves.add(ControllerMove(slot: slot, fires: false, channel: message.channel))
        if inputs.beginWait(source, message.channel, slot, at: now) { schedule(at: now + WaitingInputs.patience) }
    }
}

import MIDI
import Program

// What a message does to controllers that it is only a part of (R15, R16).
extension Router {
    /// Everything a message does to controllers. What it is a half of begins or ends its wait. Notes that nothing hears as
    /// controllers do nothing here but be the last.
    @inline(__always)
    mutating func moves(of message: Message, as kind: MessageKind, from source: UInt8) -> ControllerMoves {
        var moves = ControllerMoves(at: self.moves + movesInUse)
        if message.isNote && !hearsNotes(of: source) {
            if message.isNoteOn {
                lastValues.press(message, from: source)
            } else {
                lastValues.release(message, from: source)
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
        if patternEars & (1 &<< UInt64(source)) != 0 { addMatches(of: message, from: source, &moves) }
        if kind == .controlChange, let derived = derived(at: source) { add(derived, message, source, &moves) }
        return moves
    }

    /// What a Control Change is a half or a part of.
    private mutating func add(
        _ derived: UnsafePointer<DerivedInputs>, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        for half in derived.pointee.halves(of: message.data1) { add(half, message, source, &moves) }
        if derived.pointee.parameterCount > 0 { addParameter(message, source, &moves) }
    }

    /// Whether a note is anything to anybody as a controller (R9): to a remap, a condition, an assignment, a free message, or
    /// to what is away from rest because of one.
    @inline(__always)
    mutating func hearsNotes(of source: UInt8) -> Bool {
        noteEars & (1 &<< UInt64(source)) != 0 || controllers.hearsNotes
    }

    @inline(__always)
    mutating func add(
        _ slot: Int, _ value: Int32, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        let previous = lastValues.value(source, message.inputChannel, slot)
        moves.add(ControllerMove(slot: slot, previous: previous, value: value, channel: message.inputChannel))
    }

    /// R15: an MSB waits for its LSB; an LSB alone uses the last MSB.
    private mutating func add(
        _ half: DerivedInputs.Half, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        let slot = Int(half.slot)
        guard half.isLSB, let derived = program.pointee.derived else {
            beginWait(slot, message, source, &moves)
            return
        }
        _ = endWaitSilently(slot, message.channel, source)
        let msb = lastValues.value(source, message.channel, Int(derived.pointee.input(slot).msb))
        add(slot, msb << 7 | Int32(message.data2), message, source, &moves)
    }

    /// An MSB belongs to its input, and waits for its LSB.
    mutating func beginWait(_ slot: Int, _ message: Message, _ source: UInt8, _ moves: inout ControllerMoves) {
        moves.add(ControllerMove(slot: slot, fires: false, channel: message.channel))
        guard let state = state(slot, message.channel, source) else { return }
        let value = state.pointee.value(waiting.entries)
        state.pointee = DerivedInputs.State(
            waitingAt: waiting.add(source, message.channel, slot, value: value, at: now))
        schedule(at: now + WaitingInputs.patience)
    }

    /// The LSB has come; whether its MSB waited.
    mutating func endWaitSilently(_ slot: Int, _ channel: UInt8, _ source: UInt8) -> Bool {
        guard let state = state(slot, channel, source), state.pointee.waiting != WaitingInputs.none else {
            return false
        }
        endWait(at: state.pointee.waiting, of: state)
        return true
    }

    /// Nothing is done about it.
    private mutating func endWait(at index: UInt16, of state: UnsafeMutablePointer<DerivedInputs.State>) {
        state.pointee = DerivedInputs.State(value: waiting.entries[Int(index)].value)
        waiting.remove(index)
    }

    private mutating func state(
        _ slot: Int, _ channel: UInt8, _ source: UInt8
    ) -> UnsafeMutablePointer<DerivedInputs.State>? {
        program.pointee.derived?.pointee.state(source, channel, slot)
    }

    /// The derived inputs, where any of them is listened to at a source.
    @inline(__always)
    mutating func derived(at source: UInt8) -> UnsafePointer<DerivedInputs>? {
        guard let derived = program.pointee.derived, derived.pointee.isFollowed(at: source) else { return nil }
        return derived
    }
}

// MARK: - The end of a wait

extension Router {
    /// What can wait no longer because a Control Change comes: an MSB that another one follows (R15).
    @inline(__always)
    mutating func endWaits(before message: Message, from source: UInt8) {
        if let derived = derived(at: source) { endWaits(before: message, from: source, derived) }
    }

    private mutating func endWaits(
        before message: Message, from source: UInt8, _ derived: UnsafePointer<DerivedInputs>
    ) {
        let halves = derived.pointee.halves(of: message.data1)
        // Room for all of them and a parameter.
        while waiting.freeCount <= halves.count { endWait(waiting.oldest) }
        for half in halves where !half.isLSB { endWait(ofSlot: Int(half.slot), message.channel, source) }
        if derived.pointee.parameterCount > 0 { endParameterWaits(before: message, from: source) }
    }

    /// The MSB of an input waits no longer, if it does.
    mutating func endWait(ofSlot slot: Int, _ channel: UInt8, _ source: UInt8) {
        guard let state = state(slot, channel, source), state.pointee.waiting != WaitingInputs.none else { return }
        endWait(state.pointee.waiting)
    }

    /// What has waited long enough.
    mutating func endWaitsInTime() {
        while waiting.oldest != WaitingInputs.none {
            let due = waiting.entries[Int(waiting.oldest)].due
            if due > now {
                schedule(at: due)
                return
            }
            endWait(waiting.oldest)
        }
    }

    /// Everything that waits waits no longer: the settings it came under are about to go (R15).
    mutating func endAllWaits() {
        // An action of what counts here may load by itself: then the halves, which belong to routings, go at once, and
        // the rest counts when this goes on.
        if isEndingWaits {
            while let index = waiting.oldest(where: { $0.slot == WaitingInputs.half }) { endWait(index) }
            return
        }
        while waiting.oldest != WaitingInputs.none {
            isEndingWaits = true
            endWait(waiting.oldest)
            isEndingWaits = false
        }
    }

    /// The same of one source, which is gone and will not send the rest.
    mutating func endWaits(of source: UInt8) {
        while let index = waiting.oldest(where: { $0.source == source }) { endWait(index) }
    }

    /// R15: the MSB counts with LSB 0, as a message of its own would. A half of a selection goes on as it is (R16).
    mutating func endWait(_ index: UInt16) {
        let entry = waiting.entries[Int(index)]
        if entry.slot == WaitingInputs.half {
            waiting.remove(index)
            return sendWaitingHalf(entry.source, entry.channel)
        }
        guard let state = state(Int(entry.slot), entry.channel, entry.source),
            let input = program.pointee.derived?.pointee.input(Int(entry.slot))
        else { return waiting.remove(index) }
        endWait(at: index, of: state)
        let half = input.parameter == nil ? input.msb : Parameter.dataMSB
        let msb = lastValues.value(entry.source, entry.channel, Int(half))
        // It stands for the wait: of its kind, on its channel.
        let message = Message(status: 0xB0 | entry.channel, half, UInt8(truncatingIfNeeded: msb))
        var moves = ControllerMoves(at: self.moves + movesInUse)
        moves.passes = false
        add(Int(entry.slot), msb << 7, message, entry.source, &moves)
        route(message, as: .controlChange, moves, from: entry.source)
    }
}

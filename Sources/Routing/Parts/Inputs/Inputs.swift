import MIDI
import Program

/// What the router remembers of its inputs, whatever preset ran: last values, messages that wait for their other half,
/// selected parameters, SysEx that may still be a free message, MIDI-CI messages, and which inputs have listeners.
struct Inputs {
    var lastValues: LastValues
    /// The derived inputs of the running program: their values are the one part of a program that the loop writes.
    private(set) var derived: UnsafePointer<DerivedInputs>?
    var waiting: WaitingInputs
    let selections: ParameterSelections
    let incoming: IncomingSysEx
    var inquiries: Inquiries
    var moves: MoveStack
    var listeners: InputListeners
    /// Whether `endAllWaits` runs further down the call stack.
    var isEndingWaits = false

    static let byteCount =
        LastValues.byteCount + WaitingInputs.byteCount + ParameterSelections.byteCount + IncomingSysEx.byteCount
        + Inquiries.byteCount + MoveStack.byteCount + InputListeners.byteCount

    init(_ memory: inout Memory, _ derived: UnsafePointer<DerivedInputs>?) {
        lastValues = LastValues(&memory)
        waiting = WaitingInputs(&memory)
        selections = ParameterSelections(&memory)
        incoming = IncomingSysEx(&memory)
        inquiries = Inquiries(&memory)
        moves = MoveStack(&memory)
        listeners = InputListeners(&memory)
        self.derived = derived
        derived?.pointee.begin(after: nil)
    }

    /// Goes on under another program: values and selections stay those of their inputs. Nothing may wait.
    mutating func adopt(_ program: UnsafePointer<Program>) {
        program.pointee.derived?.pointee.begin(after: derived)
        derived = program.pointee.derived
        selections.find(in: derived)
    }

    /// Forgets which routings took the halves of selections: other settings are in force, whose routings have other numbers.
    func leaveSettings() {
        // Without derived inputs no routing takes any.
        if derived != nil { selections.forgetTakers() }
    }

    /// Whether nothing is under way that `forEachTable` does not visit: no message is being routed, none waits.
    var isQuiet: Bool {
        moves.isEmpty && !isEndingWaits && waiting.freeCount == Limits.waitingInputs && !incoming.isAnyAlive
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        lastValues.forEachTable(visit)
        selections.forEachTable(visit)
        derived?.pointee.forEachTable(visit)
    }

    func hasValidState(_ program: UnsafePointer<Program>) -> Bool {
        lastValues.hasValidState() && selections.hasValidState(program) && derived?.pointee.hasValidState() ?? true
    }
}

// MARK: - Last values

extension Inputs {
    /// The last value of a controller (R14); 0 for a derived input that no source follows.
    @inline(__always)
    func value(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int32 {
        if slot < ControlInput.derived { return lastValues.value(source, channel, slot) }
        return derivedValue(source, channel, slot)
    }

    /// The newest value of any channel; not of keys.
    func newest(_ source: UInt8, _ slot: Int) -> Int32 {
        if slot < ControlInput.derived { return lastValues.newest(source, slot) }
        return derivedValue(source, (derived?.pointee.newest(source, slot)?.pointee ?? 0) & 15, slot)
    }

    /// Whether a message of its source has given a controller its value, since the source came; not of keys.
    func isKnown(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Bool {
        if slot < ControlInput.key { return lastValues.isKnown(source, channel, slot) }
        return isDerivedKnown(source, channel, slot)
    }

    @inline(__always)
    func set(_ source: UInt8, _ channel: UInt8, _ slot: Int, to value: Int32) {
        if slot < ControlInput.derived { return lastValues.set(source, channel, slot, to: value) }
        setDerivedValue(source, channel, slot, to: UInt16(truncatingIfNeeded: value))
    }

    /// Sets the controllers that a message moved: the previous values of the next one (R14, C2).
    @inline(__always)
    func set(_ moves: ControllerMoves, of source: UInt8) {
        for index in 0..<moves.count where moves[index].fires {
            set(source, moves[index].channel, moves[index].slot, to: moves[index].value)
        }
    }
}

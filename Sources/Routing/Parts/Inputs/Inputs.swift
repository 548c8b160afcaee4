import MIDI
import Plan

/// The router's memory of its inputs, independent of presets: last values, messages that wait for their other half,
/// selected parameters, SysEx that may still match a free message, MIDI-CI messages, and the inputs that have
/// listeners.
struct Inputs {
    var lastValues: LastValues
    /// The derived inputs of the running plan. Their values are the only part of a plan that the loop writes.
    private(set) var derived: UnsafePointer<DerivedInputs>?
    /// The values of the variables, which the box's actions change (V1).
    var variables: Variables
    var waiting: WaitingInputs
    /// Controllers that ignore moves back for now (R27).
    var settling: SettlingInputs
    let selections: ParameterSelections
    let incoming: IncomingSysEx
    var inquiries: Inquiries
    var moves: MoveStack
    var listeners: InputListeners
    /// Whether an outer call of `endAllWaits` is in progress.
    var isEndingWaits = false

    static let byteCount =
        LastValues.byteCount + Variables.byteCount + WaitingInputs.byteCount + SettlingInputs.byteCount
        + ParameterSelections.byteCount + IncomingSysEx.byteCount + Inquiries.byteCount + MoveStack.byteCount
        + InputListeners.byteCount

    init(_ memory: inout Memory, _ derived: UnsafePointer<DerivedInputs>?) {
        lastValues = LastValues(&memory)
        variables = Variables(&memory)
        waiting = WaitingInputs(&memory)
        settling = SettlingInputs(&memory)
        selections = ParameterSelections(&memory)
        incoming = IncomingSysEx(&memory)
        inquiries = Inquiries(&memory)
        moves = MoveStack(&memory)
        listeners = InputListeners(&memory)
        self.derived = derived
        derived?.pointee.begin(after: nil)
    }

    /// Switches to another plan: inputs keep their values and selections. No input may be waiting.
    mutating func adopt(_ plan: UnsafePointer<Plan>) {
        plan.pointee.derived?.pointee.begin(after: derived)
        derived = plan.pointee.derived
        startSettled()
        selections.find(in: derived)
    }

    /// Forgets which routings took the halves of selections, because the next settings number their routings
    /// differently.
    func leaveSettings() {
        // Without derived inputs no routing takes a half.
        if derived != nil { selections.forgetTakers() }
    }

    /// Whether no state is pending that `forEachTable` would miss: no message is being routed, and none waits.
    var isQuiet: Bool {
        moves.isEmpty && !isEndingWaits && waiting.freeCount == Limits.waitingInputs && !incoming.isAnyAlive
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        lastValues.forEachTable(visit)
        variables.forEachTable(visit)
        selections.forEachTable(visit)
        settling.forEachTable(visit)
        derived?.pointee.forEachTable(visit)
    }

    func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        lastValues.hasValidState() && variables.hasValidState(plan) && selections.hasValidState(plan)
            && settling.hasValidState(derived) && derived?.pointee.hasValidState() ?? true
    }
}

// MARK: - Last values

extension Inputs {
    /// The last value of a controller (R14); 0 for a derived input at a source that is not followed.
    @inline(__always)
    func value(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int32 {
        if slot < ControlInput.derived { return lastValues.value(source, channel, slot) }
        return derivedValue(source, channel, slot)
    }

    /// The newest value on any channel. The slot must not be a key.
    func newest(_ source: UInt8, _ slot: Int) -> Int32 {
        if slot < ControlInput.derived { return lastValues.newest(source, slot) }
        return derivedValue(source, (derived?.pointee.newest(source, slot)?.pointee ?? 0) & 15, slot)
    }

    /// Whether a message has set the value of a controller since its source appeared. The slot must not be a key.
    func isKnown(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Bool {
        if slot < ControlInput.key { return lastValues.isKnown(source, channel, slot) }
        return isDerivedKnown(source, channel, slot)
    }

    @inline(__always)
    func set(_ source: UInt8, _ channel: UInt8, _ slot: Int, to value: Int32) {
        if slot < ControlInput.derived { return lastValues.set(source, channel, slot, to: value) }
        setDerivedValue(source, channel, slot, to: UInt16(truncatingIfNeeded: value))
    }

    /// Stores the values that a message set, which are the previous values of the next message (R14, C2).
    @inline(__always)
    func set(_ moves: ControllerMoves, of source: UInt8) {
        for index in 0..<moves.count where moves[index].fires {
            set(source, moves[index].channel, moves[index].slot, to: moves[index].value)
        }
    }
}

import MIDI
import Plan

// Values of derived inputs (R15, R16). While a first half waits, the last value of its input is stored in
// `WaitingInputs`.
extension Inputs {
    /// The derived inputs, if anything listens to one of them at a source; otherwise nil.
    @inline(__always)
    func derived(at source: UInt8) -> UnsafePointer<DerivedInputs>? {
        guard let derived, derived.pointee.isFollowed(at: source) else { return nil }
        return derived
    }

    @inline(__always)
    func derivedValue(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Int32 {
        guard let state = derived?.pointee.state(source, channel, slot)?.pointee else { return 0 }
        return Int32(state.entry.isNone ? state.value : waiting[state.entry].value)
    }

    @inline(__always)
    func setDerivedValue(_ source: UInt8, _ channel: UInt8, _ slot: Int, to value: UInt16) {
        guard let state = derived?.pointee.state(source, channel, slot) else { return }
        if state.pointee.entry.isNone {
            state.pointee.value = value
        } else {
            waiting.setValue(value, of: state.pointee.entry)
        }
        derived?.pointee.newest(source, slot)?.pointee = channel
    }

    /// The entry in which the first half of a derived input waits; `none` if it does not wait.
    @inline(__always)
    func wait(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Slot {
        derived?.pointee.state(source, channel, slot)?.pointee.entry ?? .none
    }

    /// Starts the wait of a derived input's first half. Returns false if its source is not followed. There must be
    /// room.
    mutating func beginWait(_ source: UInt8, _ channel: UInt8, _ slot: Int, at now: UInt64) -> Bool {
        guard let state = derived?.pointee.state(source, channel, slot) else { return false }
        let value = UInt16(truncatingIfNeeded: derivedValue(source, channel, slot))
        state.pointee.entry = waiting.add(source, channel, slot, value: value, at: now)
        return true
    }

    /// Ends the wait of a derived input without a value. Returns false if it did not wait.
    mutating func endWait(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Bool {
        guard let state = derived?.pointee.state(source, channel, slot), !state.pointee.entry.isNone else {
            return false
        }
        let entry = state.pointee.entry
        state.pointee.value = waiting[entry].value
        waiting.remove(entry)
        return true
    }

    /// Whether messages have set the value of a derived input. Its state has no bit for that, so the answer comes from
    /// its Control Changes. All parameters of a channel share the data entry controllers: a parameter with value 0
    /// counts as known only on the channel that moved it last.
    func isDerivedKnown(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Bool {
        guard let derived = derived(at: source) else { return false }
        let input = derived.pointee.input(slot)
        if input.parameter == nil {
            return lastValues.isKnown(source, channel, Int(input.msb))
                || lastValues.isKnown(source, channel, Int(input.lsb))
        }
        let hasData =
            lastValues.isKnown(source, channel, Int(ControllerNumber.dataEntryMSB))
            || lastValues.isKnown(source, channel, Int(ControllerNumber.dataEntryLSB))
            || lastValues.isKnown(source, channel, Int(ControllerNumber.dataIncrement))
            || lastValues.isKnown(source, channel, Int(ControllerNumber.dataDecrement))
        return hasData
            && (derivedValue(source, channel, slot) != 0 || derived.pointee.newest(source, slot)?.pointee == channel)
    }

    /// Whether the halves of a pair arrive as two MIDI 2.0 controllers (U4).
    func isSplit(_ source: UInt8, _ channel: UInt8, _ slot: Int) -> Bool {
        derived?.pointee.state(source, channel, slot)?.pointee.isSplit ?? false
    }

    func setSplit(_ source: UInt8, _ channel: UInt8, _ slot: Int, _ isSplit: Bool) {
        derived?.pointee.state(source, channel, slot)?.pointee.isSplit = isSplit
    }
}

extension DerivedInputs {
    /// Starts each value at 0, or at the value of the same input in an earlier plan: previous values do not depend
    /// on the preset (R14). No input may be waiting.
    func begin(after old: UnsafePointer<DerivedInputs>?) {
        for slot in ControlInput.derived..<ControlInput.derived + count {
            let known = old?.pointee.slot(of: input(slot))
            for source in 0..<UInt8(Limits.valueRows) {
                guard let newest = newest(source, slot) else { continue }
                newest.pointee = known.flatMap { old?.pointee.newest(source, $0)?.pointee } ?? .noChannel
                for channel in 0..<UInt8(16) {
                    self.state(source, channel, slot)?.pointee =
                        known.flatMap { old?.pointee.state(source, channel, $0)?.pointee } ?? State()
                }
            }
        }
    }

    fileprivate var rowsOfStates: Int { rowCount * count }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(states, rowsOfStates * 16))
        visit(.of(newest, rowsOfStates))
    }

    /// Checks restored bytes: channels must be valid, no input may wait, and those with `settle` have 7 bits.
    func hasValidState() -> Bool {
        for index in 0..<rowsOfStates where newest[index] > 15 && newest[index] != .noChannel { return false }
        for index in 0..<rowsOfStates * 16 {
            if !states[index].entry.isNone { return false }
            if states[index].value > inputs[index % count].highest { return false }
        }
        return true
    }
}

extension UInt8 {
    /// Used in place of a channel for a derived input that nothing has moved. Masked to four bits it is channel 15,
    /// whose value is 0 as on all channels.
    fileprivate static var noChannel: UInt8 { 0xFF }
}

extension DerivedInputs.State {
    /// The value, 0...16383, of an input that does not wait. Setting a value ends the wait.
    @inline(__always)
    var value: UInt16 {
        get { bits & ~(Self.waitingBit | Self.splitBit) }
        set { bits = bits & Self.splitBit | newValue }
    }

    /// The entry of `WaitingInputs` in which the input waits, or `none`. Setting an entry starts the wait.
    @inline(__always)
    var entry: Slot {
        get { bits & Self.waitingBit == 0 ? .none : Slot(Int(bits & ~(Self.waitingBit | Self.splitBit))) }
        set { bits = bits & Self.splitBit | UInt16(truncatingIfNeeded: newValue.index) | Self.waitingBit }
    }

    @inline(__always)
    var isSplit: Bool {
        get { bits & Self.splitBit != 0 }
        set { bits = newValue ? bits | Self.splitBit : bits & ~Self.splitBit }
    }
}

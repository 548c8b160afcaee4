import MIDI
import Plan

// The end of a wait (R15): an MSB without LSB counts with LSB 0, an LSB without MSB counts with the last MSB. A half of
// a selection is sent unchanged (R16).
extension Router {
    /// Ends the waits that a Control Change ends: of a first half that another first half follows (R15), and of
    /// parameters.
    @inline(__always)
    mutating func endWaits(before message: Message, from source: UInt8) {
        if let derived = inputs.derived(at: source) { endWaits(before: message, from: source, derived) }
    }

    private mutating func endWaits(
        before message: Message, from source: UInt8, _ derived: UnsafePointer<DerivedInputs>
    ) {
        let halves = derived.pointee.halves(of: message.data1)
        // Makes room for all pairs and one parameter.
        while inputs.waiting.freeCount <= halves.count { endWait(inputs.waiting.oldest) }
        let isLowFirst = sendsLowHalfFirst(source)
        for half in halves where half.isLSB == isLowFirst { endWait(ofSlot: Int(half.slot), message.channel, source) }
        if derived.pointee.parameterCount > 0 { endParameterWaits(before: message, from: source) }
    }

    /// Ends the wait of an input's first half, if there is one.
    mutating func endWait(ofSlot slot: Int, _ channel: UInt8, _ source: UInt8) {
        let entry = inputs.wait(source, channel, slot)
        if !entry.isNone { endWait(entry) }
    }

    /// Ends the waits that are due.
    mutating func endWaitsInTime() {
        while !inputs.waiting.oldest.isNone {
            let due = inputs.waiting[inputs.waiting.oldest].due
            if due > now { return schedule(at: due) }
            endWait(inputs.waiting.oldest)
        }
    }

    /// Ends all waits before the settings change under which they began (R15).
    mutating func endAllWaits() {
        // The action of a value that counts here may load a preset. In that nested call, only halves of selections are
        // sent, as they belong to routings; the outer call continues with the rest.
        if inputs.isEndingWaits {
            return endWaits { $0.slot == WaitingInputs.half }
        }
        while !inputs.waiting.oldest.isNone {
            inputs.isEndingWaits = true
            endWait(inputs.waiting.oldest)
            inputs.isEndingWaits = false
        }
        if !inputs.settling.isEmpty { countIgnored() }  // R27
    }

    /// Ends the waits of a source that is gone and will not send the second half.
    mutating func endWaits(of source: UInt8) {
        endWaits { $0.source == source }
        endSettling(of: source)  // R27
    }

    /// Ends the waits of one channel of a source.
    mutating func endWaits(of source: UInt8, _ channel: UInt8) {
        endWaits { $0.source == source && $0.channel == channel }
        countIgnored(of: source, channel)  // R27
    }

    @inline(__always)
    private mutating func endWaits(where belongs: (WaitingInputs.Entry) -> Bool) {
        while true {
            let entry = inputs.waiting.oldest(where: belongs)
            if entry.isNone { return }
            endWait(entry)
        }
    }

    /// Ends a wait: routes the first half as a complete message without the second (R15).
    mutating func endWait(_ waiting: Slot) {
        let entry = inputs.waiting[waiting]
        let slot = Int(entry.slot)
        if slot == WaitingInputs.half {
            inputs.waiting.remove(waiting)
            return sendWaitingHalf(entry.source, entry.channel)
        }
        guard let input = inputs.derived?.pointee.input(slot), inputs.endWait(entry.source, entry.channel, slot) else {
            return inputs.waiting.remove(waiting)
        }
        let msb = input.parameter == nil ? input.msb : ControllerNumber.dataEntryMSB
        let lsb = input.parameter == nil ? input.lsb : ControllerNumber.dataEntryLSB
        let isLowFirst = sendsLowHalfFirst(entry.source)
        let half = isLowFirst ? lsb : msb
        let waited = inputs.value(entry.source, entry.channel, Int(half))
        // Conditions and routings process the Control Change again, on its channel.
        let message = Message(status: Status.controlChange | entry.channel, half, UInt8(truncatingIfNeeded: waited))
        var moves = inputs.moves.frame()
        moves.passes = false
        if isLowFirst {
            // The last MSB of this input; for a parameter, that of its last value (R16).
            let last = inputs.value(entry.source, entry.channel, input.parameter == nil ? Int(msb) : slot)
            add(slot, (input.parameter == nil ? last : last >> 7) << 7 | waited, message, entry.source, &moves)
            return route(message, as: .controlChange, moves, from: entry.source)
        }
        // U4: a MIDI 2.0 controller whose LSB does not arrive contains all bits itself.
        let isWhole = inputs.isSplit(entry.source, entry.channel, slot)
        if isWhole { inputs.setSplit(entry.source, entry.channel, slot, false) }
        let value = isWhole ? Int32(Scaling.up(UInt32(truncatingIfNeeded: waited), from: 7, to: 14)) : waited << 7
        add(slot, value, message, entry.source, &moves)
        route(message, as: .controlChange, moves, from: entry.source)
    }
}

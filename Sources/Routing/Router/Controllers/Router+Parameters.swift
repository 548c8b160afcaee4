import MIDI
import Plan

// Values of RPN and NRPN (R16): data entry, increment and decrement of the selected parameter.
extension Router {
    /// Adds the moves of the selected parameter: selection and data messages belong to it, data entry sets its value
    /// (R16). Withholds a first half from the routings in which it waits.
    mutating func addParameter(_ message: Message, _ source: UInt8, _ moves: inout ControllerMoves) {
        if Parameter.selects(message.data1) {
            moves.withheld = select(message, moves, source)
        } else if !Parameter.isData(message.data1) {
            return
        }
        let coarse = inputs.selections[source, message.channel].coarse
        let fine = inputs.selections[source, message.channel].fine
        if coarse != Remap.none { enter(message, Int(coarse), isFine: false, source, &moves) }
        if fine != Remap.none { enter(message, Int(fine), isFine: true, source, &moves) }
    }

    /// Adds the move of a data message at one precision. At 7 bits CC 38 changes nothing; at 14 bits the first half
    /// waits for the second (R15).
    private mutating func enter(
        _ message: Message, _ slot: Int, isFine: Bool, _ source: UInt8, _ moves: inout ControllerMoves
    ) {
        let last = inputs.value(source, message.channel, slot)
        let value = Int32(message.data2)
        let isLowFirst = sendsLowHalfFirst(source)
        switch message.data1 {
        case ControllerNumber.dataEntryLSB where isFine && isLowFirst: beginWait(slot, message, source, &moves)
        case ControllerNumber.dataEntryMSB where isFine && isLowFirst:
            let waited = inputs.endWait(source, message.channel, slot)
            let lsb = waited ? inputs.value(source, message.channel, Int(ControllerNumber.dataEntryLSB)) : 0
            add(slot, value << 7 | lsb, message, source, &moves)
        case ControllerNumber.dataEntryMSB where isFine: beginWait(slot, message, source, &moves)
        case ControllerNumber.dataEntryMSB: add(slot, value, message, source, &moves)
        case ControllerNumber.dataEntryLSB where isFine:
            // The last MSB of this parameter: the waiting MSB, or else that of the last value.
            let waited = inputs.endWait(source, message.channel, slot)
            let data = Int(ControllerNumber.dataEntryMSB)
            let msb = waited ? inputs.value(source, message.channel, data) : last >> 7
            add(slot, msb << 7 | value, message, source, &moves)
        case ControllerNumber.dataIncrement: add(slot, min(last + 1, isFine ? 16383 : 127), message, source, &moves)
        case ControllerNumber.dataDecrement: add(slot, max(last - 1, 0), message, source, &moves)
        default: moves.add(ControllerMove(slot: slot, fires: false, channel: message.channel))
        }
    }

    /// Ends the waits that a Control Change ends: of a first half of a selection unless this is the second half, and of
    /// parameter data that other data or another selection replaces.
    mutating func endParameterWaits(before message: Message, from source: UInt8) {
        let controller = message.data1
        let waiting = inputs.selections[source, message.channel].waiting
        if !waiting.isNone && !inputs.selections[source, message.channel].isSecondHalf(controller) {
            endWait(waiting)
        }
        if inputs.selections[source, message.channel].fine == Remap.none { return }
        let second = sendsLowHalfFirst(source) ? ControllerNumber.dataEntryMSB : ControllerNumber.dataEntryLSB
        var ends = Parameter.isData(controller) && controller != second
        if Parameter.selects(controller) {
            var next = inputs.selections[source, message.channel]
            next.select(controller, message.data2)
            ends = next.number != inputs.selections[source, message.channel].number
        }
        if ends { endWait(ofSlot: Int(inputs.selections[source, message.channel].fine), message.channel, source) }
    }
}

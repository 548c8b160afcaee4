import MIDI

// Repairs RPN and NRPN from chapter M (RFC 6295, A.4).
extension HeardChannel {
    /// Delivers the values of parameters, then selects the parameter of the transaction that is in progress.
    mutating func repairParameters(
        _ bytes: UnsafeRawBufferPointer, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        guard var chapter = ParameterChapter(bytes) else { return }
        var current: ParameterNumber?
        while chapter.hasLogs, let log = chapter.next() {
            repair(log, channel, deliver)
            // Logs are oldest first: the last one is of the transaction in progress.
            current = log.number
        }
        if let pending = chapter.pending {
            let isPending = selection.state == .pending && selection.number.isNRPN == pending.isNRPN
            if !isPending || selection.number.msb != pending.msb { selectMSB(pending, channel, deliver) }
        } else if !chapter.isInProgress {
            if selection.state != .none { deselect(channel, deliver) }
        } else if let current {
            select(current, channel, deliver)
        }
    }

    private mutating func repair(
        _ log: ParameterChapter.Log, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        var heard = ParameterLog()
        if let index = parameters.index(of: log.number) { heard = parameters[index] }
        let lsb = log.lsb ?? ParameterLog.none
        // The sender has entered data again, which has cleared the increments.
        let isReentered = log.increments == nil && heard.increments != 0
        if let msb = log.msb {
            if heard.msb != msb || heard.lsb != lsb || isReentered {
                enter(ControllerNumber.dataEntryMSB, msb, of: log.number, channel, deliver)
                if log.lsb != nil { enter(ControllerNumber.dataEntryLSB, lsb, of: log.number, channel, deliver) }
                heard = parameters[parameters.count - 1]
            }
        } else if log.lsb != nil && (heard.lsb != lsb || isReentered) {
            enter(ControllerNumber.dataEntryLSB, lsb, of: log.number, channel, deliver)
            heard = parameters[parameters.count - 1]
        }
        guard let increments = log.increments else { return }
        let missing = increments - heard.increments
        let controller = missing > 0 ? ControllerNumber.dataIncrement : ControllerNumber.dataDecrement
        for _ in 0..<min(RTPMIDILimits.increments, Int(missing.magnitude)) {
            enter(controller, 0, of: log.number, channel, deliver)
        }
    }

    private mutating func enter(
        _ controller: UInt8, _ value: UInt8, of number: ParameterNumber, _ channel: UInt8,
        _ deliver: (Message) -> Void
    ) {
        select(number, channel, deliver)
        emit(.controlChange(channel: channel, controller: controller, value: value), deliver)
    }

    private mutating func select(
        _ number: ParameterNumber, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        if selection.state == .open && selection.number == number { return }
        selectMSB(number, channel, deliver)
        let controller = number.isNRPN ? ControllerNumber.nrpnLSB : ControllerNumber.rpnLSB
        emit(.controlChange(channel: channel, controller: controller, value: number.lsb), deliver)
    }

    private mutating func selectMSB(
        _ number: ParameterNumber, _ channel: UInt8, _ deliver: (Message) -> Void
    ) {
        let controller = number.isNRPN ? ControllerNumber.nrpnMSB : ControllerNumber.rpnMSB
        emit(.controlChange(channel: channel, controller: controller, value: number.msb), deliver)
    }

    /// Selects the null parameter.
    mutating func deselect(_ channel: UInt8, _ deliver: (Message) -> Void) {
        select(ParameterNumber(isNRPN: false, msb: 0x7F, lsb: 0x7F), channel, deliver)
    }
}

import MIDI

/// The transaction of the parameter system that is in progress on a channel (RFC 6295, A.1).
struct ParameterTransaction: BitwiseCopyable {
    enum State: UInt8 {
        /// No parameter, the null parameter, or Reset All Controllers came last: data controllers are general-purpose.
        case none
        /// The MSB came last. If no LSB follows, the LSB is 0 (type 3), or the LSB that came directly before the MSB.
        case pending
        case open
    }

    private(set) var state = State.none
    /// The selected parameter, valid unless `state` is `none`.
    private(set) var number = ParameterNumber()
    /// The last MSB of each kind, for an LSB that has no MSB before it (type 2).
    private var rpnMSB: UInt8 = 0
    private var nrpnMSB: UInt8 = 0
    /// Whether the last command was an LSB without an MSB before it. Some sources send the LSB of a pair first.
    private var endsWithLSB = false

    /// Records a Control Change 98...101.
    mutating func select(_ controller: UInt8, _ value: UInt8) {
        let isNRPN = controller <= ControllerNumber.nrpnMSB
        if controller & 1 != 0 {
            if isNRPN { nrpnMSB = value } else { rpnMSB = value }
            let lsb = endsWithLSB && number.isNRPN == isNRPN ? number.lsb : 0
            (state, number, endsWithLSB) = (.pending, ParameterNumber(isNRPN: isNRPN, msb: value, lsb: lsb), false)
        } else {
            number = ParameterNumber(isNRPN: isNRPN, msb: isNRPN ? nrpnMSB : rpnMSB, lsb: value)
            endsWithLSB = state != .pending
            state = number.isNull ? .none : .open
        }
    }

    /// Records a data controller. Returns whether it belongs to a transaction.
    mutating func enterData() -> Bool {
        endsWithLSB = false
        if state == .none { return false }
        state = .open
        return true
    }

    mutating func resetControllers() { self = ParameterTransaction() }

    static func isSelector(_ controller: UInt8) -> Bool {
        ControllerNumber.nrpnLSB...ControllerNumber.rpnMSB ~= controller
    }

    static func isData(_ controller: UInt8) -> Bool {
        switch controller {
        case ControllerNumber.dataEntryMSB, ControllerNumber.dataEntryLSB, ControllerNumber.dataIncrement,
            ControllerNumber.dataDecrement:
            true
        default: false
        }
    }
}

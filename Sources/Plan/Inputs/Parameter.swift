import MIDI

/// A registered or non-registered parameter (RPN, NRPN).
package struct Parameter: Hashable, Sendable {
    package var isRegistered: Bool
    /// The halves of the parameter number, each 0...127.
    package var msb: UInt8
    package var lsb: UInt8
    /// Whether the value has 14 bits, so that data entry has an MSB and an LSB.
    package var isFine: Bool

    package init(isRegistered: Bool, msb: UInt8, lsb: UInt8, isFine: Bool) {
        self.isRegistered = isRegistered
        self.msb = msb
        self.lsb = lsb
        self.isFine = isFine
    }

    /// A number unique among the parameters of both kinds, 0..<32768.
    package var number: UInt16 { (isRegistered ? 0 : 1 << 14) | UInt16(msb) << 7 | UInt16(lsb) }

    /// Returns the Control Change that selects the MSB of a parameter number.
    package static func selectsMSB(_ registered: Bool) -> UInt8 {
        registered ? ControllerNumber.rpnMSB : ControllerNumber.nrpnMSB
    }
    /// Returns the Control Change that selects the LSB of a parameter number.
    package static func selectsLSB(_ registered: Bool) -> UInt8 {
        registered ? ControllerNumber.rpnLSB : ControllerNumber.nrpnLSB
    }

    /// Whether a Control Change selects half of a parameter number.
    package static func selects(_ controller: UInt8) -> Bool {
        ControllerNumber.nrpnLSB...ControllerNumber.rpnMSB ~= controller
    }
    /// Whether a Control Change enters, increments or decrements the value of the selected parameter.
    package static func isData(_ controller: UInt8) -> Bool {
        switch controller {
        case ControllerNumber.dataEntryMSB, ControllerNumber.dataEntryLSB, ControllerNumber.dataIncrement,
            ControllerNumber.dataDecrement:
            true
        default: false
        }
    }
}

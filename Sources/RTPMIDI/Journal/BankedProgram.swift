import MIDI

/// The program of a channel and the bank that was selected before it (RFC 6295, A.2).
struct BankedProgram: Equatable, BitwiseCopyable {
    /// 0...127; `none` before the first Program Change.
    var program = BankedProgram.none
    var hasBank = false
    var msb: UInt8 = 0
    var lsb: UInt8 = 0

    static let none: UInt8 = 0x80
}

/// The bank that is selected for the next Program Change.
struct SelectedBank: BitwiseCopyable {
    private var hasBank = false
    private var msb: UInt8 = 0
    private var lsb: UInt8 = 0
    /// Whether Reset All Controllers came after the bank: the X bit.
    private(set) var isBeforeReset = false

    mutating func select(_ controller: UInt8, _ value: UInt8) {
        if controller == ControllerNumber.bankMSB {
            // A bank without an LSB has LSB 0 (A.2).
            (hasBank, msb, lsb, isBeforeReset) = (true, value, 0, false)
        } else if controller == ControllerNumber.bankLSB && hasBank {
            lsb = value
        }
    }

    mutating func resetControllers() { isBeforeReset = hasBank }

    func program(_ program: UInt8) -> BankedProgram {
        BankedProgram(program: program, hasBank: hasBank, msb: msb, lsb: lsb)
    }
}

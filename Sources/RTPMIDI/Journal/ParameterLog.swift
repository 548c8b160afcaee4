import MIDI

/// The values that transactions have entered for one parameter: the value tool of chapter M (RFC 6295, A.4.2.1).
struct ParameterLog: BitwiseCopyable {
    /// A half of a value that was not entered.
    static let none: UInt8 = 0x80

    var number = ParameterNumber()
    /// The packet of the last command.
    var packet: UInt32 = 0
    /// The last Data Entry, 0...127 each. An MSB clears the LSB.
    private(set) var msb = ParameterLog.none
    private(set) var lsb = ParameterLog.none
    /// Whether Reset All Controllers came after the MSB, the LSB, and the last increment: the X bits.
    private(set) var msbIsBeforeReset = false
    private(set) var lsbIsBeforeReset = false
    private(set) var incrementIsBeforeReset = false
    private(set) var hasIncrements = false
    /// Increments less decrements since the last Data Entry (A-BUTTON), and the part of them since Reset All
    /// Controllers (C-BUTTON), −16383...16383 each.
    private(set) var increments: Int16 = 0
    private(set) var incrementsSinceReset: Int16 = 0

    /// Records a Control Change 6, 38, 96 or 97 of the parameter.
    mutating func enter(_ controller: UInt8, _ value: UInt8) {
        switch controller {
        case ControllerNumber.dataEntryMSB:
            (msb, lsb, msbIsBeforeReset) = (value, ParameterLog.none, false)
            forgetIncrements()
        case ControllerNumber.dataEntryLSB:
            (lsb, lsbIsBeforeReset) = (value, false)
            forgetIncrements()
        default:
            let step: Int16 = controller == ControllerNumber.dataIncrement ? 1 : -1
            increments = ParameterLog.limited(increments + step)
            incrementsSinceReset = ParameterLog.limited(incrementsSinceReset + step)
            (hasIncrements, incrementIsBeforeReset) = (true, false)
        }
    }

    mutating func resetControllers() {
        (msbIsBeforeReset, lsbIsBeforeReset, incrementIsBeforeReset) = (true, true, true)
        incrementsSinceReset = 0
    }

    private mutating func forgetIncrements() {
        (increments, incrementsSinceReset, hasIncrements, incrementIsBeforeReset) = (0, 0, false, false)
    }

    private static func limited(_ count: Int16) -> Int16 { max(-16383, min(16383, count)) }
}

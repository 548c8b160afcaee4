import MIDI
import Program

/// What a source has selected on a channel, and which routings took the messages that did it (R16).
struct ParameterSelection {
    static let unknown: UInt8 = 0xFF

    private(set) var isRegistered = true
    /// The halves, `unknown` where one has not come since this kind was turned to.
    private(set) var msb = ParameterSelection.unknown
    private(set) var lsb = ParameterSelection.unknown
    /// The derived inputs it is, at 7 and at 14 bits, or `Remap.none`.
    var coarse = Remap.none
    var fine = Remap.none
    /// Routings that took each half, a bit each, and those in which the MSB waits for what comes next.
    var tookMSB: UInt64 = 0
    var tookLSB: UInt64 = 0
    var waitsIn: UInt64 = 0
    /// Which halves routings of a preset before took. They are taken in those of this one that want what is selected too.
    private(set) var wasMSBTaken = false
    private(set) var wasLSBTaken = false
    /// Its place among what waits, while it waits in any.
    var waiting = WaitingInputs.none

    /// Whether bytes that were put in its place are a selection in which nothing waits.
    mutating func hasValidState(_ program: UnsafePointer<Program>) -> Bool {
        if !RawBytes.isBool(&isRegistered) || !RawBytes.isBool(&wasMSBTaken) || !RawBytes.isBool(&wasLSBTaken) {
            return false
        }
        let isKnown = coarse == Remap.none || Int(coarse) >= ControlInput.derived && program.pointee.hasInput(coarse)
        let isFineKnown = fine == Remap.none || Int(fine) >= ControlInput.derived && program.pointee.hasInput(fine)
        return isKnown && isFineKnown && (msb < 128 || msb == ParameterSelection.unknown)
            && (lsb < 128 || lsb == ParameterSelection.unknown) && waitsIn == 0 && waiting == WaitingInputs.none
    }

    /// Nil until both halves have come.
    var number: UInt16? {
        if msb == ParameterSelection.unknown || lsb == ParameterSelection.unknown { return nil }
        return Parameter(isRegistered: isRegistered, msb: msb, lsb: lsb, isFine: false).number
    }

    /// What is selected after one of CC 98...101. With the kind, everything begins anew.
    mutating func select(_ controller: UInt8, _ value: UInt8) {
        let registered = controller >= 100
        if registered != isRegistered {
            self = ParameterSelection()
            isRegistered = registered
        }
        if controller == Parameter.selectsMSB(registered) { msb = value } else { lsb = value }
    }

    /// Whether a Control Change is the second half of what waits.
    func isSecondHalf(_ controller: UInt8) -> Bool { controller == Parameter.selectsLSB(isRegistered) }

    /// Other settings are in force, whose routings have other numbers.
    mutating func forgetTakers() {
        wasMSBTaken = wasMSBTaken || tookMSB != 0
        wasLSBTaken = wasLSBTaken || tookLSB != 0
        tookMSB = 0
        tookLSB = 0
    }

    /// A routing, which wants what was selected so far, has what those before it took.
    mutating func inherit(_ bit: UInt64) {
        if wasMSBTaken { tookMSB |= bit }
        if wasLSBTaken { tookLSB |= bit }
    }

    /// A half has come under these settings.
    mutating func endInheritance() {
        wasMSBTaken = false
        wasLSBTaken = false
    }
}

import MIDI
import Plan

/// The parameter that a source has selected on a channel, and the routings that took the selecting messages (R16).
struct ParameterSelection {
    static let unknown: UInt8 = 0xFF

    private(set) var isRegistered = true
    /// The halves of the parameter number; `unknown` if not received since the last change between RPN and NRPN.
    private(set) var msb = ParameterSelection.unknown
    private(set) var lsb = ParameterSelection.unknown
    /// Slots of the derived inputs for the parameter, at 7 and at 14 bits, or `Remap.none`.
    private(set) var coarse = Remap.none
    private(set) var fine = Remap.none
    /// Routings that took each half, and those in which the MSB waits for the next message, one bit each.
    var tookMSB: UInt64 = 0
    var tookLSB: UInt64 = 0
    var waitsIn: UInt64 = 0
    /// Whether routings of an earlier preset took each half. Routings of this preset that want the parameter then count
    /// as having taken it.
    private(set) var wasMSBTaken = false
    private(set) var wasLSBTaken = false
    /// The entry of `WaitingInputs` while the MSB waits in any routing, or `none`.
    var waiting = Slot.none

    /// The parameter number; nil until both halves have arrived.
    var number: UInt16? {
        if msb == ParameterSelection.unknown || lsb == ParameterSelection.unknown { return nil }
        return Parameter(isRegistered: isRegistered, msb: msb, lsb: lsb, isFine: false).number
    }

    /// Stores the value of one of CC 98...101. A change between RPN and NRPN resets everything else.
    mutating func select(_ controller: UInt8, _ value: UInt8) {
        let registered = controller >= 100
        if registered != isRegistered {
            self = ParameterSelection()
            isRegistered = registered
        }
        if controller == Parameter.selectsMSB(registered) { msb = value } else { lsb = value }
    }

    mutating func find(in derived: UnsafePointer<DerivedInputs>?) {
        (coarse, fine) = derived?.pointee.slots(of: number) ?? (Remap.none, Remap.none)
    }

    /// Whether a Control Change is the second half of the selection whose MSB waits.
    func isSecondHalf(_ controller: UInt8) -> Bool { controller == Parameter.selectsLSB(isRegistered) }

    /// Whether a routing has a remap from the selected parameter.
    func isWanted(by heads: SlotTable) -> Bool {
        coarse != Remap.none && heads[Int(coarse)] != Remap.none
            || fine != Remap.none && heads[Int(fine)] != Remap.none
    }

    /// Clears the takers, because the next settings number their routings differently; only remembers whether there
    /// were any.
    mutating func forgetTakers() {
        wasMSBTaken = wasMSBTaken || tookMSB != 0
        wasLSBTaken = wasLSBTaken || tookLSB != 0
        tookMSB = 0
        tookLSB = 0
    }

    /// Marks the halves that earlier routings took as taken by a routing that wants the parameter.
    mutating func inherit(_ bit: UInt64) {
        if wasMSBTaken { tookMSB |= bit }
        if wasLSBTaken { tookLSB |= bit }
    }

    /// Forgets which halves earlier routings took, after a half has arrived under the present settings.
    mutating func endInheritance() {
        wasMSBTaken = false
        wasLSBTaken = false
    }

    /// Checks restored bytes: the selection must be valid for a plan, and nothing may wait.
    mutating func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        if !RawBytes.isBool(&isRegistered) || !RawBytes.isBool(&wasMSBTaken) || !RawBytes.isBool(&wasLSBTaken) {
            return false
        }
        let isKnown = coarse == Remap.none || Int(coarse) >= ControlInput.derived && plan.pointee.hasInput(coarse)
        let isFineKnown = fine == Remap.none || Int(fine) >= ControlInput.derived && plan.pointee.hasInput(fine)
        return isKnown && isFineKnown && (msb < 128 || msb == ParameterSelection.unknown)
            && (lsb < 128 || lsb == ParameterSelection.unknown) && waitsIn == 0 && waiting.isNone
    }
}

extension Plan {
    /// Whether the plan has an input with this slot.
    func hasInput(_ slot: UInt16) -> Bool { Int(slot) < ControlInput.derived + (derived?.pointee.count ?? 0) }
}

import Plan

// Inputs with `settle` (R27). The value of one is that which counted last; the value that came last is that of its
// Control Change.
extension Inputs {
    /// Whether a slot is that of an input with `settle`.
    func isSettled(_ slot: Int) -> Bool {
        slot >= ControlInput.derived && derived?.pointee.input(slot).kind == .settled
    }

    /// Lets the last value of each Control Change count, without moves, because other inputs have `settle` now.
    mutating func startSettled() {
        settling.removeAll()
        guard let derived, derived.pointee.settled != nil else { return }
        for slot in ControlInput.derived..<ControlInput.derived + derived.pointee.count where isSettled(slot) {
            let controller = Int(derived.pointee.input(slot).msb)
            for source in 0..<UInt8(Limits.valueRows) {
                for channel in UInt8(0)..<16 {
                    let value = lastValues.value(source, channel, controller)
                    setDerivedValue(source, channel, slot, to: UInt16(truncatingIfNeeded: value))
                }
                derived.pointee.newest(source, slot)?.pointee = lastValues.newestChannel(source, controller)
            }
        }
    }
}

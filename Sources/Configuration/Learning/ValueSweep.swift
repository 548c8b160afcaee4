/// Collects the lowest and the highest value while a range is learnt.
struct ValueSweep {
    private var range: (low: Int, high: Int)?
    /// The value of an MSB whose LSB may still arrive, and the name of the controller.
    private var open: (name: String, value: Int)?

    /// The smallest accepted sweep of a tilt: 10 of the 180 degrees of a motion axis (F4), in 14-bit units.
    static let leastTilt = 16384 / 18

    /// The lowest and highest value so far; nil before the first value.
    var ends: (low: Int, high: Int)? {
        guard let open else { return range }
        guard let range else { return (open.value, open.value) }
        return (min(range.low, open.value), max(range.high, open.value))
    }

    mutating func add(_ value: Int) { range = (min(range?.low ?? value, value), max(range?.high ?? value, value)) }

    /// Adds the value of a move; the MSB of a 14-bit value counts only if no LSB follows.
    mutating func add(_ move: HeardControllers.Move, isFine: Bool) {
        if let open, !(open.name == move.name && move.isFine) { add(open.value) }
        open = nil
        if move.isHalf {
            if !move.isFine { open = (move.name, move.value(isFine: isFine)) }
        } else {
            add(move.value(isFine: isFine))
        }
    }
}

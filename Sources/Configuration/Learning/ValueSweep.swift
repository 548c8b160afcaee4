/// The lowest and the highest of the values that came while a range is learnt.
struct ValueSweep {
    private var range: (low: Int, high: Int)?
    /// The value of an MSB whose LSB may still come, and its controller.
    private var open: (name: String, value: Int)?

    /// Ten of the 180 degrees that a motion has at most: less is no sweep of the tilt (F4).
    static let leastTilt = 16384 / 18

    /// What it is so far; nil before the first value.
    var ends: (low: Int, high: Int)? {
        guard let open else { return range }
        guard let range else { return (open.value, open.value) }
        return (min(range.low, open.value), max(range.high, open.value))
    }

    mutating func take(_ value: Int) { range = (min(range?.low ?? value, value), max(range?.high ?? value, value)) }

    /// Takes the value of a move. Half of a 14-bit value is none where the other half follows.
    mutating func take(_ move: HeardControllers.Move, isFine: Bool) {
        if let open, !(open.name == move.name && move.isFine) { take(open.value) }
        open = nil
        if move.isHalf {
            if !move.isFine { open = (move.name, move.value(isFine: isFine)) }
        } else {
            take(move.value(isFine: isFine))
        }
    }
}

extension LinearMap {
    /// Computes the map at 32 bits (U4): as in R10, but between the scaled-up values of its bounds.
    ///
    /// A map from full range to full range changes nothing, whatever the precisions of input and output. Otherwise a
    /// scaled-up input results in a value that scales down to the MIDI 1.0 result, and an input in between stays within
    /// the results of both neighbours.
    func fine(_ value: UInt32, _ input: FineUnits, _ output: FineUnits) -> UInt32 {
        if low == 0 && from == 0 && high == 1 &<< input.bits - 1 && to == 1 &<< output.bits - 1 { return value }
        let (left, right) = input.neighbours(of: value)
        return output.nearest(
            to: between(value, input, output), from: UInt32(self(Int32(left))), to: UInt32(self(Int32(right))))
    }

    private func between(_ value: UInt32, _ input: FineUnits, _ output: FineUnits) -> UInt32 {
        let (first, last) = (output.up(UInt32(from)), output.up(UInt32(to)))
        // Equal bounds mean a threshold, which compares the value scaled down.
        if low == high { return input.down(value) < UInt32(low) ? first : last }
        let (lowest, highest) = (input.up(UInt32(low)), input.up(UInt32(high)))
        if value <= lowest { return first }
        if value >= highest { return last }
        let (passed, span) = (UInt64(value - lowest), UInt64(highest - lowest))
        // Neither sum overflows: a product is at most (2^32 - 1)^2. Halves are rounded up, even if the map falls.
        if first <= last { return first + UInt32((passed * UInt64(last - first) + span / 2) / span) }
        return first - UInt32((passed * UInt64(first - last) + (span - 1) / 2) / span)
    }
}

extension FineShape {
    /// Returns the output of a linear map as a fraction of its range (R10, R25).
    func line(_ x: Double, _ input: FineUnits, _ output: FineUnits) -> Double {
        let (low, high) = (point(1, 0, input), point(1, 1, input))
        let (first, last) = (point(1, 2, output), point(1, 3, output))
        if x < low { return first }
        if x >= high { return last }
        return first + (x - low) * (last - first) / (high - low)
    }

    /// Returns the output of the untrimmed curve with its offset and within its limit, as a fraction of its range
    /// (R25).
    // Out of line, because it calls `curve`, which is inlined into its callers.
    @inline(never)
    func trimmed(_ x: Double, _ input: FineUnits, _ output: FineUnits) -> Double? {
        guard let fraction = untrimmed.curve(x, input, output) else { return nil }
        let settings = settings
        let offset = Int8(truncatingIfNeeded: settings >> 24)
        let step = output.fraction(output.up(UInt32(offset.magnitude)))
        let lowest = output.fraction(output.up(UInt32(settings >> 8 & 0xFF)))
        let highest = output.fraction(output.up(UInt32(settings >> 16 & 0xFF)))
        return min(max(fraction + (offset < 0 ? -step : step), lowest), highest)
    }
}

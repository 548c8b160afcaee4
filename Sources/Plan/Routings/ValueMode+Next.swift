extension ValueMode {
    /// The internal value before the first input: for an increment `start`, or `end` if it steps down without wrapping
    /// (R12); 0 (off) for a latch (R13).
    package var first: Int32 {
        if kind != .increment && kind != .relative { return 0 }
        return by < 0 && !wraps ? end : start
    }

    /// Returns the internal value that follows `current` when the input changes from `previous` to `value`; nil if that
    /// does not trigger, so that nothing is sent (R11). The value of a latch is 0 or 127 (C3).
    ///
    /// - Parameter rearmed: whether a trigger with `rearm` fires (R27).
    @inline(__always)
    package func next(
        after current: Int32, from previous: Int32, to value: Int32, back: Bool,
        rearmed: (Int32, Int32) -> Bool = { _, _ in false }
    ) -> Int32? {
        switch kind {
        case .direct: return value
        case .increment: return fires(from: previous, to: value, rearmed: rearmed) ? step(current, back: back) : nil
        case .latch: return fires(from: previous, to: value, rearmed: rearmed) ? (current == 0 ? 127 : 0) : nil
        case .relative: return turned(current, by: value)
        }
    }
}

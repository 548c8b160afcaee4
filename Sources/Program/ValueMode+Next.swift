extension ValueMode {
    /// The internal value before anything came: of an increment `start`, or `end` where it steps down and stops (R12), of
    /// a latch off (R13).
    public var first: Int32 {
        if kind != .increment { return 0 }
        return by < 0 && !wraps ? end : start
    }

    /// The internal value that follows `current` when the input goes from `previous` to `value`; nil where that does
    /// not trigger, so that nothing is sent (R11). A latch is 0 or 127 (C3).
    @inline(__always)
    public func next(after current: Int32, from previous: Int32, to value: Int32, back: Bool) -> Int32? {
        switch kind {
        case .direct: return value
        case .increment: return fires(from: previous, to: value) ? step(current, back: back) : nil
        case .latch: return fires(from: previous, to: value) ? (current == 0 ? 127 : 0) : nil
        }
    }
}

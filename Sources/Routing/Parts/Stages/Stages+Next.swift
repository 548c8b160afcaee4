import Plan

// The internal value that follows when an input moves (R11, R12, R13, R14, R26, R27). Mutating, so that the triggers
// with `rearm` are read only for modes that have one.
extension Stages {
    /// Returns the internal value of a remap that follows `current`; nil if the move triggers nothing.
    ///
    /// - Parameter source: the source of the move.
    @inline(__always)
    mutating func next(
        of remap: Remap, after current: Int32, _ move: ControllerMove, back: Bool, of source: UInt8
    ) -> Int32? {
        let bits: Int32 = remap.coarseInput ? 7 : 0
        return next(
            of: remap.mode, after: current, from: move.previous &>> bits, to: move.value &>> bits, back: back,
            of: source, move.channel)
    }

    /// Returns the internal value that follows `current` when the input changes from `previous` to `value`; nil if that
    /// does not trigger, so that nothing is sent (R11). The value of a latch is 0 or 127 (C3).
    ///
    /// - Parameter back: whether the input is that of `decrement`.
    @inline(__always)
    mutating func next(
        of mode: ValueMode, after current: Int32, from previous: Int32, to value: Int32, back: Bool,
        of source: UInt8, _ channel: UInt8
    ) -> Int32? {
        switch mode.kind {
        case .direct: return value
        case .increment:
            let fires = fires(mode, back: back, from: previous, to: value, of: source, channel)
            return fires ? mode.step(current, back: back) : nil
        case .latch:
            let fires = fires(mode, back: back, from: previous, to: value, of: source, channel)
            return fires ? (current == 0 ? 127 : 0) : nil
        case .relative: return mode.turned(current, by: value)
        }
    }

    @inline(__always)
    private mutating func fires(
        _ mode: ValueMode, back: Bool, from previous: Int32, to value: Int32, of source: UInt8, _ channel: UInt8
    ) -> Bool {
        if let fires = mode.fires(from: previous, to: value) { return fires }
        return arms.fires(mode, back: back, from: previous, to: value, of: source, channel)
    }
}

import Plan

extension Remap {
    /// The internal value that follows `current` when the input moves; nil if the move triggers nothing (R11, R12,
    /// R13, R26).
    ///
    /// - Parameters:
    ///   - source: the source of the move.
    ///   - arms: the triggers with `rearm` (R27).
    @inline(__always)
    func next(
        after current: Int32, _ move: ControllerMove, back: Bool, of source: UInt8,
        _ arms: @autoclosure () -> TriggerArms
    ) -> Int32? {
        let bits: Int32 = coarseInput ? 7 : 0
        return mode.next(after: current, from: move.previous &>> bits, to: move.value &>> bits, back: back) {
            arms().fires(mode, back: back, from: $0, to: $1, of: source, move.channel)
        }
    }
}

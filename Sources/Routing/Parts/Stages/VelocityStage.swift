import Plan

extension Routing {
    /// Applies the velocity stages to a Note On: range, then the velocity remap (R3, R7).
    ///
    /// - Parameter word: the first word of the message.
    @inline(__always)
    func velocityStage(_ word: UInt32) -> StageResult {
        let velocity = UInt8(truncatingIfNeeded: word)
        if velocity < lowestVelocity || velocity > highestVelocity { return .stops(.velocityRange) }
        guard let velocityMap else { return .passes(word) }
        let mapped = velocityMap[Int(velocity)]
        return mapped == 0 ? .stops(.zeroVelocity) : .passes(word & 0xFFFF_FF00 | UInt32(mapped))
    }
}

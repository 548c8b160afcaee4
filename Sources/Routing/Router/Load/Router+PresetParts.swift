import Plan

// The parts of a preset (P9).
extension Router {
    /// Steps to the next (+1) or previous (-1) part of the running preset, wrapping around. Discards changes by hand,
    /// as a load does. Notes of routings whose mute or bypass changes end as after a change by hand (H1, H7). Routings
    /// that open send the last values of their inputs.
    mutating func stepPart(_ direction: Int) {
        let count = Int(preset.partCount)
        if count == 0 { return }
        status.part = UInt8((Int(status.part) + direction + count) % count)
        byHand.follow(presetAddress, part: status.part)
        let muted = byHand.states.muted
        setRoutings(byHand.intended(presetAddress, index: status.preset))
        beginPart()  // P12
        sendLastValues(of: muted & ~byHand.states.muted)
    }
}

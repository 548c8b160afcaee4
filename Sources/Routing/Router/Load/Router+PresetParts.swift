import Program

// The parts of a preset (P9).
extension Router {
    /// Goes to the next part of the running preset, +1, or the previous one, -1, around. Changes by hand go, as at a load, and
    /// notes of routings that become muted, bypassed or neither end as after a change by hand (H1, H7). Routings that were muted
    /// and are open now are sent their last values first.
    mutating func stepPart(_ direction: Int) {
        let count = Int(preset.pointee.partCount)
        if count == 0 { return }
        status.part = UInt8((Int(status.part) + direction + count) % count)
        session.follow(preset, part: status.part)
        let muted = session.states.muted
        setRoutings(session.intended(preset, index: status.preset))
        sendLastValues(of: muted & ~session.states.muted)
    }
}

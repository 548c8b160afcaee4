import Plan

// What other threads show of a running router: plain values, which they copy while the router may be working.
extension Router {
    /// The routings whose conditions fail (R3) and which are not bypassed (R4), one bit each.
    package var blocked: UInt64 {
        mutating get { stages.conditions.failing & ~byHand.states.bypassed }
    }

    /// The first key from `key` on that is pressed; nil if there is none. Keys are numbered by source, which is a place
    /// of a port, then channel, then note: `source << 11 | channel << 7 | note`.
    // Mutating, because the compiler copies the whole router for a call that only reads it.
    package mutating func pressedKey(from key: Int) -> Int? {
        ledger.notes.pressed.next(from: key, before: HeldNotes.keys)
    }
}

/// Mutes and bypasses of a preset, one bit for each routing.
package struct SavedStates: BitwiseCopyable, Equatable, Sendable {
    package var muted: UInt64
    package var bypassed: UInt64

    package init(muted: UInt64 = 0, bypassed: UInt64 = 0) {
        self.muted = muted
        self.bypassed = bypassed
    }

    /// Returns the mutes and bypasses that are set in either of two states.
    package func union(_ other: SavedStates) -> SavedStates {
        SavedStates(muted: muted | other.muted, bypassed: bypassed | other.bypassed)
    }

    /// Returns these mutes and bypasses, but with the stored states for everything that `part` sets.
    package func storable(beside part: SavedStates, in stored: SavedStates) -> SavedStates {
        SavedStates(
            muted: muted & ~part.muted | stored.muted & part.muted,
            bypassed: bypassed & ~part.bypassed | stored.bypassed & part.bypassed)
    }

    /// Reads the mutes and bypasses from the tables of a preset.
    package init(_ preset: borrowing Preset) {
        self.init()
        for routing in preset.routings.indices {
            if preset.routings[routing].muted { muted |= routing.bit }
            if preset.routings[routing].bypassed { bypassed |= routing.bit }
        }
    }
}

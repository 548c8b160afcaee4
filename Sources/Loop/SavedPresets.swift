import Plan

/// The saves and reverts of the presets of one plan (P5). Guarded by the snapshot that holds them. The code that
/// creates them frees their memory, one element for each preset of the plan.
///
/// Each plan has a snapshot of its own, so that its saves can still be read after another plan has replaced it.
package struct SavedPresets: BitwiseCopyable {
    let presets: UnsafeMutablePointer<SavedPreset>
    package let count: Int

    /// The saves and reverts of a preset of the plan.
    package subscript(preset: PresetIndex) -> SavedPreset { presets[preset.position] }

    func save(_ states: SavedStates, of preset: PresetIndex) {
        if preset.position < count { presets[preset.position].save(states) }
    }

    func revert(_ preset: PresetIndex) {
        if preset.position < count { presets[preset.position].revert() }
    }
}

/// The newest states with which a preset was saved, and how often it was saved and reverted; the counts wrap.
package struct SavedPreset: BitwiseCopyable {
    private var states = SavedStates()
    private var saves: UInt32 = 0
    private var reverts: UInt32 = 0
    /// The count of reverts at the last save.
    private var revertsAtSave: UInt32 = 0

    package init() {}

    package enum Change: Equatable {
        case saved(SavedStates)
        /// The learnt values of the preset are dropped.
        case reverted
    }

    mutating func save(_ states: SavedStates) {
        self.states = states
        saves &+= 1
        revertsAtSave = reverts
    }

    mutating func revert() { reverts &+= 1 }

    /// Returns a change since `done`, the older one first, and updates `done`; nil if there is none.
    package func next(after done: inout SavedPreset) -> Change? {
        let isSaved = saves != done.saves
        // A revert before the last save is reported first, so that the reverted values are not written.
        if reverts != done.reverts, !isSaved || revertsAtSave != done.reverts {
            done.reverts = reverts
            return .reverted
        }
        if !isSaved { return nil }
        done.saves = saves
        return .saved(states)
    }
}

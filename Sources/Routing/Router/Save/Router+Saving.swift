import Plan

// Saving and reverting by hand (P5), in memory; files are written elsewhere.
extension Router {
    /// Saves the changes by hand to the running preset, in memory. The preset differs from its file until `wrote`.
    mutating func save() {
        if status.preset.isNone { return }
        byHand.save(presetAddress, index: status.preset)
        compareWithStored()
    }

    /// Restores mutes, bypasses and learnt values as stored. The plan without the learnt values is compiled
    /// elsewhere.
    mutating func revert() {
        if status.preset.isNone { return }
        setRoutings(byHand.revert(presetAddress, index: status.preset))
        status.undoneAt = now
    }

    /// The current mutes and bypasses of the running preset (P1).
    package var switched: SavedStates { byHand.states }

    /// The mutes and bypasses of the running preset that `save` would write (P5, P9).
    package var storable: SavedStates {
        status.preset.isNone ? SavedStates() : byHand.storable(presetAddress, index: status.preset)
    }

    /// Mutes and bypasses routings by hand, until the preset is loaded again (P1).
    mutating func setRoutings(_ new: SavedStates) {
        var changed = byHand.setRoutings(new)
        while changed != 0 {
            let routing = RoutingIndex(changed.trailingZeroBitCount)
            endNotes(of: routing, andKeys: true)
            endHolds(by: routing)  // R28
            changed &= changed - 1
        }
        compareWithStored()
    }

    /// Updates the displayed flag whether the running preset differs from its stored state.
    mutating func compareWithStored() { status.isModified = byHand.isModified(presetAddress, index: status.preset) }
}

// MARK: - For the writer of files

extension Router {
    /// Whether a preset was saved or reverted, or a learnt value undone, and the writer of files has not processed it
    /// yet.
    @inline(__always)
    package var hasStoringNews: Bool { byHand.saved.hasNews }

    /// Returns the number of an undone learnt value, once. Values learnt later are undone with it.
    package mutating func takeUndone() -> UInt32? { byHand.saved.takeUndone() }

    /// Returns a preset whose learnt values are to be dropped, each once; nil if there is none. If the preset was also
    /// saved, its learnt values are to be dropped first.
    package mutating func takeReverted() -> PresetIndex? { byHand.saved.takeReverted() }

    /// Returns a saved preset that is to be written, each once; nil if there is none. Call after `takeReverted` and
    /// `takeUndone`.
    package mutating func takeSaved() -> (preset: PresetIndex, states: SavedStates)? { byHand.saved.takeSaved() }

    /// Tells the router what a preset's file now contains. Saving one preset also changes others that insert the same
    /// routings.
    package mutating func store(_ states: SavedStates, of preset: PresetIndex) {
        byHand.saved.store(states, of: preset)
        if preset == status.preset { compareWithStored() }
    }

    /// Records that the saved states of a preset were written to its files, and shows that on the display (D3).
    ///
    /// - Parameter preset: `none` for a preset of a plan that no longer runs.
    package mutating func wrote(_ states: SavedStates, of preset: PresetIndex, at time: UInt64) {
        advance(to: time)
        status.savedAt = now
        if preset.isNone { return }
        byHand.saved.setWritten(states, of: preset)
        if preset == status.preset { compareWithStored() }
    }

    /// Records that a saved preset could not be written: the states stay in memory, and the display shows that they
    /// differ from the file (D3).
    ///
    /// - Parameter preset: `none` for a preset of a plan that no longer runs.
    package mutating func cannotWrite(_ preset: PresetIndex, at time: UInt64) {
        advance(to: time)
        status.unsavedAt = now
        if preset.isNone { return }
        byHand.saved.setUnwritten(preset)
        if preset == status.preset { compareWithStored() }
    }

    /// Sets whether a preset has changes that are in no file, besides mutes and bypasses: learnt values, drafts (W13).
    ///
    /// - Parameter preset: `none` for all presets.
    package mutating func setUnsaved(_ isUnsaved: Bool, in preset: PresetIndex) {
        let presets = preset.isNone ? plan.presets.indices : preset..<PresetIndex(preset.position + 1)
        for preset in presets { byHand.saved.setLearnt(isUnsaved, in: preset) }
        compareWithStored()
    }
}

import Program

// What was saved and reverted by hand (P5): files are written elsewhere.
extension Router {
    /// Makes the changes by hand part of the running preset, in memory. It differs from its file until `wrote`.
    mutating func save() {
        if status.preset.isNone { return }
        session.save(preset, index: status.preset)
        compareWithStored()
    }

    /// Takes mutes, bypasses and learnt values back to what is stored. A program without the learnt values is made elsewhere.
    mutating func revert() {
        if status.preset.isNone { return }
        setRoutings(session.revert(preset, index: status.preset))
        status.undoneAt = now
    }

    /// The mutes and bypasses of the running preset, as they are now (P1).
    public var switched: SavedStates { session.states }

    /// The mutes and bypasses of the running preset that `save` would write (P5, P9).
    public var storable: SavedStates {
        status.preset.isNone ? SavedStates() : session.storable(preset, index: status.preset)
    }

    /// Mutes and bypasses routings by hand, until the preset is loaded again (P1).
    mutating func setRoutings(_ new: SavedStates) {
        var changed = session.setRoutings(new)
        while changed != 0 {
            endNotes(of: RoutingIndex(changed.trailingZeroBitCount), andKeys: true)
            changed &= changed - 1
        }
        compareWithStored()
    }

    /// Shows whether the running preset differs from what is stored.
    mutating func compareWithStored() { status.isModified = session.isModified(preset, index: status.preset) }
}

// MARK: - For the writer of files

extension Router {
    /// A preset was saved or reverted, or a learnt value was undone, and nobody has taken that yet.
    @inline(__always)
    public var hasStoringNews: Bool { session.saved.hasNews }

    /// Returns the number of a learnt value that is undone, and with it those that were learnt later, once.
    public mutating func takeUndone() -> UInt32? { session.saved.takeUndone() }

    /// Returns a preset whose learnt values are to be dropped, each once; nil: there is none. Of a preset that was saved as well,
    /// they are dropped before.
    public mutating func takeReverted() -> PresetIndex? { session.saved.takeReverted() }

    /// Returns a preset that was saved and is to be written, each once; nil: there is none. Called after `takeReverted` and
    /// `takeUndone`.
    public mutating func takeSaved() -> (preset: PresetIndex, states: SavedStates)? { session.saved.takeSaved() }

    /// The file of a preset says this from now on, because another one was saved that inserts the same routings.
    public mutating func store(_ states: SavedStates, of preset: PresetIndex) {
        session.saved.store(states, of: preset)
        if preset == status.preset { compareWithStored() }
    }

    /// What was saved of a preset is in its files: the display says so (D3).
    ///
    /// - Parameter preset: `none` for a preset of a program that no longer runs.
    public mutating func wrote(_ states: SavedStates, of preset: PresetIndex, at time: UInt64) {
        advance(to: time)
        status.savedAt = now
        if preset.isNone { return }
        session.saved.setWritten(states, of: preset)
        if preset == status.preset { compareWithStored() }
    }

    /// What was saved of a preset could not be written: it goes on here, and the display shows that it differs (D3).
    ///
    /// - Parameter preset: `none` for a preset of a program that no longer runs.
    public mutating func cannotWrite(_ preset: PresetIndex, at time: UInt64) {
        advance(to: time)
        status.unsavedAt = now
        if preset.isNone { return }
        session.saved.setUnwritten(preset)
        if preset == status.preset { compareWithStored() }
    }
}

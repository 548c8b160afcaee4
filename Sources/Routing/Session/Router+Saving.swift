import Program

extension Router {
    /// What was changed by hand belongs to the preset from now on, in memory; a file is written elsewhere.
    mutating func save() {
        var stored = StoredPreset()
        stored.isValid = true
        stored.isNews = true
        stored.states = states
        if status.preset >= 0 {
            let old = saved[Int(status.preset)]
            stored.written = old.isUnwritten ? old.written : self.stored
            // What was reverted before is not saved with it.
            stored.isReverted = old.isReverted
            saved[Int(status.preset)] = stored
            history.forgetLearnt(in: status.preset)
        }
        hasStoringNews = true
        status.isModified = false
        status.savedAt = now
    }

    /// P5: mutes, bypasses and learnt values are again what is stored. A program without the learnt values is made elsewhere.
    mutating func revert() {
        guard status.preset >= 0 else { return }
        let old = saved[Int(status.preset)]
        if old.isModified {
            saved[Int(status.preset)].isReverted = true
            hasStoringNews = true
        }
        if old.isUnwritten {
            saved[Int(status.preset)].states = old.written
            saved[Int(status.preset)].isUnwritten = false
        }
        history.forgetLearnt(in: status.preset)
        setRoutings(stored)
        status.undoneAt = now
    }

    /// Returns a preset whose learnt values are to be dropped, each once; nil: there is none. Of one that was saved as well, they
    /// were dropped before.
    public mutating func takeReverted() -> Int32? {
        for index in 0..<Limits.presets where saved[index].isReverted {
            saved[index].isReverted = false
            return Int32(index)
        }
        return nil
    }

    /// What was saved and not taken yet, a preset at a time, to be written; nil: nothing. Comes after `takeReverted` and
    /// `takeUndone`.
    public mutating func takeSaved() -> (preset: Int32, states: SavedStates)? {
        if !hasStoringNews { return nil }
        for index in 0..<Limits.presets where saved[index].isNews {
            saved[index].isNews = false
            return (Int32(index), saved[index].states)
        }
        hasStoringNews = false
        return nil
    }

    /// What the file of a preset says from now on, because another one was saved that inserts the same routings.
    public mutating func store(_ states: SavedStates, of preset: Int32) {
        let isLearnt = saved[Int(preset)].isLearnt
        saved[Int(preset)] = StoredPreset(states: states, isValid: true, isLearnt: isLearnt)
        if preset == status.preset { compareWithStored() }
    }

    /// What was saved of a preset could not be written: it goes on here, and the display says that it differs.
    public mutating func cannotWrite(_ preset: Int32) {
        saved[Int(preset)].isUnwritten = true
        if preset == status.preset { compareWithStored() }
    }

    /// P5: whether what runs differs from what is stored.
    mutating func compareWithStored() {
        let isModified = status.preset >= 0 && saved[Int(status.preset)].isModified
        status.isModified = isModified || states != stored
    }

    /// Mute and bypass as they are stored with the running preset.
    var stored: SavedStates {
        mutating get {
            let isSaved = status.preset >= 0 && saved[Int(status.preset)].isValid
            return isSaved ? saved[Int(status.preset)].states : SavedStates(preset.pointee)
        }
    }
}

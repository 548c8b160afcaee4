import MIDI
import Program

extension Router {
    /// Before a step: what there is now is what undo comes back to.
    mutating func remember(load: Bool) {
        if status.preset < 0 { return }
        history.push(History.Step(preset: status.preset, tempo: clocks.own.tempo, isLoad: load))
    }

    /// Back to the preset, tempo or learnt values before the last step.
    mutating func undo() {
        guard let step = history.pop() else { return }
        status.undoneAt = now
        if step.learnt > 0 {
            // A program without it is made elsewhere.
            (undone, hasStoringNews) = (step.learnt, true)
            return
        }
        if step.isLoad { load(step.preset, at: now) }
        if step.tempo != clocks.own.tempo { changeTempo(step.tempo) }
        clocks.endTaps()
        clockChanged()
    }

    /// Returns the number of a learnt value that is undone, and with it those that were learnt later, once.
    public mutating func takeUndone() -> UInt32? {
        defer { undone = 0 }
        return undone > 0 ? undone : nil
    }

    /// Another program: nothing of the old one is to come back.
    mutating func forgetHistory() {
        history = History()
        undone = 0
        for index in 0..<Limits.presets { saved[index] = StoredPreset() }
        hasStoringNews = false
    }
}

import MIDI
import Plan

// Undo (P5).
extension Router {
    /// Stores the running preset and tempo for undo, before a step that changes them.
    mutating func remember(load: Bool) {
        if status.preset.isNone { return }
        byHand.history.push(
            History.Step(preset: status.preset, tempo: clocks.own.tempo, isLoad: load, setList: status.setList))
    }

    /// Restores the preset, tempo or learnt values from before the last step.
    mutating func undo() {
        guard let step = byHand.history.pop() else { return }
        status.undoneAt = now
        if step.learnt > 0 { return byHand.saved.undo(learnt: step.learnt) }
        if step.isLoad {
            // P8: restores the place too, in case the song appears several times. A set list chosen since then stays
            // chosen.
            if step.setList.list == status.setList.list { status.setList = step.setList }
            load(step.preset, at: now)
        }
        if step.tempo != clocks.own.tempo { changeTempo(step.tempo) }
        clocks.endTaps()
        clockChanged()
    }
}

/// The last steps that `undo` goes back (P5): at most eight, the oldest is forgotten first.
struct History {
    struct Step {
        var preset: Int32 = 0
        /// BPM.
        var tempo = 120.0
        /// A loading; otherwise only the tempo changed.
        var isLoad = false
    }

    private var steps = InlineArray<8, Step>(repeating: Step())
    private var count = 0

    mutating func push(_ step: Step) {
        if count == 8 {
            for index in 1..<8 { steps[index - 1] = steps[index] }
            count -= 1
        }
        steps[count] = step
        count += 1
    }

    mutating func pop() -> Step? {
        if count == 0 { return nil }
        count -= 1
        return steps[count]
    }
}

extension Router {
    /// Before a step: what there is now is what undo comes back to.
    mutating func remember(load: Bool) {
        if status.preset < 0 { return }
        history.push(History.Step(preset: status.preset, tempo: clock.tempo, isLoad: load))
    }

    /// Back to the preset or tempo before the last step.
    mutating func undo() {
        guard let step = history.pop() else { return }
        if step.isLoad { load(step.preset, at: now) }
        if step.tempo != clock.tempo { changeTempo(step.tempo) }
        taps.endSeries()
        status.undoneAt = now
        clockChanged()
    }

    /// Another program: nothing of the old one is to come back.
    mutating func forgetHistory() {
        history = History()
        for index in 0..<Limits.presets { saved[index] = StoredPreset() }
        hasNewlySaved = false
    }
}

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

/// What was saved of a preset's mutes and bypasses, a bit a routing.
struct SavedStates {
    var isValid = false
    var muted: UInt64 = 0
    var bypassed: UInt64 = 0
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

    /// What was changed by hand belongs to the preset from now on, in memory; a file is written elsewhere.
    mutating func save() {
        var states = SavedStates()
        states.isValid = true
        for index in 0..<Int(preset.pointee.routingCount) {
            if routingStates[index].muted { states.muted |= 1 << UInt64(index) }
            if routingStates[index].bypassed { states.bypassed |= 1 << UInt64(index) }
        }
        if status.preset >= 0 { saved[Int(status.preset)] = states }
        status.isModified = false
        status.savedAt = now
    }

    /// Mute and bypass as they are stored with the running preset.
    func stored(_ index: Int) -> RoutingState {
        let routing = preset.pointee.routings + index
        if status.preset >= 0, saved[Int(status.preset)].isValid {
            let states = saved[Int(status.preset)]
            return RoutingState(
                muted: states.muted & (1 << UInt64(index)) != 0, bypassed: states.bypassed & (1 << UInt64(index)) != 0)
        }
        return RoutingState(muted: routing.pointee.muted, bypassed: routing.pointee.bypassed)
    }

    /// Another program: nothing of the old one is to come back.
    mutating func forgetHistory() {
        history = History()
        for index in 0..<Limits.presets { saved[index] = SavedStates() }
    }
}

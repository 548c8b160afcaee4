import MIDI
import Plan

/// The last steps that `undo` can revert (P5): at most eight; the oldest is dropped first.
struct History {
    struct Step {
        var preset = PresetIndex(0)
        /// The tempo in BPM.
        var tempo = 120.0
        /// True if a preset was loaded; false if only the tempo changed or a value was learnt.
        var isLoad = false
        /// The set list and place before a load (P8).
        var setList = SetListPlace()
        /// The number of the value learnt in the preset; 0 if the step is no learnt value.
        var learnt: UInt32 = 0
    }

    private var steps = InlineArray<8, Step>(repeating: Step())
    private var count = 0

    /// Checks restored bytes: every step must be valid for the presets of a plan.
    mutating func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        let presets = plan.pointee.presets.indices
        guard 0...8 ~= count else { return false }
        for index in 0..<count {
            guard RawBytes.isBool(&steps[index].isLoad), presets.contains(steps[index].preset),
                InternalClock.slowest...InternalClock.fastest ~= steps[index].tempo,
                plan.pointee.contains(steps[index].setList)
            else { return false }
        }
        return true
    }

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

    /// Drops the steps of values learnt in a preset, because they were saved or reverted.
    mutating func forgetLearnt(in preset: PresetIndex) {
        var kept = 0
        for index in 0..<count where steps[index].learnt == 0 || steps[index].preset != preset {
            steps[kept] = steps[index]
            kept += 1
        }
        count = kept
    }
}

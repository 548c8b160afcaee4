import Plan

/// How the learnt values of a preset differ between two plans (P5).
package struct LearntChange: BitwiseCopyable, Equatable, Sendable {
    package var preset: PresetIndex
    /// Whether the new plan has learnt values of the preset that are in no file.
    package var isLearnt: Bool
    /// The number of the learnt value for `undo`; 0 if the change is no step of undo.
    package var step: UInt32

    package init(preset: PresetIndex, isLearnt: Bool, step: UInt32 = 0) {
        (self.preset, self.isLearnt, self.step) = (preset, isLearnt, step)
    }
}

import Program

/// How the learnt values of a preset differ between two programs (P5).
public struct LearntChange: BitwiseCopyable, Equatable, Sendable {
    public var preset: PresetIndex
    /// Whether the new program has learnt values of the preset that are in no file.
    public var isLearnt: Bool
    /// The number of the learnt value for `undo`; 0 if the change is no step of undo.
    public var step: UInt32

    public init(preset: PresetIndex, isLearnt: Bool, step: UInt32 = 0) {
        (self.preset, self.isLearnt, self.step) = (preset, isLearnt, step)
    }
}

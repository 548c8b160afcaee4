/// What a program has of a preset's learnt values that the one before did not (P5).
public struct LearntChange: BitwiseCopyable, Equatable, Sendable {
    /// By its index.
    public var preset: Int32
    /// Values of it were learnt and are in no file.
    public var isLearnt: Bool
    /// The number by which `undo` drops the value that was learnt; 0: it is no step.
    public var step: UInt32

    public init(preset: Int32, isLearnt: Bool, step: UInt32 = 0) {
        (self.preset, self.isLearnt, self.step) = (preset, isLearnt, step)
    }
}

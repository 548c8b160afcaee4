import Engine
import Panel
import Program

/// What the loop tells the control thread: of each thing the newest, so that nothing is lost however late it is read.
package struct LoopReports {
    /// A program, and which of its presets runs; `none`: none yet.
    package struct Running: BitwiseCopyable, Equatable {
        package var program: UnsafePointer<Program>
        package var preset = PresetIndex.none

        package init(program: UnsafePointer<Program>, preset: PresetIndex = .none) {
            (self.program, self.preset) = (program, preset)
        }
    }

    /// What runs. Older programs are no longer referred to, and may be freed.
    package let running: Snapshot<Running>
    /// By port, what is no longer used: to be closed and, unless that was asked for, looked for again. A port is handed to the
    /// loop again only after that.
    package let detached: UnsafeMutablePointer<Snapshot<AttachedPort>>
    /// By axis, a range of the tilt that was learnt by foot, and is in force: to be kept.
    package let learntRanges: UnsafeMutablePointer<Snapshot<LearntRange>>
    /// What came of a calibration that a program has asked for.
    package let calibrated: Snapshot<TiltCalibration.Outcome>
    /// What is to be learnt by the menu from now on (M7).
    package let learn: Snapshot<LearnRequest>
    /// The number of a learnt value that is undone (P5), and with it those that were learnt later.
    package let undone: Snapshot<UInt32>
    /// The menu wants the flight recorder to be written (M10).
    package let record: Snapshot<Bool>
    /// The counters are published.
    package let counted: Snapshot<Bool>
    /// The loop has ended (E5).
    package let ended: Snapshot<Bool>

    package static let axisCount = 3
}

import Engine
import Panel
import Program
import Routing

/// The reports of the loop to the control thread. Each holds its newest value only, so a late reader misses nothing.
package struct LoopReports {
    /// A program, which of its presets runs (`none`: none yet), the place in its set list (P8), and the part of the
    /// preset by index (P9).
    package struct Running: BitwiseCopyable, Equatable {
        package var program: UnsafePointer<Program>
        package var preset = PresetIndex.none
        package var setList = SetListPlace()
        package var part: UInt8 = 0

        package init(program: UnsafePointer<Program>, _ status: RouterStatus) {
            (self.program, preset, setList, part) = (program, status.preset, status.setList, status.part)
        }

        /// Nothing runs yet.
        package init(program: UnsafePointer<Program>) { self.program = program }
    }

    /// The running program and preset. The loop no longer refers to older programs, so they may be freed.
    package let running: Snapshot<Running>
    /// For each port, the descriptors that the loop no longer uses. The control thread closes them before it attaches
    /// the port again.
    package let detached: UnsafeMutablePointer<Snapshot<AttachedPort>>
    /// For each peer of the network, its state and counters.
    package let peers: UnsafeMutablePointer<Snapshot<PeerReport>>
    /// For each axis, a tilt range that was learnt by foot and is used already. The control thread saves it.
    package let learntRanges: UnsafeMutablePointer<Snapshot<LearntRange>>
    /// The same for each pedal.
    package let learntPedals: UnsafeMutablePointer<Snapshot<LearntPedal>>
    /// The result of a calibration for a program.
    package let calibrated: Snapshot<TiltCalibration.Outcome>
    /// The same for a pedal.
    package let pedalCalibrated: Snapshot<PedalCalibration.Outcome>
    /// The menu's request to learn a value (M7).
    package let learn: Snapshot<LearnRequest>
    /// The number of a learnt value that was undone (P5), together with those that were learnt later.
    package let undone: Snapshot<UInt32>
    /// The menu wants the flight recorder to be written (M10).
    package let record: Snapshot<Bool>
    /// The menu's request for a task (M12).
    package let tasks: Snapshot<MenuRequest>
    /// Count of reads that brought UMP Stream messages of devices: an endpoint or a function block may have changed.
    package let streamNews: Snapshot<UInt32>
    /// The counters are published.
    package let counted: Snapshot<Bool>
    /// The loop has ended (E5).
    package let ended: Snapshot<Bool>

    package static let axisCount = 3
}

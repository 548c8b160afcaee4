import Engine
import Panel
import Plan
import Routing

/// The reports of the loop to the control thread. Each report holds only its newest value, which makes older ones
/// obsolete.
package struct LoopReports {
    /// The running plan and preset (`none`: none yet), the position in the set list (P8), and the index of the
    /// preset's part (P9).
    package struct Running: BitwiseCopyable, Equatable {
        package var plan: UnsafePointer<Plan>
        package var preset = PresetIndex.none
        package var setList = SetListPlace()
        package var part: UInt8 = 0

        package init(plan: UnsafePointer<Plan>, _ status: RouterStatus) {
            (self.plan, preset, setList, part) = (plan, status.preset, status.setList, status.part)
        }

        /// The state before a preset runs.
        package init(plan: UnsafePointer<Plan>) { self.plan = plan }
    }

    /// The values of the variables of a plan, by index (V1).
    package struct Variables: BitwiseCopyable {
        package var plan: UnsafePointer<Plan>
        package var values = InlineArray<32, UInt8>(repeating: 0)

        package init(plan: UnsafePointer<Plan>) { self.plan = plan }
    }

    /// The values of the variables, each time that one has changed.
    package let variables: Snapshot<Variables>
    /// The running plan and preset. The loop no longer refers to older plans, so they may be freed.
    package let running: Snapshot<Running>
    /// For each port, the descriptors that the loop no longer uses. The control thread closes them before it attaches
    /// the port again.
    package let detached: UnsafeMutablePointer<Snapshot<AttachedPort>>
    /// For each peer of the network, its state and counters.
    package let peers: UnsafeMutablePointer<Snapshot<PeerReport>>
    /// For each Bluetooth peer, its state and counters: `LoopLimits.links`, or none in a box without Bluetooth ports.
    package let links: UnsafeMutablePointer<Snapshot<LinkReport>>
    /// For each axis, a tilt range that was learnt by foot and is used already. The control thread saves it.
    package let learntRanges: UnsafeMutablePointer<Snapshot<LearntRange>>
    /// For each pedal, a range that was learnt by foot and is used already. The control thread saves it.
    package let learntPedals: UnsafeMutablePointer<Snapshot<LearntPedal>>
    /// The result of a tilt calibration for a client.
    package let calibrated: Snapshot<TiltCalibration.Outcome>
    /// The result of a pedal calibration for a client.
    package let pedalCalibrated: Snapshot<PedalCalibration.Outcome>
    /// The menu's request to learn a value (M7).
    package let learn: Snapshot<LearnRequest>
    /// The number of a learnt value that was undone (P5), together with all values that were learnt later.
    package let undone: Snapshot<UInt32>
    /// The menu wants the flight recorder to be written (M10).
    package let record: Snapshot<Bool>
    /// The menu's request for a task (M12).
    package let tasks: Snapshot<MenuRequest>
    /// The player's answer about a Bluetooth peer that pairs (B4).
    package let pairing: Snapshot<PairingAnswer>
    /// Count of reads that brought UMP Stream messages of devices: an endpoint or a function block may have changed.
    package let streamNews: Snapshot<UInt32>
    /// Published after the counters, in answer to the command `count`.
    package let counted: Snapshot<Bool>
    /// The loop has ended (E5).
    package let ended: Snapshot<Bool>

    package static let axisCount = 3
}

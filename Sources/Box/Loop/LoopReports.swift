import Panel
import Program

/// What the loop tells the control thread: of each thing the newest, so that nothing is lost however late it is read.
struct LoopReports {
    /// A program, and which of its presets runs; -1: none yet.
    struct Running: BitwiseCopyable, Equatable {
        var program: UnsafePointer<Program>
        var preset: Int32 = -1
    }

    /// What runs. Older programs are no longer referred to, and may be freed.
    let running: Snapshot<Running>
    /// By port, what is no longer used: to be closed and, unless that was asked for, looked for again. A port is handed to the
    /// loop again only after that.
    let detached: UnsafeMutablePointer<Snapshot<AttachedPort>>
    /// By axis, a range of the tilt that was learnt by foot, and is in force: to be kept.
    let learntRanges: UnsafeMutablePointer<Snapshot<LearntRange>>
    /// What came of a calibration that a program has asked for.
    let calibrated = Snapshot<TiltCalibration.Outcome>(.noSensor)
    /// What is to be learnt by the menu from now on (M7).
    let learn = Snapshot(LearnRequest.nothing)
    /// The number of a learnt value that is undone (P5), and with it those that were learnt later.
    let undone = Snapshot<UInt32>(0)
    /// The menu wants the flight recorder to be written (M10).
    let record = Snapshot(true)
    /// The counters are published.
    let counted = Snapshot(true)
    /// The loop has ended (E5).
    let ended = Snapshot(false)

    static let axisCount = 3

    init(_ program: UnsafePointer<Program>) {
        running = Snapshot(Running(program: program))
        detached = .allocate(capacity: Engine.portCount)
        for port in 0..<Engine.portCount {
            (detached + port).initialize(to: Snapshot(AttachedPort(port: UInt8(port))))
        }
        learntRanges = .allocate(capacity: LoopReports.axisCount)
        for axis in 0..<LoopReports.axisCount {
            (learntRanges + axis).initialize(to: Snapshot(LearntRange(axis: UInt8(axis), range: TiltRange())))
        }
    }
}

/// What was saved of the presets of one program (P5): the newest states of each, and how often it was saved and reverted.
///
/// Each program that the loop is given comes with a snapshot of its own, so that what was saved is still there when the next
/// program has taken its place.
struct SavedPresets: BitwiseCopyable {
    private(set) var states = InlineArray<128, SavedStates>(repeating: SavedStates())
    private(set) var counts = InlineArray<128, UInt32>(repeating: 0)
    private var reverts = InlineArray<128, UInt32>(repeating: 0)
    /// How often it had been reverted when it was saved last.
    private var revertsAtSave = InlineArray<128, UInt32>(repeating: 0)

    enum Change: Equatable {
        case saved(SavedStates)
        /// Its learnt values are dropped.
        case reverted
    }

    mutating func save(_ states: SavedStates, of preset: Int32) {
        self.states[Int(preset)] = states
        counts[Int(preset)] &+= 1
        revertsAtSave[Int(preset)] = reverts[Int(preset)]
    }

    mutating func revert(_ preset: Int32) { reverts[Int(preset)] &+= 1 }

    /// A preset that was saved or reverted more often than it is said in `done`, which then says as much.
    func next(after done: inout SavedPresets) -> (preset: Int32, change: Change)? {
        for index in 0..<Limits.presets {
            let isSaved = counts[index] != done.counts[index]
            // What was reverted before it was saved is not written.
            if reverts[index] != done.reverts[index], !isSaved || revertsAtSave[index] != done.reverts[index] {
                done.reverts[index] = reverts[index]
                return (Int32(index), .reverted)
            }
            if isSaved {
                done.counts[index] = counts[index]
                return (Int32(index), .saved(states[index]))
            }
        }
        return nil
    }
}

import Panel
import Routing

/// What the control thread tells the loop, in order.
enum LoopCommand: BitwiseCopyable {
    case perform(Action)
    /// A footswitch that is no line of the kernel's closes or opens now.
    case contact(UInt8, closed: Bool)
    case attach(AttachedPort)
    /// Its descriptors come back as `LoopReport.detached` once nothing uses them.
    case detach(UInt8)
    case adopt(UnsafePointer<Program>, preset: Int32)
    /// The same but for a value that was learnt in a preset on the box (M7).
    case exchange(UnsafePointer<Program>, learntIn: Int32)
    /// What has become of a value that the menu wanted to have learnt.
    case answer(LearnAnswer)
    /// The flight recorder was written, under that name, or not.
    case recorded(DisplayText<20>)
    /// What a preset's file says now of its mutes and bypasses (P5).
    case store(SavedStates, preset: Int32)
    /// What was saved of a preset is in no file.
    case cannotWrite(Int32)
    /// Show what happens to messages from now on, or no longer.
    case watch(Bool)
    /// Watch the tilt of an axis, 0 x, 1 y, 2 z, for the range that a program is to learn.
    case beginCalibration(axis: UInt8)
    /// Report what was learnt; it stays without effect.
    case endCalibration
    /// The sensor's bus hangs (F5).
    case tiltIsLost
    /// What the angles become from now on.
    case tiltRanges(TiltRanges)
    /// Give a sign of life (E3).
    case beat
    /// Publish the counters and report `counted`.
    case count
    case stop
}

/// What the loop gives back to the control thread.
enum LoopReport: BitwiseCopyable {
    /// No longer used: to be closed and, unless it was asked for, looked for again.
    case detached(AttachedPort)
    /// No longer referred to: to be freed.
    case retired(UnsafePointer<Program>)
    /// Another preset runs, by index.
    case loaded(Int32)
    /// What was changed by hand of a preset is to be kept (P5).
    case saved(SavedStates, preset: Int32, of: UnsafePointer<Program>)
    /// A range of the tilt that was learnt by foot, and is in force, is to be kept.
    case learntRange(LearntRange)
    /// What came of a calibration that a program has asked for.
    case calibrated(TiltCalibration.Outcome)
    /// What is to be learnt by the menu from now on (M7).
    case learn(LearnRequest)
    /// The menu wants the flight recorder to be written (M10).
    case record
    /// The counters are published.
    case counted
}

/// What the tilt's thread tells the loop.
enum MotionEvent: BitwiseCopyable {
    /// An acceleration in g, and when it was read in nanoseconds.
    case sample(x: Double, y: Double, z: Double, at: UInt64)
    /// The chip does not answer (F5).
    case lost
}

/// What the loop counts, for anybody to read.
struct LoopCounters: BitwiseCopyable {
    /// Allocations of the loop thread since it began to route: always 0.
    var allocations: UInt64 = 0
    /// Page faults of the loop thread since it began to route: always 0 where memory could be locked.
    var pageFaults: UInt64 = 0
    var wakes: UInt64 = 0
    var bytesIn: UInt64 = 0
    var bytesOut: UInt64 = 0
    /// When the first of them was sent, in nanoseconds; 0: none was yet.
    var sentAt: UInt64 = 0
    /// What was dropped since the last panic (S3, S8, H11).
    var dropped: UInt64 = 0
    /// What other programs at the sequencer had no room for, because they do not read, and how often the kernel had none for
    /// what they play.
    var lostToPrograms: UInt64 = 0
    var lostFromPrograms: UInt64 = 0
    /// Reports that found their ring full, and so were lost: always 0.
    var lostReports: UInt64 = 0
    /// Processor time of the loop thread, in nanoseconds, when it last counted.
    var processorTime: UInt64 = 0
    /// The loop's thread, as /proc has it; 0 before the first sign of life.
    var thread: Int32 = 0
    /// The box's own tempo in hundredths of BPM, and what the files say of the preset that runs; 0 before the first
    /// sign of life.
    var tempo: UInt32 = 0
    var tempoByFiles: UInt32 = 0
}

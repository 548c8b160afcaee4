import Engine
import Panel
import Program
import Routing

/// What the control thread tells the loop, in order.
package enum LoopCommand: BitwiseCopyable {
    case perform(Action)
    /// A footswitch that is no line of the kernel's closes or opens now.
    case contact(UInt8, closed: Bool)
    case attach(AttachedPort)
    /// Its descriptors come back in `LoopReports.detached` once nothing uses them.
    case detach(UInt8)
    case adopt(HandedProgram, preset: PresetIndex)
    /// The same where `preset` says what the one of index `insteadOf` does, which runs (E1).
    case renew(HandedProgram, preset: PresetIndex, insteadOf: PresetIndex, keepsAssignments: Bool)
    /// The same but for a value of a preset that was learnt on the box or is dropped (M7, P5).
    case exchange(HandedProgram, LearntChange)
    /// What has become of a value that the menu wanted to have learnt.
    case answer(LearnAnswer)
    /// The flight recorder was written, under that name, or not.
    case recorded(DisplayText<20>)
    /// What a preset's file says now of its mutes and bypasses (P5).
    case store(SavedStates, preset: PresetIndex)
    /// What was saved of a preset is in its files; `none`: of a program that no longer runs.
    case wrote(SavedStates, preset: PresetIndex)
    /// What was saved of a preset is in no file; `none`: of a program that no longer runs.
    case cannotWrite(PresetIndex)
    /// Show what happens to messages from now on, or no longer.
    case watch(Bool)
    /// Watch the tilt of an axis, 0 x, 1 y, 2 z, for the range that a program is to learn.
    case beginCalibration(axis: UInt8)
    /// Publish what was learnt; it stays without effect.
    case endCalibration
    /// The sensor's bus hangs (F5).
    case tiltIsLost
    /// What the angles become from now on.
    case tiltRanges(TiltRanges)
    /// Give a sign of life (E3).
    case beat
    /// Publish the counters and `LoopReports.counted`.
    case count
    case stop
}

/// A program for the loop, and where it says what it has saved of its presets.
package struct HandedProgram: BitwiseCopyable {
    package var program: UnsafePointer<Program>
    package var saves: Snapshot<SavedPresets>

    package init(program: UnsafePointer<Program>, saves: Snapshot<SavedPresets>) {
        (self.program, self.saves) = (program, saves)
    }
}

/// What the tilt's thread tells the loop.
package enum MotionEvent: BitwiseCopyable {
    /// An acceleration in g, and when it was read in nanoseconds.
    case sample(x: Double, y: Double, z: Double, at: UInt64)
    /// The chip does not answer (F5).
    case lost
}

/// What the loop counts, for anybody to read.
package struct LoopCounters: BitwiseCopyable {
    /// Allocations of the loop thread since it began to route: always 0.
    package var allocations: UInt64 = 0
    /// Page faults of the loop thread since it began to route: always 0 where memory could be locked.
    package var pageFaults: UInt64 = 0
    package var wakes: UInt64 = 0
    /// Signs of life: beats that were answered (E3).
    package var answers: UInt64 = 0
    package var bytesIn: UInt64 = 0
    package var bytesOut: UInt64 = 0
    /// When the first of them was sent, in nanoseconds; 0: none was yet.
    package var sentAt: UInt64 = 0
    /// What was dropped since the last panic (S3, S8, H11).
    package var dropped: UInt64 = 0
    /// What other programs at the sequencer had no room for, because they do not read, and how often the kernel had none for
    /// what they play.
    package var lostToPrograms: UInt64 = 0
    package var lostFromPrograms: UInt64 = 0
    /// How often the kernel had no room for what a raw MIDI device sends.
    package var lostFromDevices: UInt64 = 0
    /// Processor time of the loop thread, in nanoseconds, when it last counted.
    package var processorTime: UInt64 = 0
    /// The loop's thread, as /proc has it; 0 before the first sign of life.
    package var thread: Int32 = 0
    /// The box's own tempo in hundredths of BPM, and what the files say of the preset that runs; 0 before the first
    /// sign of life.
    package var tempo: UInt32 = 0
    package var tempoByFiles: UInt32 = 0
}

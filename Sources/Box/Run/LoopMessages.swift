import Routing

/// What the control thread tells the loop, in order.
enum LoopCommand: BitwiseCopyable {
    case perform(Action)
    case attach(AttachedPort)
    /// Its descriptors come back as `LoopReport.detached` once nothing uses them.
    case detach(UInt8)
    case adopt(UnsafePointer<Program>, preset: Int32)
    /// The motion sensor answers, or no longer does (F5).
    case motionAnswers(Bool)
    case stop
}

/// What the loop gives back to the control thread.
enum LoopReport: BitwiseCopyable {
    /// No longer used: to be closed and, unless it was asked for, looked for again.
    case detached(AttachedPort)
    /// No longer referred to: to be freed.
    case retired(UnsafePointer<Program>)
}

/// An acceleration in g from the panel thread, with the time it was read.
struct MotionSample: BitwiseCopyable {
    var x: Double
    var y: Double
    var z: Double
    var at: UInt64
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
    /// Reports that found their ring full, and so were lost: always 0.
    var lostReports: UInt64 = 0
}

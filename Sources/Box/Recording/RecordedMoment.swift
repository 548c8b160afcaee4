import Engine
import Panel
import Plan
import Routing

/// The state of the box at one moment and its place in the flight recorder. A replay can begin here.
struct RecordedMoment {
    /// Place in the input ring of the first record after the moment.
    var input: Int
    /// Place in the output ring of the first record after the moment.
    var output: Int
    /// Nanoseconds of the box's clock. All earlier events are part of the state.
    var time: UInt64
    /// Index of the running preset.
    var preset: PresetIndex
    private let packed: [UInt64]

    /// - Parameter packed: `Engine.packedState`.
    init(input: Int, output: Int, time: UInt64, preset: PresetIndex, packed: [UInt64]) {
        (self.input, self.output, self.time, self.preset) = (input, output, time, preset)
        self.packed = packed
    }

    /// The state, unpacked.
    var state: [UInt64] {
        var words: [UInt64] = []
        var at = 0
        while at < packed.count {
            for _ in 0..<packed[at] { words.append(packed[at + 1]) }
            at += 2
        }
        return words
    }
}

/// The stored moments, the oldest first. The control thread copies the state while the loop sleeps; the loop is not
/// involved and does not wait.
struct RecordedMoments {
    private(set) var all: [RecordedMoment] = []

    /// The oldest moment with which a replay can begin now.
    mutating func first(_ recorder: Recorder) -> RecordedMoment? {
        all.removeAll { $0.input < recorder.replayable }
        return all.first
    }

    /// Stores another moment if one is due and the box is quiet, preferably while nothing is held.
    ///
    /// - Parameter plan: the plan of the configuration with which the recording will be read.
    mutating func look(
        _ engine: Engine, _ recorder: Recorder, running plan: UnsafePointer<Plan>, at now: UInt64
    ) {
        let spacing = recorder.inputs.capacity / BoxLimits.recordedMoments
        var age = 2 * spacing
        _ = first(recorder)
        if let last = all.last { age = recorder.inputs.written - last.input }
        if age < spacing { return }
        guard let sign = recorder.quietSign else { return }
        if engine.router.status.preset.isNone || engine.switches.isMenuOpen { return }
        if !engine.router.isQuiet || engine.router.runningPlan != plan { return }
        if !engine.router.isAtRest && age < 2 * spacing { return }
        if let last = recorder.outputs.last, last.time + Router.echoTime >= now { return }
        let moment = RecordedMoment(
            input: recorder.inputs.written, output: recorder.outputs.written, time: engine.router.time,
            preset: engine.router.status.preset, packed: engine.packedState)
        if !recorder.isQuiet(since: sign) { return }
        all.append(moment)
        if all.count > BoxLimits.recordedMoments + 1 { all.removeFirst() }
    }
}

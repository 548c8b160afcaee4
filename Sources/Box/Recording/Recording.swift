import Engine
import Routing
import CPlatform
import Configuration

/// What the flight recorder remembers, taken out of its rings: from a moment on that a replay can begin with.
struct Recording {
    let configuration: CompiledConfiguration
    /// Nil: the box was never quiet, or has begun anew just now; what came in is known, but not where it came upon.
    let moment: RecordedMoment?
    let inputs: [Record]
    let outputs: [Record]
    /// Outputs before the first of these are forgotten.
    let forgetsOutputs: Bool
    /// Nanoseconds of the box's clock at which it ends.
    let end: UInt64

    init(
        _ recorder: Recorder, _ engine: Engine, _ moments: inout RecordedMoments, _ configuration: CompiledConfiguration
    ) {
        self.configuration = configuration
        let isCurrent = engine.router.pointee.runningProgram == configuration.program
        var taken: (inputs: [Record], outputs: [Record], forgets: Bool, end: UInt64)
        var moment: RecordedMoment?
        var tries = 0
        repeat {
            // What is due while the loop sleeps has not happened: it ends with what has.
            let sign = recorder.quietSign
            moment = isCurrent ? moments.first(recorder) : nil
            let inputs = recorder.inputs.copy(from: moment?.input ?? recorder.replayable)
            let outputs = recorder.outputs.copy(from: moment?.output ?? 0)
            // What is on a wire still, unless something else is due before it is out.
            let wired = outputs.entries.reduce(0) { max($0, $1.time) }
            let done = engine.router.pointee.time
            taken = (
                Record.read(inputs.entries), Record.read(outputs.entries), outputs.first > moment?.output ?? 0,
                engine.deadline > wired ? max(done, wired) : done
            )
            // So long was copied that its beginning was overwritten.
            if let first = moment, inputs.first > first.input { moment = nil }
            tries += 1
            if let sign, recorder.isQuiet(since: sign), moment != nil || moments.all.isEmpty { break }
            treadle_pause_us(Recording.pause)
        } while tries < Recording.mostTries
        (inputs, outputs, forgetsOutputs, end) = taken
        self.moment = moment
    }

    /// Microseconds until the loop may sleep again, and how often it is tried.
    private static let pause: UInt32 = 500
    private static let mostTries = 200

    /// When it begins, in nanoseconds of the box's clock.
    var origin: UInt64 { moment?.time ?? min(inputs.first?.time ?? end, outputs.first?.time ?? end) }

    /// What went out, as `render` writes it; times since the beginning.
    var sent: [RenderLog.Line] {
        var log = RenderLog(configuration, why: false, wire: false)
        log.origin = origin
        for record in outputs {
            guard case .message(let message, let port) = record.what else { continue }
            log.add(message, port: Int(port), at: record.time)
        }
        return log.lines(until: end)
    }
}

import Engine
import Routing
import CPlatform
import Configuration
import MIDI

/// A copy of the flight recorder's records, from a moment with which a replay can begin.
struct Recording {
    let configuration: CompiledConfiguration
    /// Nil if the box was never quiet or has just reloaded: the input is known, the state before the input is not.
    let moment: RecordedMoment?
    let inputs: [Record]
    let outputs: [Record]
    /// Whether output before the first of `outputs` was overwritten.
    let forgetsOutputs: Bool
    /// Time of the end, in nanoseconds of the box's clock.
    let end: UInt64

    init(
        _ recorder: Recorder, _ engine: Engine, _ moments: inout RecordedMoments, _ configuration: CompiledConfiguration
    ) {
        self.configuration = configuration
        let isCurrent = engine.router.runningPlan == configuration.plan
        var taken: (inputs: [Record], outputs: [Record], forgets: Bool, end: UInt64)
        var moment: RecordedMoment?
        var tries = 0
        repeat {
            // Output that falls due while the loop sleeps was not sent yet, so the recording ends with the last event.
            let sign = recorder.quietSign
            moment = isCurrent ? moments.first(recorder) : nil
            let inputs = recorder.inputs.copy(from: moment?.input ?? recorder.replayable)
            let outputs = recorder.outputs.copy(from: moment?.output ?? 0)
            // The recording includes a message that is still on a wire, unless another event is due before the message
            // is sent.
            let wired = outputs.entries.reduce(0) { max($0, $1.time) }
            let done = engine.router.time
            taken = (
                Record.read(inputs.entries), Record.read(outputs.entries), outputs.first > moment?.output ?? 0,
                engine.deadline > wired ? max(done, wired) : done
            )
            // If copying took so long that the beginning was overwritten, no moment is left.
            if let first = moment, inputs.first > first.input { moment = nil }
            tries += 1
            if let sign, recorder.isQuiet(since: sign), moment != nil || moments.all.isEmpty { break }
            treadle_pause_us(Recording.pause)
        } while tries < Recording.mostTries
        (inputs, outputs, forgetsOutputs, end) = taken
        self.moment = moment
    }

    /// Microseconds between tries to copy while the loop sleeps.
    private static let pause: UInt32 = 500
    private static let mostTries = 200

    /// Time of the beginning, in nanoseconds of the box's clock.
    var origin: UInt64 { moment?.time ?? min(inputs.first?.time ?? end, outputs.first?.time ?? end) }

    /// The sent messages as `render` writes them. Times count from the beginning.
    var sent: [RenderLog.Line] {
        var log = RenderLog(configuration, why: false, wire: false)
        log.origin = origin
        for record in outputs {
            switch record.what {
            case .message(let message, let port): log.add(message, port: Int(port), at: record.time)
            case .ump(let ump, let place): log.add(ump: ump, place: Int(place), at: record.time)
            default: break
            }
        }
        return log.lines(until: end)
    }
}

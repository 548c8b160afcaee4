import Configuration
import MIDI
import Panel
import Routing

/// What the control thread of a running box does for its menu, done at once: it learns (M7). Nothing is written.
final class RenderDesk {
    private(set) var configuration: CompiledConfiguration
    private let prints: [String: UInt64]
    private var learnt: LearntValues
    private var learning: Learning?
    /// The newest wish of the menu to learn something that was served.
    private var askedLast: UInt32 = 0

    init(_ configuration: CompiledConfiguration, path: String) {
        self.configuration = configuration
        prints = configuration.prints
        learnt = LearntValues(path: path)
    }

    /// When a value that is learnt has rested.
    var deadline: UInt64 { learning?.deadline ?? UInt64.max }

    /// Does what the menu wants; `heard` is what came in since the last time.
    func serve(_ engine: Engine, heard: [TraceRecord], at now: UInt64) {
        // What happens is known already: it is the script.
        if engine.takeRecordWish() { engine.recorded(DisplayText("nothing written".unicodeScalars), at: now) }
        for record in heard {
            finish(
                learning?.hear(record.message, from: record.source, at: record.time, configuration.box), engine, at: now
            )
        }
        finish(learning?.advance(to: now), engine, at: now)
        if let request = engine.takeLearnRequest() { obey(request, engine, at: now) }
        if let text = learning?.takeShown(), let learning {
            engine.answer(
                LearnAnswer(asked: learning.asked, what: .half(DisplayText(text.unicodeScalars))), at: now)
        }
    }

    private func obey(_ request: LearnRequest, _ engine: Engine, at now: UInt64) {
        guard case .value(let place, let preset, let asked, let takes) = request else {
            learning = nil
            return
        }
        if asked == askedLast { return finish(learning?.choose(takes), engine, at: now) }
        askedLast = asked
        learning = nil
        let learnable = configuration.learnables[Int(preset)][place]
        do throws(LearnPlace.Problem) {
            let new = try Learning(learnable, asked: asked, preset: preset, learnt: learnt, asRead: prints)
            learning = new
            engine.answer(LearnAnswer(asked: asked, what: .asks(new.request)), at: now)
        } catch {
            Console.error("treadle: \(learnable.name) cannot be learnt: \(error.message)\n")
            engine.answer(LearnAnswer(asked: asked, what: .refused), at: now)
        }
    }

    private func finish(_ outcome: Learning.Outcome?, _ engine: Engine, at now: UInt64) {
        guard let outcome, let done = learning else { return }
        var what: LearnAnswer.What
        switch outcome {
        case .nothing: return
        case .refused(let why):
            Console.error(why)
            what = .refused
            learning = nil
        case .learnt(let text, let new):
            learnt.keep(text, of: done.learnable, running: done.preset)
            engine.router.pointee.exchange(new.program, learntIn: done.preset, at: now)
            configuration = new
            what = .learnt(DisplayText(text.unicodeScalars))
            learning = nil
        }
        engine.answer(LearnAnswer(asked: done.asked, what: what), at: now)
    }
}

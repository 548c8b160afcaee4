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

    init(_ configuration: CompiledConfiguration, path: String) {
        self.configuration = configuration
        prints = configuration.prints
        learnt = LearntValues(path: path)
    }

    /// Does what the menu wants; `heard` is what came in since the last time.
    func serve(_ engine: Engine, heard: [Message], at now: UInt64) {
        // What happens is known already: it is the script.
        if engine.takeRecordWish() { engine.recorded(DisplayText("nothing written".unicodeScalars), at: now) }
        for message in heard { hear(message, engine, at: now) }
        guard let request = engine.takeLearnRequest() else { return }
        learning = nil
        guard case .value(let place, let preset, let asked) = request else { return }
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

    private func hear(_ message: Message, _ engine: Engine, at now: UInt64) {
        guard let outcome = learning?.hear(message, configuration.box), let done = learning else { return }
        var what: LearnAnswer.What
        switch outcome {
        case .nothing: return
        case .half(let text): what = .half(DisplayText(text.unicodeScalars))
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

import Engine
import Configuration
import MIDI
import Panel
import Routing

/// What the control thread of a running box does for its menu, done at once: it learns (M7). Nothing is written.
final class RenderDesk {
    private(set) var configuration: CompiledConfiguration
    private var prints: [String: UInt64]
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
        dropLearnt(engine, at: now)
        if let text = learning?.takeShown(), let learning {
            engine.answer(
                LearnAnswer(asked: learning.asked, what: .half(DisplayText(text.unicodeScalars))), at: now)
        }
    }

    /// What was undone or reverted is no longer learnt (P5).
    private func dropLearnt(_ engine: Engine, at now: UInt64) {
        let router = engine.router
        if let undone = router.pointee.takeUndone() { drop(learnt.undo(undone), engine, at: now) }
        while let preset = router.pointee.takeReverted() {
            learnt.forget(running: preset)
            drop([preset], engine, at: now)
        }
    }

    /// What was saved counts as written at once (P5). Comes after `serve`.
    func store(_ engine: Engine, at now: UInt64) {
        let router = engine.router
        while let saved = router.pointee.takeSaved() {
            learnt.settle(running: saved.preset, &prints)
            router.pointee.wrote(saved.states, of: saved.preset, at: now)
        }
    }

    private func drop(_ presets: [Int32], _ engine: Engine, at now: UInt64) {
        for preset in presets {
            guard let new = try? learnt.configuration(asRead: prints) else { continue }
            let change = LearntChange(preset: preset, isLearnt: learnt.isLearnt(running: preset))
            exchange(new, change, engine, at: now)
            if let learning { engine.answer(LearnAnswer(asked: learning.asked, what: .refused), at: now) }
            learning = nil
        }
    }

    private func exchange(_ new: CompiledConfiguration, _ change: LearntChange, _ engine: Engine, at now: UInt64) {
        engine.router.pointee.exchange(new.program, change, at: now)
        configuration = new
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
            let step = learnt.keep(text, of: done.learnable, running: done.preset)
            exchange(new, LearntChange(preset: done.preset, isLearnt: true, step: step), engine, at: now)
            what = .learnt(DisplayText(text.unicodeScalars))
            learning = nil
        }
        engine.answer(LearnAnswer(asked: done.asked, what: what), at: now)
    }
}

import Configuration
import Engine
import Panel
import Routing

/// What the control thread of a running box does for its menu, done at once: it learns (M7). Nothing is written.
final class RenderDesk {
    private(set) var configuration: CompiledConfiguration
    private var prints: [String: UInt64]
    private var session: LearningSession

    init(_ configuration: CompiledConfiguration, path: String) {
        self.configuration = configuration
        prints = configuration.prints
        session = LearningSession(path: path)
    }

    /// When a value that is learnt has rested.
    var deadline: UInt64 { session.deadline }

    /// Does what the menu wants; `heard` is what came in since the last time.
    func serve(_ engine: Engine, heard: [TraceRecord], at now: UInt64) {
        // What happens is known already: it is the script.
        if engine.takeRecordWish() { engine.recorded(DisplayText("nothing written".unicodeScalars), at: now) }
        for record in heard { perform(session.hear(record, configuration.box), engine, at: now) }
        perform(session.advance(to: now), engine, at: now)
        if let request = engine.takeLearnRequest() {
            perform(session.obey(request, configuration, asRead: prints), engine, at: now)
        }
        dropLearnt(engine, at: now)
        perform(session.show(), engine, at: now)
    }

    /// What was undone or reverted is no longer learnt (P5).
    private func dropLearnt(_ engine: Engine, at now: UInt64) {
        let router = engine.router
        if let undone = router.pointee.takeUndone() {
            perform(session.undo(undone, asRead: prints), engine, at: now)
        }
        while let preset = router.pointee.takeReverted() {
            perform(session.revert(preset, asRead: prints), engine, at: now)
        }
    }

    /// What was saved counts as written at once (P5). Comes after `serve`.
    func store(_ engine: Engine, at now: UInt64) {
        let router = engine.router
        while let saved = router.pointee.takeSaved() {
            session.settle(saved.preset, &prints)
            router.pointee.wrote(saved.states, of: saved.preset, at: now)
        }
    }

    private func perform(_ effects: [LearningSession.Effect], _ engine: Engine, at now: UInt64) {
        for effect in effects {
            switch effect {
            case .answer(let answer): engine.answer(answer, at: now)
            case .exchange(let new, let change):
                engine.router.pointee.exchange(new.program, change, at: now)
                configuration = new
            case .problem(let text): Console.error(text)
            case .note: break
            }
        }
    }
}

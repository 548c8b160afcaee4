import Configuration
import Engine
import Host
import Panel
import Routing

/// Does the control thread's work for the menu, at once and without writing files: learning (M7) and saving (P5).
final class RenderDesk {
    private(set) var configuration: CompiledConfiguration
    private var hashes: [String: UInt64]
    private var session: LearningSession

    init(_ configuration: CompiledConfiguration, path: String) {
        self.configuration = configuration
        hashes = configuration.fileHashes
        session = LearningSession(path: path)
    }

    /// When the value being learnt is accepted if no other message arrives, in ns.
    var deadline: UInt64 { session.deadline }

    /// Handles the requests of the menu.
    ///
    /// - Parameter heard: messages received since the last call.
    func serve(_ engine: Engine, heard: [TraceRecord], at now: UInt64) {
        // A recording is not needed: the script already has its contents.
        if engine.takeRecordWish() { engine.recorded(DisplayText("nothing written".unicodeScalars), at: now) }
        // Tasks write files, but `render` writes none.
        if let request = engine.takeTask() {
            let text = DisplayText<20>("nothing written".unicodeScalars)
            engine.answer(MenuAnswer(asked: request.asked, what: .result(text)), at: now)
        }
        for record in heard { perform(session.hear(record, configuration.box), engine, at: now) }
        perform(session.advance(to: now), engine, at: now)
        if let request = engine.takeLearnRequest() {
            perform(session.obey(request, configuration, asRead: hashes), engine, at: now)
        }
        dropLearnt(engine, at: now)
        perform(session.show(), engine, at: now)
    }

    /// Drops the learnt values that were undone or reverted (P5).
    private func dropLearnt(_ engine: Engine, at now: UInt64) {
        if let undone = engine.router.takeUndone() {
            perform(session.undo(undone, asRead: hashes), engine, at: now)
        }
        while let preset = engine.router.takeReverted() {
            perform(session.revert(preset, asRead: hashes), engine, at: now)
        }
    }

    /// Counts saved presets as written (P5). Called after `serve`.
    func store(_ engine: Engine, at now: UInt64) {
        while let saved = engine.router.takeSaved() {
            session.settle(saved.preset, &hashes)
            engine.router.wrote(saved.states, of: saved.preset, at: now)
        }
    }

    private func perform(_ effects: [LearningSession.Effect], _ engine: Engine, at now: UInt64) {
        for effect in effects {
            switch effect {
            case .answer(let answer): engine.answer(answer, at: now)
            case .exchange(let new, let change):
                engine.router.exchange(new.plan, change, at: now)
                configuration = new
            case .problem(let text): Console.error(text)
            case .note: break
            }
        }
    }
}

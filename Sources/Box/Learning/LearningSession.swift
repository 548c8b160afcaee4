import Configuration
import Engine
import Panel
import Routing
import Program

/// What the menu of the box learns (M7), and what was learnt and stands in no file yet (P5). The same in `run` and in
/// `render`: each call returns what is to be done about it.
struct LearningSession {
    enum Effect {
        case answer(LearnAnswer)
        /// Exchange the configuration that runs for one with other learnt values.
        case exchange(CompiledConfiguration, LearntChange)
        /// Tell the person at the console.
        case note(String)
        case problem(String)
    }

    private(set) var learnt: LearntValues
    private var learning: Learning?
    /// The newest wish of the menu to learn something that was served.
    private var askedLast: UInt32 = 0

    /// - Parameter path: of the configuration.
    init(path: String) { learnt = LearntValues(path: path) }

    var isLearning: Bool { learning != nil }

    /// When a value that is learnt has rested.
    var deadline: UInt64 { learning?.deadline ?? UInt64.max }

    /// Does what the menu wants from now on.
    ///
    /// - Parameter prints: what the files held when they were read.
    mutating func obey(
        _ request: LearnRequest, _ configuration: CompiledConfiguration, asRead prints: [String: UInt64]
    ) -> [Effect] {
        guard case .value(let place, let preset, let asked, let takes) = request else {
            learning = nil
            return []
        }
        var effects: [Effect] = []
        if asked != askedLast {
            askedLast = asked
            effects = begin(place, of: preset, asked, configuration, asRead: prints)
        }
        return effects + finish(learning?.choose(takes))
    }

    /// Hears a message that came in.
    mutating func hear(_ record: TraceRecord, _ box: BoxConfiguration) -> [Effect] {
        finish(learning?.hear(record.message, from: record.source, at: record.time, box))
    }

    /// Takes a value that has rested by then: everything that came before was heard.
    mutating func advance(to now: UInt64) -> [Effect] { finish(learning?.advance(to: now)) }

    /// Shows the value so far where it is new.
    mutating func show() -> [Effect] {
        guard let text = learning?.takeShown(), let learning else { return [] }
        return [.answer(LearnAnswer(asked: learning.asked, what: .half(DisplayText(text.unicodeScalars))))]
    }

    private mutating func begin(
        _ place: Int, of preset: PresetIndex, _ asked: UInt32, _ configuration: CompiledConfiguration,
        asRead prints: [String: UInt64]
    ) -> [Effect] {
        learning = nil
        guard configuration.learnables.indices.contains(preset.position),
            configuration.learnables[preset.position].indices.contains(place)
        else { return [.answer(LearnAnswer(asked: asked, what: .refused))] }
        let learnable = configuration.learnables[preset.position][place]
        do throws(LearnPlace.Problem) {
            let new = try Learning(learnable, asked: asked, preset: preset, learnt: learnt, asRead: prints)
            learning = new
            return [.answer(LearnAnswer(asked: asked, what: .asks(new.request)))]
        } catch {
            return [
                .problem("treadle: \(learnable.name) cannot be learnt: \(error.message)\n"),
                .answer(LearnAnswer(asked: asked, what: .refused)),
            ]
        }
    }

    private mutating func finish(_ outcome: Learning.Outcome?) -> [Effect] {
        guard let outcome, let done = learning else { return [] }
        switch outcome {
        case .nothing: return []
        case .refused(let why):
            return [.problem("\(why)treadle: \(done.learnable.name) stays as it was\n")] + refuse()
        case .learnt(let text, let new):
            learning = nil
            let step = learnt.keep(text, of: done.learnable, running: done.preset)
            return [
                .exchange(new, LearntChange(preset: done.preset, isLearnt: true, step: step)),
                .answer(LearnAnswer(asked: done.asked, what: .learnt(DisplayText(text.unicodeScalars)))),
                .note("treadle: \(done.learnable.name) is \(text); save keeps it\n"),
            ]
        }
    }

    /// Ends learning without a value.
    private mutating func refuse() -> [Effect] {
        guard let learning else { return [] }
        self.learning = nil
        return [.answer(LearnAnswer(asked: learning.asked, what: .refused))]
    }
}

// MARK: - What was learnt

extension LearningSession {
    /// P5: drops a learnt value by its number, and those that were learnt later.
    mutating func undo(_ number: UInt32, asRead prints: [String: UInt64]) -> [Effect] {
        var left = learnt
        let presets = left.undo(number)
        return drop(but: left, presets, asRead: prints)
    }

    /// P5: drops what was learnt in a preset and is in no file.
    mutating func revert(_ preset: PresetIndex, asRead prints: [String: UInt64]) -> [Effect] {
        if !learnt.isLearnt(running: preset) { return [] }
        var left = learnt
        left.forget(running: preset)
        return drop(but: left, [preset], asRead: prints)
    }

    /// Forgets what was learnt in a preset: it is saved.
    mutating func forget(_ preset: PresetIndex) { learnt.forget(running: preset) }

    /// Counts what was learnt in a preset as saved where no file is written.
    mutating func settle(_ preset: PresetIndex, _ prints: inout [String: UInt64]) {
        learnt.settle(running: preset, &prints)
    }

    /// Another configuration is read: what was learnt in the old one is in no file, and is dropped.
    mutating func forgetAll() -> [Effect] {
        learnt.forgetAll()
        return refuse()
    }

    /// Takes configurations without what was learnt in presets.
    private mutating func drop(
        but left: LearntValues, _ presets: [PresetIndex], asRead prints: [String: UInt64]
    ) -> [Effect] {
        var effects: [Effect] = []
        for preset in presets {
            do throws(LearnPlace.Problem) {
                let new = try left.configuration(asRead: prints)
                effects.append(
                    .exchange(new, LearntChange(preset: preset, isLearnt: left.isLearnt(running: preset))))
            } catch {
                return effects + [.problem("treadle: the learnt values stay: \(error.message)\n")]
            }
            learnt = left
            // Its place was found among what was learnt before.
            effects += refuse()
        }
        return effects
    }
}

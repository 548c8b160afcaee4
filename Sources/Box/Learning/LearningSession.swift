import Configuration
import Engine
import Panel
import Routing
import Plan

/// The learning of the menu (M7) and the learnt values that are in no file yet (P5). `run` and `render` share this
/// type: each call returns the effects that the caller has to carry out.
struct LearningSession {
    enum Effect {
        /// Answer the menu.
        case answer(LearnAnswer)
        /// Exchange the running configuration for a configuration with other learnt values.
        case exchange(CompiledConfiguration, LearntChange)
        /// Print on standard output.
        case note(String)
        /// Print on standard error.
        case problem(String)
    }

    private(set) var learnt: LearntValues
    private var learning: Learning?
    /// Number of the last request that was handled.
    private var askedLast: UInt32 = 0

    /// - Parameter path: path of the configuration.
    init(path: String) { learnt = LearntValues(path: path) }

    var isLearning: Bool { learning != nil }

    /// When the value being learnt is accepted if no other message arrives, in ns.
    var deadline: UInt64 { learning?.deadline ?? UInt64.max }

    /// Handles a request of the menu.
    ///
    /// - Parameter hashes: hashes of the files as they were read.
    mutating func obey(
        _ request: LearnRequest, _ configuration: CompiledConfiguration, asRead hashes: [String: UInt64]
    ) -> [Effect] {
        guard case .value(let place, let preset, let asked, let takes) = request else {
            learning = nil
            return []
        }
        var effects: [Effect] = []
        if asked != askedLast {
            askedLast = asked
            effects = begin(place, of: preset, asked, configuration, asRead: hashes)
        }
        return effects + finish(learning?.choose(takes))
    }

    /// Handles a received message.
    mutating func hear(_ record: TraceRecord, _ box: BoxConfiguration) -> [Effect] {
        finish(learning?.hear(record.message, from: record.source, at: record.time, box))
    }

    /// Accepts the last value if `deadline` has passed. Called after all earlier messages were handled.
    mutating func advance(to now: UInt64) -> [Effect] { finish(learning?.advance(to: now)) }

    /// Shows the value so far if it is new.
    mutating func show() -> [Effect] {
        guard let text = learning?.takeShown(), let learning else { return [] }
        return [.answer(LearnAnswer(asked: learning.asked, what: .half(DisplayText(text.unicodeScalars))))]
    }

    private mutating func begin(
        _ place: Int, of preset: PresetIndex, _ asked: UInt32, _ configuration: CompiledConfiguration,
        asRead hashes: [String: UInt64]
    ) -> [Effect] {
        learning = nil
        guard configuration.learnables.indices.contains(preset.position),
            configuration.learnables[preset.position].indices.contains(place)
        else { return [.answer(LearnAnswer(asked: asked, what: .refused))] }
        let learnable = configuration.learnables[preset.position][place]
        do throws(LearnPlace.Problem) {
            let new = try Learning(learnable, asked: asked, preset: preset, learnt: learnt, asRead: hashes)
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

// MARK: - Learnt values

extension LearningSession {
    /// P5: drops a learnt value by its number, and all values that were learnt later.
    mutating func undo(_ number: UInt32, asRead hashes: [String: UInt64]) -> [Effect] {
        var left = learnt
        let presets = left.undo(number)
        return drop(but: left, presets, asRead: hashes)
    }

    /// P5: drops the values that were learnt in a preset and are in no file.
    mutating func revert(_ preset: PresetIndex, asRead hashes: [String: UInt64]) -> [Effect] {
        if !learnt.isLearnt(running: preset) { return [] }
        var left = learnt
        left.forget(running: preset)
        return drop(but: left, [preset], asRead: hashes)
    }

    /// Forgets the learnt values of a preset because they are saved.
    mutating func forget(_ preset: PresetIndex) { learnt.forget(running: preset) }

    /// Counts the learnt values of a preset as saved, for a caller that writes no files.
    mutating func settle(_ preset: PresetIndex, _ hashes: inout [String: UInt64]) {
        learnt.settle(running: preset, &hashes)
    }

    /// Drops all learnt values, because another configuration was read.
    mutating func forgetAll() -> [Effect] {
        learnt.forgetAll()
        return refuse()
    }

    /// Takes other drafts, over which values are learnt (W13).
    mutating func lay(_ drafts: DraftFiles, path: String) { learnt.lay(drafts, path: path) }

    /// Exchanges the configuration for a configuration with only the learnt values in `left`.
    private mutating func drop(
        but left: LearntValues, _ presets: [PresetIndex], asRead hashes: [String: UInt64]
    ) -> [Effect] {
        var effects: [Effect] = []
        for preset in presets {
            do throws(LearnPlace.Problem) {
                let new = try left.configuration(asRead: hashes)
                effects.append(
                    .exchange(new, LearntChange(preset: preset, isLearnt: left.isLearnt(running: preset))))
            } catch {
                return effects + [.problem("treadle: the learnt values stay: \(error.message)\n")]
            }
            learnt = left
            // The place of a value being learnt was found in the old configuration.
            effects += refuse()
        }
        return effects
    }
}

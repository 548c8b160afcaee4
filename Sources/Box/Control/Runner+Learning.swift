import Loop
import Engine
import Configuration
import MIDI
import Panel
import Routing

// What the menu learns (M7): the loop asks and goes on, this thread hears what comes in and makes the new configuration.
extension Runner {
    /// What the menu wants to have learnt from now on.
    func learn(_ request: LearnRequest) {
        guard case .value(let place, let preset, let asked, let takes) = request else {
            learning = nil
            return watchIfWanted()
        }
        if asked != askedLast {
            askedLast = asked
            begin(place, of: preset, asked)
            watchIfWanted()
        }
        // What came before the press belongs to the value.
        if takes > 0 { showClients() }
        if let outcome = learning?.choose(takes) { finish(outcome) }
    }

    private func begin(_ place: Int, of preset: Int32, _ asked: UInt32) {
        guard configuration.learnables.indices.contains(Int(preset)),
            configuration.learnables[Int(preset)].indices.contains(place)
        else { return answer(asked, .refused) }
        let learnable = configuration.learnables[Int(preset)][place]
        learning = nil
        do throws(LearnPlace.Problem) {
            let new = try Learning(learnable, asked: asked, preset: preset, learnt: learnt, asRead: prints)
            learning = new
            answer(asked, .asks(new.request))
        } catch {
            Console.error("treadle: \(learnable.name) cannot be learnt: \(error.message)\n")
            answer(asked, .refused)
        }
    }

    /// Another configuration is read: what was learnt in the old one is in no file, and is dropped.
    func forgetLearnt() {
        if let learning { answer(learning.asked, .refused) }
        learnt.forgetAll()
        learning = nil
    }

    /// Hears a message that came in while something is learnt.
    func hearLearning(_ record: TraceRecord) {
        let outcome = learning?.hear(
            record.message, from: record.source, at: record.time, configuration.box)
        if let outcome { finish(outcome) }
    }

    /// Takes a value that has rested by then, and shows one that is new: everything that came before was heard.
    func advanceLearning(to now: UInt64) {
        if let outcome = learning?.advance(to: now) { finish(outcome) }
        guard let text = learning?.takeShown(), let learning else { return }
        answer(learning.asked, .half(DisplayText(text.unicodeScalars)))
    }

    private func finish(_ outcome: Learning.Outcome) {
        guard let learning else { return }
        switch outcome {
        case .nothing: break
        case .refused(let why):
            Console.error("\(why)treadle: \(learning.learnable.name) stays as it was\n")
            self.learning = nil
            answer(learning.asked, .refused)
        case .learnt(let text, let new):
            self.learning = nil
            let step = learnt.keep(text, of: learning.learnable, running: learning.preset)
            exchange(new, LearntChange(preset: learning.preset, isLearnt: true, step: step))
            answer(learning.asked, .learnt(DisplayText(text.unicodeScalars)))
            Console.out("treadle: \(learning.learnable.name) is \(text); save keeps it\n")
        }
    }

    private func exchange(_ new: CompiledConfiguration, _ change: LearntChange) {
        handOver(new, isRead: false)
        tell(.exchange(handed.program, change))
    }

    /// P5: drops a learnt value and those that were learnt later.
    func undoLearnt(_ number: UInt32) {
        var left = learnt
        let presets = left.undo(number)
        dropLearnt(but: left, presets)
    }

    /// P5: drops what was learnt in a preset and is in no file.
    func revertLearnt(in preset: Int32) {
        var left = learnt
        left.forget(running: preset)
        dropLearnt(but: left, [preset])
    }

    /// Takes configurations without what was learnt in presets.
    private func dropLearnt(but left: LearntValues, _ presets: [Int32]) {
        for preset in presets {
            do throws(LearnPlace.Problem) {
                let new = try left.configuration(asRead: prints)
                exchange(new, LearntChange(preset: preset, isLearnt: left.isLearnt(running: preset)))
            } catch {
                return Console.error("treadle: the learnt values stay: \(error.message)\n")
            }
            learnt = left
            // Its place was found among what was learnt before.
            if let learning { answer(learning.asked, .refused) }
            learning = nil
        }
    }

    private func answer(_ asked: UInt32, _ what: LearnAnswer.What) {
        tell(.answer(LearnAnswer(asked: asked, what: what)))
    }

    /// M10: the flight recorder is written where the box keeps its own; the menu shows the name of the file.
    func record() {
        do throws(SafeFiles<SystemCalls>.Problem) {
            let path = try writeRecording()
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
            tell(.recorded(DisplayText(name.unicodeScalars)))
        } catch {
            Console.error("treadle: the flight recorder is not written: \(error.message)\n")
            tell(.recorded(DisplayText("not written".unicodeScalars)))
        }
    }
}

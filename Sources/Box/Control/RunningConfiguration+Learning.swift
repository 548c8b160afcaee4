import Configuration
import Engine
import Host
import Loop
import Plan
import Routing
import Upkeep

// M7: the menu learns values. The loop sends requests and runs on; the control thread reads the input and makes the new
// configuration.
extension RunningConfiguration {
    /// Handles a request of the menu.
    func learn(_ request: LearnRequest) {
        // W13: a learnt value could not become a draft besides one that has errors.
        if case .value(_, _, let asked, _) = request, !drafts.isInForce {
            Console.error("treadle: nothing can be learnt while a draft is not in force\n")
            return link.tell(.answer(LearnAnswer(asked: asked, what: .refused)))
        }
        perform(learning.obey(request, current, asRead: hashes))
    }

    /// Handles a received message while a value is being learnt.
    func hear(_ record: TraceRecord) {
        if learning.isLearning { perform(learning.hear(record, current.box)) }
    }

    /// Accepts the last value if its deadline has passed, and shows a new value. Called after all earlier messages were
    /// handled.
    func advanceLearning(to now: UInt64) {
        perform(learning.advance(to: now))
        perform(learning.show())
    }

    /// P5: drops a learnt value and all values that were learnt later.
    func undoLearnt(_ number: UInt32) { perform(learning.undo(number, asRead: hashes)) }

    /// P5: drops learnt values of a preset that are in no file.
    func revertLearnt(in preset: PresetIndex) { perform(learning.revert(preset, asRead: hashes)) }

    func perform(_ effects: [LearningSession.Effect]) {
        for effect in effects {
            switch effect {
            case .answer(let answer): link.tell(.answer(answer))
            case .exchange(let new, let change):
                handOver(new, isRead: false)
                link.tell(.exchange(handed.plan, change))
                tellUnsaved()
            case .note(let text): Console.out(text)
            case .problem(let text): Console.error(text)
            }
        }
    }
}

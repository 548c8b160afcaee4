import Configuration
import Engine
import Loop
import Program
import Routing

// What the menu learns (M7): the loop asks and goes on, the control thread hears what comes in and makes the new configuration.
extension RunningConfiguration {
    /// Does what the menu wants to have learnt from now on.
    func learn(_ request: LearnRequest) { perform(learning.obey(request, current, asRead: prints)) }

    /// Hears a message that came in while something is learnt.
    func hear(_ record: TraceRecord) {
        if learning.isLearning { perform(learning.hear(record, current.box)) }
    }

    /// Takes a value that has rested by then, and shows one that is new: everything that came before was heard.
    func advanceLearning(to now: UInt64) {
        perform(learning.advance(to: now))
        perform(learning.show())
    }

    /// P5: drops a learnt value and those that were learnt later.
    func undoLearnt(_ number: UInt32) { perform(learning.undo(number, asRead: prints)) }

    /// P5: drops what was learnt in a preset and is in no file.
    func revertLearnt(in preset: PresetIndex) { perform(learning.revert(preset, asRead: prints)) }

    func perform(_ effects: [LearningSession.Effect]) {
        for effect in effects {
            switch effect {
            case .answer(let answer): link.tell(.answer(answer))
            case .exchange(let new, let change):
                handOver(new, isRead: false)
                link.tell(.exchange(handed.program, change))
            case .note(let text): Console.out(text)
            case .problem(let text): Console.error(text)
            }
        }
    }
}

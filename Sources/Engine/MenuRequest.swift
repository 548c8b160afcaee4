import Panel
import Program

/// The menu's request for a task (M12, M16, M17). The loop only asks; the control thread reads and writes files.
package struct MenuRequest: BitwiseCopyable {
    package var task = MenuTask.saveAs
    /// Counts the requests, so that answers to older ones are recognised.
    package var asked: UInt32 = 0
    /// Whether the player has answered what the task asked: do it.
    package var isAnswered = false
    /// The preset that runs.
    package var preset = PresetIndex.none
    /// Its mutes and bypasses, as `save` would write them.
    package var states = SavedStates()
    /// The name that was typed.
    package var name = DisplayText<20>()
    /// The number that was chosen.
    package var number = 0

    package init() {}
}

/// The answer to a request for a task.
package struct MenuAnswer: BitwiseCopyable {
    package enum What: BitwiseCopyable {
        /// Ask for a name, which begins like this.
        case asksName(DisplayText<20>)
        /// Ask for a number, beginning at this one.
        case asksNumber(UInt8)
        /// Ask `No` or `Yes`, with this text beside it.
        case asksWhether(DisplayText<8>)
        /// The task goes on: show this meanwhile.
        case progress(DisplayText<20>)
        /// The task has ended: show this.
        case result(DisplayText<20>)
    }

    package var asked: UInt32
    package var what: What

    package init(asked: UInt32, what: What) { (self.asked, self.what) = (asked, what) }
}

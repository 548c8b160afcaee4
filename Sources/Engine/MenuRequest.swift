import Panel
import Plan

/// The menu's request for a task (M12, M16, M17). The loop only asks; the control thread reads and writes files.
package struct MenuRequest: BitwiseCopyable {
    package var task = MenuTask.saveAs
    /// Counts the requests, so that answers to older ones are recognised.
    package var asked: UInt32 = 0
    /// Whether the player has answered the task's question, so that the task can be carried out.
    package var isAnswered = false
    /// The preset that was running when the player asked.
    package var preset = PresetIndex.none
    /// The mutes and bypasses of `preset`, as `save` would write them.
    package var states = SavedStates()
    /// The name that was typed.
    package var name = DisplayText<20>()
    /// The number that was chosen, or the index in a list.
    package var number = 0

    package init() {}
}

/// The answer to a request for a task.
package struct MenuAnswer: BitwiseCopyable {
    package enum What: BitwiseCopyable {
        /// Ask for a name that begins with this text.
        case asksName(DisplayText<20>)
        /// Ask for a number, beginning at this one.
        case asksNumber(UInt8)
        /// Let the player choose `No` or `Yes`, and show this text beside the choice.
        case asksWhether(DisplayText<8>)
        /// One more paired browser or Bluetooth device, for `asksWhich`.
        case row(DisplayText<20>)
        /// Let the player choose one of the rows, or the entry above them.
        case asksWhich
        /// The task is not finished: show this text meanwhile.
        case progress(DisplayText<20>)
        /// The task has ended: show this text.
        case result(DisplayText<20>)
    }

    package var asked: UInt32
    package var what: What

    package init(asked: UInt32, what: What) { (self.asked, self.what) = (asked, what) }
}

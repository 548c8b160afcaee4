import MIDI

/// The menu of the box, operated with two footswitches (M1, M2, M3, M4, M5, M6, M7, M8, M9, M11, M12, M13,
/// M14): the open page, the chosen entry, and the user's wishes.
///
/// It does not know presets or ports. Its owner passes the lengths of the lists and the gestures of the menu's
/// footswitches, carries out the wishes, and makes the picture. It has no clock: the owner reads `nextDeadline` and
/// calls `advance(to:_:)`. Times are nanoseconds.
public struct Menu: Sendable {
    /// A page of the menu.
    public enum Page: UInt8, BitwiseCopyable, Sendable {
        case closed
        /// The entries of `MenuEntry`.
        case top
        case presets, setLists, tempo, learn, tilt, ports, counters, faults, network, clock, edit
        /// A task is with the control thread.
        case waiting
        /// A task asks for a name, a number, or whether it may go on.
        case naming, numbers, question
        /// Waits for a value to learn.
        case learning
        /// Shows the result of learning.
        case learnt
    }

    /// A gesture of the menu's footswitches.
    public enum Gesture: BitwiseCopyable, Sendable {
        /// Both footswitches were held for a second (M1).
        case opens
        case step, stepLong, stepUp
        /// A knob is turned back (I10).
        case stepBack
        case choose, chooseLong, chooseUp
    }

    /// What the user wants the box to do.
    public enum Wish: Equatable, BitwiseCopyable, Sendable {
        case nothing
        /// Loads the preset at an index of the list.
        case load(Int)
        /// Chooses the set list at an index of the list.
        case setList(Int)
        case save, undo, revert, panic, tap
        /// Changes the tempo, in hundredths of BPM.
        case tempo(by: Int32)
        /// Begins to learn the value at an index of the list.
        case learn(Int)
        /// Takes the value that was learnt so far.
        case take
        /// Begins, or ends, learning the range of the tilt.
        case beginTilt, endTilt
        /// Writes the flight recorder to a file.
        case record
        case transport(MenuTransport)
        /// Makes the display brighter, or dark after the brightest.
        case light
        /// Begins a task.
        case begin(MenuTask)
        /// Does the task with what the player has answered: the name that was typed, a number, or yes.
        case finish(MenuTask, number: Int)
    }

    /// The lengths of the lists, and the indices of the running preset and set list in theirs.
    public struct Lists: BitwiseCopyable, Sendable {
        public var presets = 0
        public var running = 0
        public var setLists = 0
        public var runningSetList = 0
        public var learnables = 0
        public var ports = 0
        public var counters = 0
        public var faults = 0
        public var network = 0

        public init() {}

        /// Whether there are several to choose from.
        var hasSetLists: Bool { setLists > 1 }
    }

    public internal(set) var page = Page.closed
    /// The index of the entry under the cursor.
    public internal(set) var cursor = 0
    /// The entry of the first page to which the open page belongs.
    var entry = MenuEntry.preset
    /// The index of the value being learnt.
    var learning = 0
    /// The task to which the pages of a task belong.
    public internal(set) var task = MenuTask.saveAs
    /// The name on the page `naming`.
    public internal(set) var typed = NameEntry()
    /// Whether the choosing switch is down and its choice is not carried out yet.
    var isChoosing = false
    /// Whether a long press on the page `Tilt` is learning the range of the tilt (M9).
    public internal(set) var isTilting = false
    /// When the menu closes by itself (M5).
    var leavesAt = never
    /// When a held stepping switch steps again (M4).
    var stepsAt = never

    public init() {}

    public var isOpen: Bool { page != .closed }

    /// Whether the bytes of `page` are `closed`, its first case.
    public mutating func hasClosedPage() -> Bool { RawBytes.isCase(&page, of: 1) }

    /// The time at which `advance(to:_:)` must be called, in ns; `never` if nothing is pending.
    // Inlined, because a call at each wake would copy the whole value.
    @inline(__always)
    public var nextDeadline: UInt64 { min(leavesAt, stepsAt) }

    /// Takes a gesture of the two footswitches.
    public mutating func take(_ gesture: Gesture, _ lists: Lists, at time: UInt64) -> Wish {
        if gesture == .opens {
            open(.top, at: 0)
            touch(time)
            return .nothing
        }
        guard isOpen else { return .nothing }
        touch(time)
        switch gesture {
        case .opens: break
        case .step: step(lists)
        case .stepBack: stepBack(lists)
        case .stepLong:
            stepHeld(lists)
            stepsAt = time + PanelLimits.menuRepeat
        case .stepUp: stepsAt = never
        case .choose:
            // A tap counts from the press (M6). Every other choice waits until the press is not a long one.
            if page == .tempo && cursor == 0 { return .tap }
            isChoosing = true
            if page == .tilt { return hold() }
        case .chooseLong:
            if page == .tilt && isChoosing {
                isTilting = true
                leavesAt = never
                break
            }
            isChoosing = false
            back(lists)
        case .chooseUp:
            if isTilting { return endTilt(at: time) }
            if isChoosing { return choose(lists) }
        }
        return .nothing
    }

    /// Lets time pass: a held stepping switch steps on, and an untouched menu closes (M4, M5).
    public mutating func advance(to now: UInt64, _ lists: Lists) {
        while stepsAt <= now && isOpen {
            stepHeld(lists)
            touch(stepsAt)
            stepsAt += PanelLimits.menuRepeat
        }
        if leavesAt <= now { close() }
    }

    public mutating func close() {
        page = .closed
        isChoosing = false
        isTilting = false
        leavesAt = never
        stepsAt = never
    }

    /// Keeps the menu open because a value being learnt arrived, whole or in part (M7).
    public mutating func heard(at time: UInt64) {
        if page == .learning { touch(time) }
    }

    /// Shows the result of learning for as long as a status, then closes the menu (M7).
    public mutating func hasLearnt(at time: UInt64) {
        if page == .learning { showLearnt(at: time) }
    }

    /// Shows the result of a task or of writing the flight recorder, or the chosen set list, for as long as a status,
    /// then closes the menu (M10, M12, M3).
    public mutating func showsResult(at time: UInt64) {
        if page == .top || page == .waiting { showLearnt(at: time) }
    }

    private mutating func showLearnt(at time: UInt64) {
        open(.learnt, at: 0)
        leavesAt = time + PanelLimits.noticeTime
    }

    /// Begins learning the range of the tilt at the press of the choosing switch (M9).
    private mutating func hold() -> Wish {
        leavesAt = never
        return .beginTilt
    }

    private mutating func endTilt(at time: UInt64) -> Wish {
        showLearnt(at: time)
        return .endTilt
    }
}

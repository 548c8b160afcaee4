import MIDI

/// The menu on the box, by two of its footswitches (M1, M2, M3, M4, M5, M6, M7, M8, M9): which page is open, where on
/// it, and what is asked for.
///
/// It knows nothing of presets or ports: whoever owns it says how long the lists are, gives it the gestures that are the
/// menu's, does what it wishes, and makes the picture. It owns no clock, as `Footswitches`: `nextDeadline` and
/// `advance(to:)`. Times are nanoseconds.
public struct Menu: Sendable {
    /// What is shown.
    public enum Page: UInt8, BitwiseCopyable, Sendable {
        case closed
        /// The entries of `MenuEntry`.
        case top
        case presets, tempo, learn, tilt, ports, counters, faults
        /// A value is waited for.
        case learning
        /// What was learnt, or that nothing could be.
        case learnt
    }

    /// What a footswitch of the menu does.
    public enum Gesture: BitwiseCopyable, Sendable {
        /// Both have been held for a second (M1).
        case opens
        case step, stepLong, stepUp
        case choose, chooseLong, chooseUp
    }

    /// What is to be done.
    public enum Wish: Equatable, BitwiseCopyable, Sendable {
        case nothing
        /// The preset at that place of the list.
        case load(Int)
        case save, undo, revert, panic, tap
        /// Hundredths of BPM.
        case tempo(by: Int32)
        /// The value at that place of the list is to be learnt.
        case learn(Int)
        /// The value that has followed what came so far is to be taken.
        case take
        /// The range of the tilt is to be learnt from now on, and was until now.
        case beginTilt, endTilt
        /// What the flight recorder remembers is to be written.
        case record
    }

    /// How long the lists are, and where in that of the presets the running one is.
    public struct Lists: BitwiseCopyable, Sendable {
        public var presets = 0
        public var running = 0
        public var learnables = 0
        public var ports = 0
        public var counters = 0
        public var faults = 0

        public init() {}
    }

    public internal(set) var page = Page.closed
    /// The entry that would be chosen, from 0.
    public internal(set) var cursor = 0
    /// The entry of the first page that the open one belongs to.
    var entry = MenuEntry.preset
    /// The place in the list of what is learnt.
    var learning = 0
    /// The foot is on the choosing switch, and what it chooses is still to be done.
    var isChoosing = false
    /// On the page of the tilt it has been there for long: the board is tilted (M9).
    public internal(set) var isTilting = false
    var leavesAt = never
    var stepsAt = never

    public init() {}

    public var isOpen: Bool { page != .closed }

    /// Whether bytes that were put in its place say that it is closed, the first case of a page.
    public mutating func hasClosedPage() -> Bool { RawBytes.isCase(&page, of: 1) }

    /// When `advance(to:_:)` has something to do, in ns.
    // Inlined, since it is asked for at each wake: called, it is handed a copy of everything.
    @inline(__always)
    public var nextDeadline: UInt64 { min(leavesAt, stepsAt) }

    /// A gesture of the two switches.
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
        case .stepLong:
            step(lists)
            stepsAt = time + PanelLimits.menuRepeat
        case .stepUp: stepsAt = never
        case .choose:
            // A tap is the foot's first touch (M6); everything else waits for whether it is long.
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
            back()
        case .chooseUp:
            if isTilting { return endTilt(at: time) }
            if isChoosing { return choose(lists) }
        }
        return .nothing
    }

    /// Lets time pass: a held switch steps on, and what nobody touches leaves (M4, M5).
    public mutating func advance(to now: UInt64, _ lists: Lists) {
        while stepsAt <= now && isOpen {
            step(lists)
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

    /// Half of a value was heard, or another one: it is being played (M7).
    public mutating func heard(at time: UInt64) {
        if page == .learning { touch(time) }
    }

    /// What was learnt, or not, is shown for as long as a status, then the menu leaves (M7).
    public mutating func hasLearnt(at time: UInt64) {
        if page == .learning { showLearnt(at: time) }
    }

    /// What was written, or why not, is shown likewise (M10).
    public mutating func hasRecorded(at time: UInt64) {
        if page == .top { showLearnt(at: time) }
    }

    private mutating func showLearnt(at time: UInt64) {
        open(.learnt, at: 0)
        leavesAt = time + PanelLimits.noticeTime
    }

    /// M9: the foot is down on the page of the tilt; the angles count from here on.
    private mutating func hold() -> Wish {
        leavesAt = never
        return .beginTilt
    }

    private mutating func endTilt(at time: UInt64) -> Wish {
        showLearnt(at: time)
        return .endTilt
    }
}

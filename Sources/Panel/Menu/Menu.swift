import MIDI

/// The menu of the box, operated with two footswitches (M1, M2, M3, M4, M5, M6, M7, M8, M9, M11, M12, M13, M14): the
/// open page, the chosen entry, and requests to the box.
///
/// The menu does not know presets or ports. Its owner passes the lengths of the lists and the gestures of the menu's
/// footswitches, carries out the wishes, and makes the picture. The menu has no clock: the owner reads `nextDeadline`
/// and calls `advance(to:_:)`. Times are in nanoseconds.
package struct Menu: Sendable {
    /// A page of the menu.
    package enum Page: UInt8, BitwiseCopyable, Sendable {
        case closed
        /// The entries of `MenuEntry`.
        case top
        case presets, setLists, tempo, learn, tilt, ports, counters, faults, network, clock, edit, transpose, variables
        /// `Pair`, `Visible`, the peers of Bluetooth and `Forget` (B16).
        case bluetooth
        /// All devices that have paired, or one of them, to be forgotten (B4).
        case bonds
        /// A code for a new browser, and the paired browsers (W4).
        case browsers
        /// The wireless network (L6).
        case wifi
        /// The QR code of the access point, over the whole display (L6).
        case code
        /// The control thread works on a task.
        case waiting
        /// A task asks for a name or a number, or asks whether to continue.
        case naming, numbers, question
        /// Waits for a value to learn.
        case learning
        /// Shows the result of learning.
        case learnt
    }

    /// A gesture of the menu's footswitches.
    package enum Gesture: BitwiseCopyable, Sendable {
        /// Both footswitches were held for a second (M1).
        case opens
        case step, stepLong, stepUp
        /// A knob was turned back (I10).
        case stepBack
        case choose, chooseLong, chooseUp
    }

    /// A request of the player to the box.
    package enum Wish: Equatable, BitwiseCopyable, Sendable {
        case nothing
        /// Loads the preset at an index of the preset list.
        case load(Int)
        /// Selects the set list at an index of the list of set lists.
        case setList(Int)
        case save, undo, revert, panic, tap
        /// Changes the tempo by hundredths of a BPM.
        case tempo(by: Int32)
        /// Begins to learn the value at an index of the list of learnable values.
        case learn(Int)
        /// Accepts the value learnt so far.
        case take
        /// Begins or ends learning the range of the tilt.
        case beginTilt, endTilt
        /// Writes the flight recorder to a file.
        case record
        case transport(MenuTransport)
        case transpose(MenuTransposition)
        /// Steps the variable at an index of the list of variables (M19).
        case variable(Int)
        /// Makes the display brighter; after the brightest level, dark.
        case light
        /// Begins a task.
        case begin(MenuTask)
        /// Does the task with the player's answer: the typed name, a number, an
        /// index of a list, or yes, which is the number 0.
        case finish(MenuTask, number: Int)
    }

    /// The lengths of the lists, and the indices of the running preset and set list in their lists.
    package struct Lists: BitwiseCopyable, Sendable {
        package var presets = 0
        package var running = 0
        package var setLists = 0
        package var runningSetList = 0
        package var learnables = 0
        package var ports = 0
        package var counters = 0
        package var faults = 0
        package var network = 0
        /// The peers of Bluetooth.
        package var bluetooth = 0
        package var variables = 0
        /// The paired browsers, or the devices that have paired by Bluetooth.
        package var browsers = 0
        /// Whether the box has a page (W1).
        package var hasPage = false
        /// Whether the page `Network` begins with `Wi-Fi`.
        package var hasWiFi = false
        /// The rows of the page `Wi-Fi` above its entries.
        package var wifiRows = 0
        /// Whether these entries are on the page `Wi-Fi`, in this order.
        package var hasCode = false
        package var hasNewPassword = false
        package var hasJoin = false

        package init() {}

        /// Whether there are several set lists to choose from.
        var hasSetLists: Bool { setLists > 1 }
        var hasVariables: Bool { variables > 0 }
    }

    package internal(set) var page = Page.closed
    /// The index of the entry under the cursor.
    package internal(set) var cursor = 0
    /// The entry of the first page that led to the open page.
    var entry = MenuEntry.preset
    /// The index of the value being learnt.
    var learning = 0
    /// The task whose pages are open, or were open last.
    package internal(set) var task = MenuTask.saveAs
    /// The name being typed on the page `naming`.
    package internal(set) var typed = NameEntry()
    /// Whether the choose switch is down and its choice is not carried out yet.
    var isChoosing = false
    /// Whether the range of the tilt is being learnt with a long press on the page `Tilt` (M9).
    package internal(set) var isTilting = false
    /// The time at which the menu closes by itself, in ns (M5).
    var leavesAt = never
    /// The time at which a held step switch steps again, in ns (M4).
    var stepsAt = never

    package init() {}

    package var isOpen: Bool { page != .closed }

    /// Whether the bytes of `page` are those of `closed`, the first case.
    package mutating func hasClosedPage() -> Bool { RawBytes.isCase(&page, of: 1) }

    /// The time at which `advance(to:_:)` must be called, in ns; `never` if nothing is pending.
    // Inlined, because a call at each wake-up would copy the whole value.
    @inline(__always)
    package var nextDeadline: UInt64 { min(leavesAt, stepsAt) }

    /// Handles a gesture of the two footswitches; returns the player's request.
    package mutating func handle(_ gesture: Gesture, _ lists: Lists, at time: UInt64) -> Wish {
        if gesture == .opens {
            open(.top, at: 0)
            touch(time)
            return .nothing
        }
        guard isOpen else { return .nothing }
        touch(time)
        if page == .code {
            if gesture == .step || gesture == .stepBack || gesture == .choose { leaveCode(at: time) }
            return .nothing
        }
        switch gesture {
        case .opens: break
        case .step: step(lists)
        case .stepBack: stepBack(lists)
        case .stepLong:
            stepHeld(lists)
            stepsAt = time + PanelLimits.menuRepeat
        case .stepUp: stepsAt = never
        case .choose:
            // A tap acts at the press (M6). Other choices wait for the release, because a long press goes back.
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
            if isChoosing { return choose(lists, at: time) }
        }
        return .nothing
    }

    /// Repeats the step of a held step switch, and closes a menu that was not touched (M4, M5).
    package mutating func advance(to now: UInt64, _ lists: Lists) {
        while stepsAt <= now && isOpen {
            stepHeld(lists)
            touch(stepsAt)
            stepsAt += PanelLimits.menuRepeat
        }
        if leavesAt <= now { close() }
    }

    package mutating func close() {
        page = .closed
        isChoosing = false
        isTilting = false
        leavesAt = never
        stepsAt = never
    }

    /// Keeps the menu open because a value to learn has arrived, complete or in part (M7).
    package mutating func heard(at time: UInt64) {
        if page == .learning { touch(time) }
    }

    /// Shows the result of learning for the time of a status, then closes the menu (M7).
    package mutating func hasLearnt(at time: UInt64) {
        if page == .learning { showLearnt(at: time) }
    }

    /// Shows the result of a task or of writing the flight recorder, or the selected set list, for the time of a
    /// status, then closes the menu (M10, M12, M3).
    package mutating func showsResult(at time: UInt64) {
        if page == .top || page == .waiting { showLearnt(at: time) }
    }

    private mutating func showLearnt(at time: UInt64) {
        open(.learnt, at: 0)
        leavesAt = time + PanelLimits.noticeTime
    }

    /// Begins learning the range of the tilt when the choose switch is pressed (M9).
    private mutating func hold() -> Wish {
        leavesAt = never
        return .beginTilt
    }

    private mutating func endTilt(at time: UInt64) -> Wish {
        showLearnt(at: time)
        return .endTilt
    }
}

import Routing
import MIDI
import Panel
import Program

/// The engine's state of the menu: its position, and the texts about the value being learnt.
package struct MenuState {
    package var menu = Menu()
    /// The knob that steps through the open menu, 0..<8; -1 for none (I10).
    package var knob: Int8 = -1
    /// The program's version, set when the engine is created.
    package var version = DisplayText<8>()
    /// Counts the requests to learn, so that answers to older requests are recognised.
    package var asked: UInt32 = 0
    package var request = LearnRequest.nothing
    /// The loop has not reported `request` yet.
    var isNews = false
    /// The player wants the flight recorder to be written, and the loop has not reported this yet.
    var isToRecord = false
    /// The last request for a task.
    package var task = MenuRequest()
    /// The loop has not reported `task` yet.
    var isTaskNews = false
    /// Some request may be unreported. One flag for all of them, so that the loop checks only this one.
    package var hasWishes = false
    /// The text that the menu shows while the control thread works on the task.
    var progress = DisplayText<20>()
    /// The text beside `No` and `Yes`.
    var question = DisplayText<8>()
    /// The name of the value being learnt.
    package var name = DisplayText<20>()
    /// The instruction to the player, shown as the title.
    package var ask = DisplayText<8>()
    /// The part of the value that was received so far.
    package var half = DisplayText<20>()
    /// The result that the menu shows.
    var result = MenuPicture()
}

/// The menu's request to learn (M7). The loop only asks; the control thread reads files and makes texts.
package enum LearnRequest: Equatable, BitwiseCopyable {
    case nothing
    /// Learn the value at index `place` of a preset's learnable values. `asked` numbers the request, `takes` counts the
    /// presses that accept the value received so far.
    case value(place: Int, preset: PresetIndex, asked: UInt32, takes: UInt8)
}

/// The answer to a request to learn.
package struct LearnAnswer: BitwiseCopyable {
    package enum What: BitwiseCopyable {
        /// The instruction to the player.
        case asks(DisplayText<8>)
        /// The part of the value that was received so far.
        case half(DisplayText<20>)
        case learnt(DisplayText<20>)
        case refused
    }

    package var asked: UInt32
    package var what: What

    package init(asked: UInt32, what: What) { (self.asked, self.what) = (asked, what) }
}

extension Engine {
    /// Handles a gesture of the menu's two switches.
    func menuGesture(_ gesture: Menu.Gesture, at time: UInt64) {
        switch menu.pointee.menu.take(gesture, menuLists, at: time) {
        case .nothing: break
        case .load(let place):
            router.pointee.perform(.load(router.pointee.runningProgram.pointee.numbered[place]), at: time)
        case .setList(let place):
            router.pointee.perform(.setList(UInt8(place)), at: time)
            tell(setListName(place), "SET LIST")
            menu.pointee.menu.showsResult(at: time)
        case .save: router.pointee.perform(.save, at: time)
        case .undo: router.pointee.perform(.undo, at: time)
        case .revert: router.pointee.perform(.revert, at: time)
        case .panic:
            router.pointee.perform(.panic, at: time)
            afterPanic(at: time)
        case .tap: router.pointee.perform(.clock(.tap), at: time)
        case .tempo(let hundredths): router.pointee.perform(.clock(.tempoBy(hundredths)), at: time)
        case .learn(let place): learn(place)
        case .take: take()
        case .beginTilt:
            beginCalibration()
            beginPedalCalibration()
        case .endTilt: endTilt()
        case .record:
            menu.pointee.isToRecord = true
            menu.pointee.hasWishes = true
        case .transport(let entry): transport(entry, at: time)
        case .light: stepLight()
        case .begin(let task): ask(task)
        case .finish(let task, let number): ask(task, isAnswered: true, number: number)
        }
    }

    /// Returns whether the player has asked to write the flight recorder (M10). Clears the request.
    package func takeRecordWish() -> Bool {
        defer { menu.pointee.isToRecord = false }
        return menu.pointee.isToRecord
    }

    /// Shows the file name of the written flight recorder, or that it was not written.
    package func recorded(_ text: DisplayText<20>, at time: UInt64) {
        advance(to: time)
        tell(text, "RECORDER")
        menu.pointee.menu.showsResult(at: time)
        afterMenu()
    }

    /// M9: ends the learning of a tilt range. The range is used at once, and the control thread writes it (F4).
    private func endTilt() {
        // I10: if a pedal was moved, learn the pedal and not the tilt, because each step on a pedal also moves the box.
        if case .learnt(let pedal, let range) = endPedalCalibration() {
            _ = tilt.pointee.endCalibration()
            return tell(DisplayText(pedal: pedal, range), "LEARNT")
        }
        switch endCalibration() {
        case .learnt(let axis, let range): tell(DisplayText(axis: axis, range), "LEARNT")
        case .tooSmall: tell(MenuPicture.Row("under 10 degrees").text, "TILT")
        case .noSensor: tell(MenuPicture.Row("no tilt sensor").text, "TILT")
        }
    }

    /// Sets the result that the menu shows.
    func tell(_ text: DisplayText<20>, _ title: StaticString) {
        var row = MenuPicture.Row("")
        row.text = text
        menu.pointee.result = MenuPicture(resultOf: title)
        menu.pointee.result.add(row)
    }

    /// Called after a change of the menu. An open menu owns its two switches (M8). Learning ends when the player leaves
    /// the page `learning`.
    func afterMenu() {
        switches.pointee.isMenuOpen = menu.pointee.menu.isOpen
        if menu.pointee.menu.page != .learning { want(.nothing) }
    }

    private func learn(_ place: Int) {
        let state = menu
        state.pointee.asked &+= 1
        state.pointee.name = learnableName(place)
        state.pointee.ask.removeAll()
        state.pointee.half.removeAll()
        want(.value(place: place, preset: router.pointee.status.preset, asked: state.pointee.asked, takes: 0))
    }

    private func take() {
        guard case .value(let place, let preset, let asked, let takes) = menu.pointee.request else { return }
        want(.value(place: place, preset: preset, asked: asked, takes: takes &+ 1))
    }

    private func want(_ request: LearnRequest) {
        if request == menu.pointee.request { return }
        menu.pointee.request = request
        menu.pointee.isNews = true
        menu.pointee.hasWishes = true
    }

    /// Returns the request to learn if it has changed since the last call.
    package func takeLearnRequest() -> LearnRequest? {
        if !menu.pointee.isNews { return nil }
        menu.pointee.isNews = false
        return menu.pointee.request
    }

    /// Shows the answer to a request to learn. Ignores answers to older requests.
    package func answer(_ answer: LearnAnswer, at time: UInt64) {
        advance(to: time)
        if answer.asked != menu.pointee.asked { return }
        switch answer.what {
        case .asks(let text): menu.pointee.ask = text
        case .half(let text):
            menu.pointee.half = text
            menu.pointee.menu.heard(at: time)
        case .learnt(let text):
            tell(text, "LEARNT")
            menu.pointee.menu.hasLearnt(at: time)
        case .refused:
            tell(MenuPicture.Row("cannot be learnt").text, "LEARN")
            menu.pointee.menu.hasLearnt(at: time)
        }
        afterMenu()
    }
}

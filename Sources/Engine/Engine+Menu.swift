import Routing
import MIDI
import Panel
import Plan

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
    /// Handles a gesture of the menu's two switches, or of the knob that steps through the menu.
    func menuGesture(_ gesture: Menu.Gesture, at time: UInt64) {
        switch menu.menu.handle(gesture, menuLists, at: time) {
        case .nothing: break
        case .load(let place):
            router.perform(.load(router.runningPlan.pointee.numbered[place]), at: time)
        case .setList(let place):
            router.perform(.setList(UInt8(place)), at: time)
            tell(setListName(place), "SET LIST")
            menu.menu.showsResult(at: time)
        case .save: router.perform(.save, at: time)
        case .undo: router.perform(.undo, at: time)
        case .revert: router.perform(.revert, at: time)
        case .panic:
            router.perform(.panic, at: time)
            afterPanic(at: time)
        case .tap: router.perform(.clock(.tap), at: time)
        case .tempo(let hundredths): router.perform(.clock(.tempoBy(hundredths)), at: time)
        case .learn(let place): learn(place)
        case .take: finishLearning()
        case .beginTilt:
            beginCalibration()
            beginPedalCalibration()
        case .endTilt: endTilt()
        case .record:
            menu.isToRecord = true
            menu.hasWishes = true
        case .transport(let entry): transport(entry, at: time)
        case .transpose(let entry): transpose(entry, at: time)
        case .variable(let place):
            router.perform(.variable(UInt8(place), .step(1)), at: time)
            afterPanic(at: time)
        case .light: stepLight()
        case .begin(let task): ask(task)
        case .finish(let task, let number): ask(task, isAnswered: true, number: number)
        }
    }

    /// Returns whether the player has asked to write the flight recorder (M10). Clears the request.
    package func takeRecordWish() -> Bool {
        defer { menu.isToRecord = false }
        return menu.isToRecord
    }

    /// Shows the file name of the written flight recorder, or that it was not written.
    package func recorded(_ text: DisplayText<20>, at time: UInt64) {
        advance(to: time)
        tell(text, "RECORDER")
        menu.menu.showsResult(at: time)
        afterMenu()
    }

    /// M9: ends the learning of a tilt range. The range is used at once, and the control thread writes it (F4).
    private func endTilt() {
        // I10: if a pedal was moved, learn the pedal and not the tilt, because each step on a pedal also moves the box.
        if case .learnt(let pedal, let range) = endPedalCalibration() {
            _ = tilt.endCalibration()
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
        menu.result = MenuPicture(resultOf: title)
        menu.result.add(row)
    }

    /// Called after a change of the menu. An open menu owns its two switches (M8), and so does the question of a peer
    /// that pairs (B4). Learning ends when the player leaves the page `learning`.
    func afterMenu() {
        switches.isMenuOpen = menu.menu.isOpen || pairing.isQuestion
        if menu.menu.page != .learning { want(.nothing) }
    }

    private func learn(_ place: Int) {
        menu.asked &+= 1
        menu.name = learnableName(place)
        menu.ask.removeAll()
        menu.half.removeAll()
        want(.value(place: place, preset: router.status.preset, asked: menu.asked, takes: 0))
    }

    private func finishLearning() {
        guard case .value(let place, let preset, let asked, let takes) = menu.request else { return }
        want(.value(place: place, preset: preset, asked: asked, takes: takes &+ 1))
    }

    private func want(_ request: LearnRequest) {
        if request == menu.request { return }
        menu.request = request
        menu.isNews = true
        menu.hasWishes = true
    }

    /// Returns the request to learn if it has changed since the last call.
    package func takeLearnRequest() -> LearnRequest? {
        if !menu.isNews { return nil }
        menu.isNews = false
        return menu.request
    }

    /// Shows the answer to a request to learn. Ignores answers to older requests.
    package func answer(_ answer: LearnAnswer, at time: UInt64) {
        advance(to: time)
        if answer.asked != menu.asked { return }
        switch answer.what {
        case .asks(let text): menu.ask = text
        case .half(let text):
            menu.half = text
            menu.menu.heard(at: time)
        case .learnt(let text):
            tell(text, "LEARNT")
            menu.menu.hasLearnt(at: time)
        case .refused:
            tell(MenuPicture.Row("cannot be learnt").text, "LEARN")
            menu.menu.hasLearnt(at: time)
        }
        afterMenu()
    }
}

import MIDI
import Panel
import Plan
import Routing

extension Engine {
    /// Asks the control thread to begin a task, or to carry it out after the player has answered.
    func ask(_ task: MenuTask, isAnswered: Bool = false, number: Int = 0) {
        menu.task.task = task
        menu.task.asked &+= 1
        menu.task.isAnswered = isAnswered
        menu.task.preset = router.status.preset
        menu.task.states = router.storable
        menu.task.name = menu.menu.typed.text
        menu.task.number = number
        menu.isTaskNews = true
        if task == .pair || task == .forgetPeer { browsers.keep(0) }
        menu.hasWishes = true
        menu.progress = MenuPicture.Row("...").text
    }

    /// Returns the request for a task if it has changed since the last call.
    package func takeTask() -> MenuRequest? {
        if !menu.isTaskNews { return nil }
        menu.isTaskNews = false
        return menu.task
    }

    /// Shows the answer to a request for a task. Ignores answers to older requests, and all after the player has left
    /// the page.
    package func answer(_ answer: MenuAnswer, at time: UInt64) {
        advance(to: time)
        if answer.asked != menu.task.asked || menu.menu.page != .waiting { return }
        switch answer.what {
        case .asksName(let text): menu.menu.asks(name: text, at: time)
        case .asksNumber(let number): menu.menu.asks(number: number, at: time)
        case .asksWhether(let text):
            menu.question = text
            menu.menu.asksWhether(at: time)
        case .row(let text): browsers.add(text)
        case .asksWhich: menu.menu.asksWhich(at: time)
        case .progress(let text): menu.progress = text
        case .result(let text):
            tell(text, menu.menu.task.title)
            menu.menu.showsResult(at: time)
        }
        notices.backlight.event(at: time)
        afterMenu()
    }

    /// Performs an entry of the page `Clock` (M11).
    func transport(_ entry: MenuTransport, at time: UInt64) {
        let action: Action.ClockAction
        switch entry {
        case .start: action = .start
        case .stop: action = .stop
        case .pause: action = .pause
        case .continue: action = .continue
        }
        router.perform(.clock(action), at: time)
    }

    /// Makes the backlight one step brighter, or turns it off after the brightest step (M15).
    func stepLight() {
        notices.backlight.step()
        notices.changes &+= 1
    }

    /// The row of the entry `Light`: `on` or `off`, or the level's number if there are more than two levels.
    func lightRow(_ word: StaticString) -> MenuPicture.Row {
        let light = notices.backlight
        if light.level == 0 { return MenuPicture.Row(word, "off") }
        return light.levels == 2 ? MenuPicture.Row(word, "on") : MenuPicture.Row(word, Int(light.level))
    }

    /// A row of a page of a task.
    func taskRow(_ place: Int, of page: Menu.Page) -> MenuPicture.Row {
        switch page {
        case .naming: return menu.menu.typed.row(place)
        case .question:
            var row = MenuPicture.Row(place == 0 ? "No" : "Yes")
            row.value = menu.question
            return row
        default: return numberRow(place)
        }
    }

    /// A row with a number and the name of the preset that has this number.
    private func numberRow(_ number: Int) -> MenuPicture.Row {
        let plan = router.runningPlan
        for index in plan.pointee.presets.indices {
            let preset = plan.pointee.presets.at(index)
            if Int(preset.pointee.number) == number {
                return MenuPicture.Row(preset: number, DisplayText(preset.pointee.name))
            }
        }
        return MenuPicture.Row(preset: number, DisplayText())
    }
}

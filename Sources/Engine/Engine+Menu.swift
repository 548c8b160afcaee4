import Routing
import MIDI
import Panel
import Program

/// The engine's state of the menu: its position, and the texts about the value being learnt.
package struct MenuState {
    package var menu = Menu()
    /// The program's version, set when the engine is created.
    package var version = DisplayText<8>()
    /// Counts the requests to learn, so that answers to older requests are recognised.
    package var asked: UInt32 = 0
    package var request = LearnRequest.nothing
    /// `request` was not taken yet.
    var isNews = false
    /// The flight recorder has to be written, and the request was not taken yet.
    var isToRecord = false
    /// The name of the value being learnt.
    package var name = DisplayText<20>()
    /// The request to the player.
    package var ask = DisplayText<8>()
    /// The value so far.
    package var half = DisplayText<20>()
    /// The result that the menu shows.
    var result = MenuPicture()
}

/// The menu's request to learn (M7). The loop only asks; the control thread reads files and makes texts.
package enum LearnRequest: Equatable, BitwiseCopyable {
    case nothing
    /// Learn the value at a place of a preset's list. `asked` numbers the request, `takes` counts the presses that take
    /// the value so far.
    case value(place: Int, preset: PresetIndex, asked: UInt32, takes: UInt8)
}

/// The answer to a request to learn.
package struct LearnAnswer: BitwiseCopyable {
    package enum What: BitwiseCopyable {
        /// What the player has to do.
        case asks(DisplayText<8>)
        /// The value so far.
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
        case .beginTilt: beginCalibration()
        case .endTilt: endTilt()
        case .record: menu.pointee.isToRecord = true
        }
    }

    /// Takes the request to write the flight recorder (M10). Returns whether there was one.
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

    /// M9: ends the learning of a tilt range. It is used at once, and the control thread writes it (F4).
    private func endTilt() {
        switch endCalibration() {
        case .learnt(let axis, let range): tell(DisplayText(axis: axis, range), "LEARNT")
        case .tooSmall: tell(MenuPicture.Row("under 10 degrees").text, "TILT")
        case .noSensor: tell(MenuPicture.Row("no tilt sensor").text, "TILT")
        }
    }

    /// Sets the result that the menu shows.
    private func tell(_ text: DisplayText<20>, _ title: StaticString) {
        var row = MenuPicture.Row("")
        row.text = text
        menu.pointee.result = MenuPicture(resultOf: title)
        menu.pointee.result.add(row)
    }

    /// Called after a change of the menu. While the menu is open its two switches belong to it (M8); learning ends when
    /// the player leaves its page.
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
    }

    /// Takes the request to learn if it has changed.
    package func takeLearnRequest() -> LearnRequest? {
        if !menu.pointee.isNews { return nil }
        menu.pointee.isNews = false
        return menu.pointee.request
    }

    /// Takes the answer to a request to learn.
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

// MARK: - Lists

extension Engine {
    /// The lengths of the menu's lists.
    var menuLists: Menu.Lists {
        let program = router.pointee.runningProgram
        var lists = Menu.Lists()
        lists.presets = program.pointee.presets.count
        for place in 0..<lists.presets where program.pointee.numbered[place] == router.pointee.status.preset {
            lists.running = place
        }
        lists.setLists = Int(program.pointee.setListCount)
        lists.runningSetList = Int(router.pointee.status.setList.list)
        lists.learnables = Int(router.pointee.runningPreset.pointee.learnableCount)
        for port in PortIndex.all {
            let traits = router.pointee.traits(of: port)
            if traits.receives || traits.sends { lists.ports += 1 }
        }
        lists.counters = Engine.counterCount
        lists.faults = faults.pointee.count
        return lists
    }

    private static let counterCount = 6

    private func counter(_ place: Int) -> MenuPicture.Row {
        let status = router.pointee.status
        switch place {
        case 0: return MenuPicture.Row("Sounding", router.pointee.soundingNotes)
        case 1: return MenuPicture.Row("Held", Int(status.heldNotes))
        case 2: return MenuPicture.Row("Dropped", drops)
        case 3: return MenuPicture.Row("Stray", Int(strayBytes))
        case 4: return MenuPicture.Row("Panics", Int(status.panicCount))
        default: return MenuPicture.Row("Bad tilt", Int(tilt.pointee.ignored))
        }
    }

    private func setListName(_ place: Int) -> DisplayText<20> {
        guard let lists = router.pointee.runningProgram.pointee.setLists else { return DisplayText() }
        return DisplayText(lists[place].name)
    }

    private func learnableName(_ place: Int) -> DisplayText<20> {
        let preset = router.pointee.runningPreset
        guard place < Int(preset.pointee.learnableCount), let names = preset.pointee.learnables else {
            return DisplayText()
        }
        return DisplayText(names[place])
    }
}

// MARK: - Picture

extension Engine {
    /// The picture that the menu shows now (M2).
    package var menuPicture: MenuPicture {
        let menu = menu.pointee.menu
        var picture = MenuPicture(menu.page)
        switch menu.page {
        case .closed: break
        case .learning:
            if self.menu.pointee.ask.count > 0 { picture.title = self.menu.pointee.ask }
            var row = MenuPicture.Row("")
            let half = self.menu.pointee.half
            if half.count <= 8 {
                row.text = self.menu.pointee.name
                for index in 0..<half.count { row.value.append(half[index]) }
            } else {
                row.text = half
            }
            picture.add(row)
        case .tilt: picture.add(MenuPicture.Row(menu.isTilting ? "tilt both ways" : "hold to tilt"))
        case .learnt: picture = self.menu.pointee.result
        default:
            let count = menu.length(menuLists)
            if count == 0 {
                picture.isMarked = false
                picture.add(MenuPicture.Row("nothing"))
            }
            for index in 0..<MenuPicture.rowCount where menu.cursor + index < count {
                picture.add(row(menu.cursor + index, of: menu.page))
            }
        }
        return picture
    }

    private func row(_ place: Int, of page: Menu.Page) -> MenuPicture.Row {
        switch page {
        case .closed, .learning, .learnt, .tilt: return MenuPicture.Row("")
        case .top:
            let withSetLists = router.pointee.runningProgram.pointee.setListCount > 1
            return MenuEntry(at: place, withSetLists: withSetLists).map { topRow($0) } ?? MenuPicture.Row("")
        case .presets:
            let program = router.pointee.runningProgram
            let preset = program.pointee.presets.at(program.pointee.numbered[place])
            return MenuPicture.Row(preset: Int(preset.pointee.number), DisplayText(preset.pointee.name))
        case .setLists:
            var row = MenuPicture.Row("")
            row.text = setListName(place)
            return row
        case .tempo: return MenuPicture.Row(MenuTempo.word(place), tempo: router.pointee.status.tempo)
        case .learn:
            var row = MenuPicture.Row("")
            row.text = learnableName(place)
            return row
        case .ports: return portRow(PortIndex(place))
        case .counters: return counter(place)
        case .faults:
            var row = MenuPicture.Row("")
            row.text = faults.pointee[place]
            return row
        }
    }

    private func topRow(_ entry: MenuEntry) -> MenuPicture.Row {
        let status = router.pointee.status
        switch entry {
        case .preset:
            let number = router.pointee.runningPreset.pointee.number
            return number < 0 ? MenuPicture.Row(entry.word) : MenuPicture.Row(entry.word, Int(number))
        case .setList:
            var row = MenuPicture.Row(entry.word)
            let name = setListName(Int(status.setList.list))
            for index in 0..<min(name.count, 6) { row.value.append(name[index]) }
            return row
        case .tempo: return MenuPicture.Row(entry.word, tempo: status.tempo)
        case .save: return status.isModified ? MenuPicture.Row(entry.word, "*") : MenuPicture.Row(entry.word)
        case .learn: return MenuPicture.Row(entry.word, menuLists.learnables)
        case .faults: return MenuPicture.Row(entry.word, faults.pointee.faults)
        case .undo, .revert, .tilt, .panic, .ports, .counters, .recorder: return MenuPicture.Row(entry.word)
        case .version:
            var row = MenuPicture.Row(entry.word)
            row.value = menu.pointee.version
            return row
        }
    }

    /// A row with the connected directions of a port.
    private func portRow(_ port: PortIndex) -> MenuPicture.Row {
        let state = ports + port.position
        var row: MenuPicture.Row
        switch (state.pointee.hasInput, state.pointee.hasOutput) {
        case (true, true): row = MenuPicture.Row("", "in out")
        case (true, false): row = MenuPicture.Row("", "in")
        case (false, true): row = MenuPicture.Row("", "out")
        case (false, false): row = MenuPicture.Row("", "missing")
        }
        row.text = DisplayText(router.pointee.traits(of: port).name)
        return row
    }
}

extension DisplayText {
    package init(_ name: Name) {
        self.init()
        for index in 0..<Int(name.count) { append(name.scalars[index]) }
    }
}

import Routing
import MIDI
import Panel
import Program

/// What the engine keeps of its menu: where it is, and what there is to say of a value that is learnt.
package struct MenuState {
    package var menu = Menu()
    /// Of the program, set when the engine is made.
    package var version = DisplayText<8>()
    /// Counts the values that were to be learnt, so that an answer to an older wish is known.
    package var asked: UInt32 = 0
    package var request = LearnRequest.nothing
    /// Whoever learns does not know of it yet.
    var isNews = false
    /// The recorder is to be written, and whoever writes does not know of it yet.
    var isToRecord = false
    /// What is learnt, what the person who plays is asked for, and the value so far.
    package var name = DisplayText<20>()
    package var ask = DisplayText<8>()
    package var half = DisplayText<20>()
    /// What has come of it.
    var result = MenuPicture()
}

/// What the menu wants to have learnt now (M7). The loop only asks: files and texts are others' work.
package enum LearnRequest: Equatable, BitwiseCopyable {
    case nothing
    /// The value at that place of a preset's list, which wish it is, and how often what it has become was to be taken.
    case value(place: Int, preset: PresetIndex, asked: UInt32, takes: UInt8)
}

/// What comes back of it.
package struct LearnAnswer: BitwiseCopyable {
    package enum What: BitwiseCopyable {
        /// What the person who plays is to do.
        case asks(DisplayText<8>)
        case half(DisplayText<20>)
        case learnt(DisplayText<20>)
        case refused
    }

    package var asked: UInt32
    package var what: What

    package init(asked: UInt32, what: What) { (self.asked, self.what) = (asked, what) }
}

extension Engine {
    /// A gesture of the two switches of the menu, or its time.
    func menuGesture(_ gesture: Menu.Gesture, at time: UInt64) {
        switch menu.pointee.menu.take(gesture, menuLists, at: time) {
        case .nothing: break
        case .load(let place):
            router.pointee.perform(.load(router.pointee.runningProgram.pointee.numbered[place]), at: time)
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

    /// Whether the flight recorder is to be written now; for whoever writes it (M10).
    package func takeRecordWish() -> Bool {
        defer { menu.pointee.isToRecord = false }
        return menu.pointee.isToRecord
    }

    /// It was written, under that name, or not.
    package func recorded(_ text: DisplayText<20>, at time: UInt64) {
        advance(to: time)
        tell(text, "RECORDER")
        menu.pointee.menu.hasRecorded(at: time)
        afterMenu()
    }

    /// M9: a range of the tilt is in force at once, and the control thread writes it (F4).
    private func endTilt() {
        switch endCalibration() {
        case .learnt(let axis, let range): tell(DisplayText(axis: axis, range), "LEARNT")
        case .tooSmall: tell(MenuPicture.Row("under 10 degrees").text, "TILT")
        case .noSensor: tell(MenuPicture.Row("no tilt sensor").text, "TILT")
        }
    }

    /// What has come of what was chosen.
    private func tell(_ text: DisplayText<20>, _ title: StaticString) {
        var row = MenuPicture.Row("")
        row.text = text
        menu.pointee.result = MenuPicture(resultOf: title)
        menu.pointee.result.add(row)
    }

    /// After the switches or time have had their way with the menu: its switches are its own while it is open (M8), and
    /// nothing is learnt behind its back.
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

    /// What is to be learnt from now on, where that has changed; for whoever learns.
    package func takeLearnRequest() -> LearnRequest? {
        if !menu.pointee.isNews { return nil }
        menu.pointee.isNews = false
        return menu.pointee.request
    }

    /// What has become of it.
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

// MARK: - Its lists

extension Engine {
    /// How long the lists are now.
    var menuLists: Menu.Lists {
        let program = router.pointee.runningProgram
        var lists = Menu.Lists()
        lists.presets = program.pointee.presets.count
        for place in 0..<lists.presets where program.pointee.numbered[place] == router.pointee.status.preset {
            lists.running = place
        }
        lists.learnables = Int(router.pointee.runningPreset.pointee.learnableCount)
        for port in 0..<UInt8(Engine.portCount) {
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

    private func learnableName(_ place: Int) -> DisplayText<20> {
        let preset = router.pointee.runningPreset
        guard place < Int(preset.pointee.learnableCount), let names = preset.pointee.learnables else {
            return DisplayText()
        }
        return DisplayText(names[place])
    }
}

// MARK: - Its picture

extension Engine {
    /// What the menu shows now (M2).
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
        case .top: return MenuEntry(at: place).map { topRow($0) } ?? MenuPicture.Row("")
        case .presets:
            let program = router.pointee.runningProgram
            let preset = program.pointee.presets.at(program.pointee.numbered[place])
            return MenuPicture.Row(preset: Int(preset.pointee.number), DisplayText(preset.pointee.name))
        case .tempo: return MenuPicture.Row(MenuTempo.word(place), tempo: router.pointee.status.tempo)
        case .learn:
            var row = MenuPicture.Row("")
            row.text = learnableName(place)
            return row
        case .ports: return portRow(UInt8(place))
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

    /// Which directions of a port are there.
    private func portRow(_ port: UInt8) -> MenuPicture.Row {
        let state = ports + Int(port)
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

import Routing
import MIDI
import Panel
import Plan

// MARK: - Lists

extension Engine {
    /// The lengths of the menu's lists.
    var menuLists: Menu.Lists {
        let plan = router.runningPlan
        var lists = Menu.Lists()
        lists.presets = plan.pointee.presets.count
        for place in 0..<lists.presets where plan.pointee.numbered[place] == router.status.preset {
            lists.running = place
        }
        lists.setLists = Int(plan.pointee.setListCount)
        lists.runningSetList = Int(router.status.setList.list)
        lists.learnables = Int(router.runningPreset.pointee.learnableCount)
        for port in PortIndex.all {
            let traits = router.traits(of: port)
            if traits.receives || traits.sends { lists.ports += 1 }
        }
        lists.counters = Engine.counterCount
        lists.faults = faults.count
        lists.network = network.count
        lists.bluetooth = bluetooth.count
        lists.hasPage = network.hasPage
        lists.browsers = browsers.count
        lists.hasWiFi = wifi.isThere
        lists.wifiRows = wifi.count
        lists.hasCode = wifi.hasCode
        lists.hasNewPassword = wifi.hasNewPassword
        lists.hasJoin = wifi.hasJoin
        lists.variables = Int(plan.pointee.variableCount)
        return lists
    }

    private static let counterCount = 6

    private func counter(_ place: Int) -> MenuPicture.Row {
        let status = router.status
        switch place {
        case 0: return MenuPicture.Row("Sounding", router.soundingNotes)
        case 1: return MenuPicture.Row("Held", Int(status.heldNotes))
        case 2: return MenuPicture.Row("Dropped", drops)
        case 3: return MenuPicture.Row("Stray", Int(strayBytes))
        case 4: return MenuPicture.Row("Panics", Int(status.panicCount))
        default: return MenuPicture.Row("Bad tilt", Int(tilt.ignored))
        }
    }

    func setListName(_ place: Int) -> DisplayText<20> {
        guard let lists = router.runningPlan.pointee.setLists else { return DisplayText() }
        return DisplayText(lists[place].name)
    }

    func learnableName(_ place: Int) -> DisplayText<20> {
        let preset = router.runningPreset
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
        let menu = menu.menu
        var picture = MenuPicture(menu.page)
        switch menu.page {
        case .waiting:
            picture = MenuPicture(menu.page, of: menu.task)
            var row = MenuPicture.Row("")
            row.text = self.menu.progress
            picture.add(row)
        case .naming, .numbers, .question:
            picture = MenuPicture(menu.page, of: menu.task)
            addRows(of: menu, to: &picture)
        case .closed: break
        case .learning:
            if self.menu.ask.count > 0 { picture.title = self.menu.ask }
            var row = MenuPicture.Row("")
            let half = self.menu.half
            if half.count <= 8 {
                row.text = self.menu.name
                for index in 0..<half.count { row.value.append(half[index]) }
            } else {
                row.text = half
            }
            picture.add(row)
        case .code:
            // The access point may end meanwhile.
            picture.isCode = wifi.hasCode
            picture.add(wifi.entry)
        case .tilt: picture.add(MenuPicture.Row(menu.isTilting ? "tilt both ways" : "hold to tilt"))
        case .learnt: picture = self.menu.result
        default:
            let count = menu.length(menuLists)
            if count == 0 {
                picture.isMarked = false
                picture.add(MenuPicture.Row("nothing"))
            }
            addRows(of: menu, to: &picture)
        }
        return picture
    }

    private func addRows(of menu: Menu, to picture: inout MenuPicture) {
        let count = menu.length(menuLists)
        for index in 0..<MenuPicture.rowCount where menu.cursor + index < count {
            picture.add(row(menu.cursor + index, of: menu.page))
        }
    }

    private func row(_ place: Int, of page: Menu.Page) -> MenuPicture.Row {
        switch page {
        case .closed, .learning, .learnt, .tilt, .waiting, .code: return MenuPicture.Row("")
        case .top:
            let plan = router.runningPlan
            let (withSetLists, withVariables) = (plan.pointee.setListCount > 1, plan.pointee.variableCount > 0)
            let entry = MenuEntry(
                at: place, withSetLists: withSetLists, withVariables: withVariables, withPage: network.hasPage)
            return entry.map { topRow($0) } ?? MenuPicture.Row("")
        case .presets:
            let plan = router.runningPlan
            let preset = plan.pointee.presets.at(plan.pointee.numbered[place])
            return MenuPicture.Row(preset: Int(preset.pointee.number), DisplayText(preset.pointee.name))
        case .setLists:
            var row = MenuPicture.Row("")
            row.text = setListName(place)
            return row
        case .tempo: return MenuPicture.Row(MenuTempo.word(place), tempo: router.status.tempo)
        case .learn:
            var row = MenuPicture.Row("")
            row.text = learnableName(place)
            return row
        case .ports: return portRow(PortIndex(place))
        case .counters: return counter(place)
        case .faults:
            var row = MenuPicture.Row("")
            row.text = faults[place]
            return row
        case .network:
            if wifi.isThere && place == 0 { return wifi.entry }
            var row = MenuPicture.Row("")
            row.text = network[wifi.isThere ? place - 1 : place]
            return row
        case .bluetooth: return bluetoothRow(place)
        case .bonds:
            var row = MenuPicture.Row("All")
            if place > 0 { row.text = browsers[place - 1] }
            return row
        case .wifi: return wifi.row(place, menuLists)
        case .clock: return MenuPicture.Row(MenuTransport(place).word)
        case .edit: return MenuPicture.Row(MenuTask(edit: place).word)
        case .transpose:
            return MenuPicture.Row(MenuTransposition(place).word, transposition: router.status.transposition)
        case .variables: return variableRow(place)
        case .browsers:
            var row = MenuPicture.Row("New code")
            if place > 0 { row.text = browsers[place - 1] }
            return row
        case .naming, .numbers, .question: return taskRow(place, of: page)
        }
    }

    private func topRow(_ entry: MenuEntry) -> MenuPicture.Row {
        let status = router.status
        switch entry {
        case .preset:
            let number = router.runningPreset.pointee.number
            return number < 0 ? MenuPicture.Row(entry.word) : MenuPicture.Row(entry.word, Int(number))
        case .setList:
            var row = MenuPicture.Row(entry.word)
            let name = setListName(Int(status.setList.list))
            for index in 0..<min(name.count, 6) { row.value.append(name[index]) }
            return row
        case .tempo: return MenuPicture.Row(entry.word, tempo: status.tempo)
        case .save: return status.isModified ? MenuPicture.Row(entry.word, "*") : MenuPicture.Row(entry.word)
        case .learn: return MenuPicture.Row(entry.word, menuLists.learnables)
        case .faults: return MenuPicture.Row(entry.word, faults.faults)
        case .network:
            var row = MenuPicture.Row(entry.word)
            row.value = network.state
            return row
        case .bluetooth: return bluetooth.entry(entry.word)
        case .clock:
            switch status.transport {
            case .stopped: return MenuPicture.Row(entry.word, "stopped")
            case .running: return MenuPicture.Row(entry.word, "running")
            case .paused: return MenuPicture.Row(entry.word, "paused")
            }
        case .light: return lightRow(entry.word)
        case .transpose: return MenuPicture.Row(entry.word, transposition: status.transposition)
        case .undo, .revert, .tilt, .panic, .ports, .counters, .recorder, .edit, .export, .update, .variables,
            .pair:
            return MenuPicture.Row(entry.word)
        case .version:
            var row = MenuPicture.Row(entry.word)
            row.value = menu.version
            return row
        }
    }

    /// An entry of the page `Bluetooth`, or a peer.
    private func bluetoothRow(_ place: Int) -> MenuPicture.Row {
        if let task = MenuBluetooth.task(at: place, peers: bluetooth.count) { return MenuPicture.Row(task.word) }
        return bluetooth[place - MenuBluetooth.above]
    }

    /// A row with the name of a variable and its value.
    private func variableRow(_ place: Int) -> MenuPicture.Row {
        guard let variables = router.runningPlan.pointee.variables else { return MenuPicture.Row("") }
        var row = MenuPicture.Row("", Int(router.value(ofVariable: place)))
        row.text = DisplayText(variables[place].name)
        return row
    }

    /// A row with the connected directions of a port.
    private func portRow(_ port: PortIndex) -> MenuPicture.Row {
        var row: MenuPicture.Row
        switch (ports[port.position].hasInput, ports[port.position].hasOutput) {
        case (true, true): row = MenuPicture.Row("", "in out")
        case (true, false): row = MenuPicture.Row("", "in")
        case (false, true): row = MenuPicture.Row("", "out")
        case (false, false): row = MenuPicture.Row("", "missing")
        }
        row.text = DisplayText(router.traits(of: port).name)
        return row
    }
}

extension DisplayText {
    package init(_ name: Name) {
        self.init()
        for index in 0..<Int(name.count) { append(name.scalars[index]) }
    }
}

// Navigation between pages.
extension Menu {
    mutating func touch(_ time: UInt64) {
        if page != .learnt && page != .waiting { leavesAt = time + PanelLimits.menuTime }
    }

    /// Goes from the QR code back to the page `Wi-Fi`, for any footswitch (L6).
    package mutating func leaveCode(at time: UInt64) {
        if page != .code { return }
        open(.wifi, at: 0)
        touch(time)
    }

    mutating func open(_ new: Page, at index: Int) {
        page = new
        cursor = index
        isChoosing = false
        isTilting = false
        stepsAt = never
    }

    mutating func step(_ lists: Lists) {
        if page == .naming { return typed.step() }
        let length = length(lists)
        cursor = cursor + 1 < length ? cursor + 1 : 0
    }

    mutating func stepBack(_ lists: Lists) {
        let length = length(lists)
        cursor = cursor > 0 ? cursor - 1 : max(0, length - 1)
    }

    /// Returns the number of entries on the open page; 0 if there is nothing to choose.
    package func length(_ lists: Lists) -> Int {
        switch page {
        case .closed, .learning, .learnt, .tilt, .waiting, .code: 0
        case .top:
            MenuEntry.count(
                withSetLists: lists.hasSetLists, withVariables: lists.hasVariables, withPage: lists.hasPage)
        case .presets: lists.presets
        case .setLists: lists.setLists
        case .tempo: MenuTempo.count
        case .learn: lists.learnables
        case .ports: lists.ports
        case .counters: lists.counters
        case .faults: lists.faults
        case .network: lists.network + (lists.hasWiFi ? 1 : 0)
        case .bluetooth: MenuBluetooth.count(peers: lists.bluetooth)
        case .clock: MenuTransport.count
        case .edit: MenuTask.editCount
        case .transpose: MenuTransposition.count
        case .variables: lists.variables
        case .browsers, .bonds: 1 + lists.browsers
        case .wifi: lists.wifiRows + lists.wifiEntries
        case .naming: MenuPicture.rowCount
        case .numbers: Menu.numbers
        case .question: 2
        }
    }

    mutating func back(_ lists: Lists) {
        switch page {
        case .closed, .top, .learnt: close()
        case .learning: open(.learn, at: learning)
        case .waiting, .naming, .numbers, .question:
            if task == .forget { return open(.browsers, at: 0) }
            if task.isBluetooth { return open(.bluetooth, at: 0) }
            if task == .newPassword || task == .join { return open(.wifi, at: 0) }
            if let index = task.editIndex { open(.edit, at: index) } else { backToTop(lists) }
        case .presets, .setLists, .tempo, .learn, .tilt, .ports, .counters, .faults, .network, .clock, .edit,
            .transpose, .variables, .browsers, .bluetooth:
            backToTop(lists)
        case .bonds: open(.bluetooth, at: 0)
        case .wifi: open(.network, at: 0)
        case .code: open(.wifi, at: 0)
        }
    }

    private mutating func backToTop(_ lists: Lists) {
        let index = entry.index(
            withSetLists: lists.hasSetLists, withVariables: lists.hasVariables, withPage: lists.hasPage)
        open(.top, at: index)
    }

    mutating func choose(_ lists: Lists, at time: UInt64) -> Wish {
        isChoosing = false
        if page == .learning { return .take }
        let index = cursor
        // The running preset may have changed since the page was drawn, and its lists may be shorter.
        let isList = page != .learnt && page != .tilt && page != .naming
        if isList && index >= length(lists) { return .nothing }
        switch page {
        case .top:
            let entry = MenuEntry(
                at: index, withSetLists: lists.hasSetLists, withVariables: lists.hasVariables, withPage: lists.hasPage)
            return choose(entry ?? .version, lists)
        case .presets:
            close()
            return .load(index)
        case .setLists:
            back(lists)
            return .setList(index)
        case .tempo: return .tempo(by: index == 1 ? 100 : -100)
        case .learn:
            learning = index
            open(.learning, at: 0)
            return .learn(index)
        case .learnt: close()
        // Leaves the page: a short press is too short to tilt the box.
        case .tilt: back(lists)
        case .clock: return .transport(MenuTransport(index))
        case .edit: return begin(MenuTask(edit: index))
        case .transpose: return .transpose(MenuTransposition(index))
        case .variables: return .variable(index)
        case .browsers:
            // The first entry is `New code`.
            wait(for: index == 0 ? .pair : .forget)
            return .finish(task, number: index)
        case .bluetooth:
            if let task = MenuBluetooth.task(at: index, peers: lists.bluetooth) { return begin(task) }
        case .bonds:
            wait(for: .forgetPeer)
            return .finish(task, number: index + 1)
        case .network: if lists.hasWiFi && index == 0 { open(.wifi, at: 0) }
        case .wifi:
            if lists.isCode(index) {
                open(.code, at: 0)
                leavesAt = time + PanelLimits.codeTime
            }
            if let task = lists.wifiTask(index) { return begin(task) }
        case .naming, .numbers, .question: return chooseInTask(index, lists)
        case .closed, .learning, .waiting, .ports, .counters, .faults, .code: break
        }
        return .nothing
    }

    private mutating func choose(_ chosen: MenuEntry, _ lists: Lists) -> Wish {
        entry = chosen
        switch chosen {
        case .preset: open(.presets, at: lists.running)
        case .setList: open(.setLists, at: lists.runningSetList)
        case .tempo: open(.tempo, at: 0)
        case .save:
            close()
            return .save
        case .undo: return .undo
        case .revert:
            close()
            return .revert
        case .learn: open(.learn, at: 0)
        case .tilt: open(.tilt, at: 0)
        case .panic:
            close()
            return .panic
        case .ports: open(.ports, at: 0)
        case .counters: open(.counters, at: 0)
        case .recorder: return .record
        case .faults: open(.faults, at: 0)
        case .network: open(.network, at: 0)
        case .bluetooth: open(.bluetooth, at: 0)
        case .clock: open(.clock, at: 0)
        case .edit: open(.edit, at: 0)
        case .variables: open(.variables, at: 0)
        case .light: return .light
        case .export: return begin(.export)
        case .update: return begin(.update)
        case .pair: return begin(.pair)
        case .transpose: open(.transpose, at: 0)
        case .version: break
        }
        return .nothing
    }

    private mutating func begin(_ task: MenuTask) -> Wish {
        wait(for: task)
        return .begin(task)
    }
}

extension Menu.Lists {
    /// The number of entries below the rows of the page `Wi-Fi`.
    var wifiEntries: Int { (hasCode ? 1 : 0) + (hasNewPassword ? 1 : 0) + (hasJoin ? 1 : 0) }

    /// Whether an entry of the page `Wi-Fi` shows the QR code.
    package func isCode(_ index: Int) -> Bool { hasCode && index == wifiRows }

    /// The task of an entry of the page `Wi-Fi`; nil for a row that only shows something, and for the QR code.
    package func wifiTask(_ index: Int) -> MenuTask? {
        switch index - wifiRows - (hasCode ? 1 : 0) {
        case 0 where hasNewPassword: .newPassword
        case 0 where hasJoin, 1 where hasNewPassword && hasJoin: .join
        default: nil
        }
    }
}

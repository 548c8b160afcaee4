import Testing

@testable import Panel

/// The pages of tasks (M11, M12, M13, M14, M15, M16, M17): gestures and answers of the control thread in, wishes out.
@Suite struct MenuTaskTests {
    private var menu = Menu()
    private let lists = Menu.Lists()
    private let second: UInt64 = 1_000_000_000

    /// Opens the menu and chooses an entry of the first page, then one of its page.
    private mutating func choose(_ entry: MenuEntry, _ place: Int? = nil) -> Menu.Wish {
        var wish = Menu.Wish.nothing
        _ = menu.handle(.opens, lists, at: 0)
        for index in 0... {
            guard let other = MenuEntry(at: index, withSetLists: false), other != entry else { break }
            _ = menu.handle(.step, lists, at: 0)
        }
        wish = press()
        guard let place else { return wish }
        for _ in 0..<place { _ = menu.handle(.step, lists, at: 0) }
        return press()
    }

    private mutating func press(at time: UInt64 = 0) -> Menu.Wish {
        _ = menu.handle(.choose, lists, at: time)
        return menu.handle(.chooseUp, lists, at: time)
    }

    // M3: feet count: the old entries keep their places, the version is the last.
    @Test func theEntriesKeepTheirPlaces() {
        var words: [String] = []
        while let entry = MenuEntry(at: words.count, withSetLists: true, withVariables: true) {
            words.append("\(entry.word)")
        }
        #expect(
            words == [
                "Preset", "Set list", "Tempo", "Save", "Undo", "Revert", "Learn", "Tilt", "Panic", "Ports", "Counters",
                "Recorder", "Faults", "Network", "Bluetooth", "Clock", "Edit", "Light", "Export", "Update", "Transpose",
                "Variables",
                "Treadle",
            ])
    }

    // M3: without variables and set lists their entries are not there, and each entry knows its place.
    @Test(arguments: [(false, false, 21), (false, true, 22), (true, false, 22), (true, true, 23)])
    func entriesThatABoxDoesNotHaveAreLeftOut(withSetLists: Bool, withVariables: Bool, count: Int) {
        for index in 0..<count {
            let entry = MenuEntry(at: index, withSetLists: withSetLists, withVariables: withVariables)
            #expect(entry?.index(withSetLists: withSetLists, withVariables: withVariables) == index)
        }
        #expect(MenuEntry(at: count - 1, withSetLists: withSetLists, withVariables: withVariables) == .version)
        #expect(MenuEntry(at: count, withSetLists: withSetLists, withVariables: withVariables) == nil)
    }

    // W4: `Pair` stands before the version, in a box with a page alone.
    @Test(arguments: [false, true]) mutating func aCodeIsAskedForInABoxWithAPage(withVariables: Bool) {
        let index = withVariables ? 21 : 20
        #expect(MenuEntry(at: index, withSetLists: false, withVariables: withVariables, withPage: true) == .pair)
        #expect(MenuEntry.pair.index(withSetLists: false, withVariables: withVariables, withPage: true) == index)
        #expect(MenuEntry(at: index, withSetLists: false, withVariables: withVariables) == .version)
        var lists = Menu.Lists()
        (lists.hasPage, lists.variables) = (true, withVariables ? 1 : 0)
        _ = menu.handle(.opens, lists, at: 0)
        for _ in 0..<index { _ = menu.handle(.step, lists, at: 0) }
        _ = menu.handle(.choose, lists, at: 0)
        #expect(menu.handle(.chooseUp, lists, at: 0) == .begin(.pair) && menu.page == .waiting)
        _ = menu.handle(.choose, lists, at: 0)
        _ = menu.handle(.chooseLong, lists, at: 0)
        #expect(menu.page == .top && menu.cursor == index)
    }

    // W4: below `New code` stand the browsers, and only Yes forgets one.
    @Test(arguments: [(0, MenuTask.pair), (1, .forget), (2, .forget)])
    mutating func aCodeOrABrowserIsChosen(place: Int, task: MenuTask) {
        var lists = Menu.Lists()
        lists.browsers = 2
        menu.wait(for: .pair)
        menu.asksWhich(at: 0)
        #expect(menu.page == .browsers && menu.length(lists) == 3 && menu.nextDeadline == 10 * second)
        for _ in 0..<place { _ = menu.handle(.step, lists, at: 0) }
        _ = menu.handle(.choose, lists, at: 0)
        let wish = menu.handle(.chooseUp, lists, at: 0)
        #expect(wish == .finish(task, number: place) && menu.page == .waiting)
        if task == .pair { return }
        menu.asksWhether(at: 0)
        _ = press()
        #expect(menu.page == .browsers)
        menu.wait(for: .forget)
        menu.asksWhether(at: 0)
        _ = menu.handle(.step, lists, at: 0)
        let answer = press()
        #expect(answer == .finish(.forget, number: 0))
    }

    // M11
    @Test(arguments: [(0, MenuTransport.start), (1, .stop), (2, .pause), (3, .continue)])
    mutating func theClockIsDrivenAndThePageStays(place: Int, entry: MenuTransport) {
        #expect(choose(.clock, place) == .transport(entry))
        #expect(menu.page == .clock && press() == .transport(entry))
    }

    // M18
    @Test(arguments: [(0, MenuTransposition.up), (1, .down), (2, .none)])
    mutating func theBoxIsTransposedAndThePageStays(place: Int, entry: MenuTransposition) {
        #expect(choose(.transpose, place) == .transpose(entry))
        #expect(menu.page == .transpose && press() == .transpose(entry))
    }

    // M15
    @Test mutating func theLightStepsAndTheMenuStays() {
        #expect(choose(.light) == .light && press() == .light && menu.page == .top)
    }

    // M12: the page waits for the control thread, however long that takes.
    @Test mutating func aTaskWaitsForItsAnswer() {
        #expect(choose(.edit, 2) == .begin(.rename))
        #expect(menu.page == .waiting && menu.nextDeadline == never)
        #expect(menu.handle(.step, lists, at: 0) == .nothing && menu.nextDeadline == never)
        menu.asks(name: DisplayText("Verse".unicodeScalars), at: 60 * second)
        #expect(menu.page == .naming && menu.nextDeadline == 70 * second)
        #expect(press(at: 61 * second) == .finish(.rename, number: 0))
        #expect(menu.page == .waiting)
        menu.showsResult(at: 62 * second)
        #expect(menu.nextDeadline == 64 * second)
    }

    // M4: a long press leaves a task; what comes later finds nobody.
    @Test mutating func aLongPressLeavesATask() {
        _ = choose(.edit, 3)
        _ = menu.handle(.choose, lists, at: 0)
        _ = menu.handle(.chooseLong, lists, at: 0)
        #expect(menu.page == .edit && menu.cursor == 3)
        menu.asks(number: 5, at: 0)
        menu.asksWhether(at: 0)
        menu.asks(name: DisplayText(), at: 0)
        menu.showsResult(at: 0)
        #expect(menu.page == .edit)
        #expect(choose(.export) == .begin(.export))
        _ = menu.handle(.choose, lists, at: 0)
        _ = menu.handle(.chooseLong, lists, at: 0)
        #expect(menu.page == .top)
    }

    // M13: held, the stepping switch goes by groups.
    @Test mutating func lettersAreReachedByGroups() {
        _ = choose(.edit, 0)
        menu.asks(name: DisplayText(), at: 0)
        _ = menu.handle(.step, lists, at: 0)
        _ = menu.handle(.stepLong, lists, at: second)
        menu.advance(to: second + second / 4, lists)
        _ = menu.handle(.stepUp, lists, at: 2 * second)
        #expect(press(at: 2 * second) == .nothing && menu.typed.text == DisplayText("G".unicodeScalars))
    }

    // M14: by one, held by ten; after 127 comes 0.
    @Test mutating func aNumberIsChosen() {
        _ = choose(.edit, 3)
        menu.asks(number: 118, at: 0)
        _ = menu.handle(.step, lists, at: 0)
        #expect(menu.cursor == 119)
        _ = menu.handle(.stepLong, lists, at: 0)
        #expect(menu.cursor == 120)
        menu.advance(to: second / 4, lists)
        #expect(menu.cursor == 0)
        _ = menu.handle(.stepUp, lists, at: second)
        _ = menu.handle(.step, lists, at: second)
        #expect(press(at: second) == .finish(.number, number: 1))
    }

    // M12: the first answer is No.
    @Test mutating func onlyYesDeletes() {
        #expect(choose(.edit, 4) == .begin(.delete))
        menu.asksWhether(at: 0)
        #expect(press() == .nothing && menu.page == .edit && menu.cursor == 4)
        #expect(press() == .begin(.delete))
        menu.asksWhether(at: 0)
        _ = menu.handle(.step, lists, at: 0)
        #expect(press() == .finish(.delete, number: 0))
        // M17: an older version is asked for once more, beginning at No.
        menu.asksWhether(at: 0)
        #expect(menu.page == .question && menu.cursor == 0)
    }
}

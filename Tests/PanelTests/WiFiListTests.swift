import Testing

@testable import Panel

/// The wireless network in the menu (L6).
@Suite struct WiFiListTests {
    private static func lists(rows: Int, code: Bool = false, newPassword: Bool, join: Bool) -> Menu.Lists {
        var lists = Menu.Lists()
        (lists.network, lists.hasWiFi, lists.wifiRows, lists.hasCode) = (1, true, rows, code)
        (lists.hasNewPassword, lists.hasJoin) = (newPassword, join)
        return lists
    }

    /// Opens the page `Wi-Fi`.
    private static func opened(_ lists: Menu.Lists) -> Menu {
        var menu = Menu()
        _ = menu.handle(.opens, lists, at: 0)
        for index in 0... {
            guard let entry = MenuEntry(at: index, withSetLists: false), entry != .network else { break }
            _ = menu.handle(.step, lists, at: 0)
        }
        for _ in 0..<2 {
            _ = menu.handle(.choose, lists, at: 0)
            _ = menu.handle(.chooseUp, lists, at: 0)
        }
        return menu
    }

    private static func choose(_ menu: inout Menu, _ place: Int, _ lists: Menu.Lists) -> Menu.Wish {
        for _ in 0..<place { _ = menu.handle(.step, lists, at: 0) }
        _ = menu.handle(.choose, lists, at: 0)
        return menu.handle(.chooseUp, lists, at: 0)
    }

    @Test func theEntriesStandBelowTheRows() {
        let lists = Self.lists(rows: 3, newPassword: true, join: true)
        for (place, wish) in [
            (0, Menu.Wish.nothing), (2, .nothing), (3, .begin(.newPassword)), (4, .begin(.join)),
        ] {
            var menu = Self.opened(lists)
            #expect(menu.page == .wifi && menu.length(lists) == 5)
            #expect(Self.choose(&menu, place, lists) == wish, "\(place)")
        }
        var menu = Self.opened(Self.lists(rows: 1, newPassword: false, join: true))
        #expect(Self.choose(&menu, 1, Self.lists(rows: 1, newPassword: false, join: true)) == .begin(.join))
        menu = Self.opened(Self.lists(rows: 1, newPassword: true, join: false))
        #expect(Self.choose(&menu, 1, Self.lists(rows: 1, newPassword: true, join: false)) == .begin(.newPassword))
    }

    @Test func theCodeStandsAboveTheOtherEntries() {
        let lists = Self.lists(rows: 2, code: true, newPassword: true, join: true)
        for (place, page, wish) in [
            (1, Menu.Page.wifi, Menu.Wish.nothing), (2, .code, .nothing), (3, .waiting, .begin(.newPassword)),
            (4, .waiting, .begin(.join)),
        ] {
            var menu = Self.opened(lists)
            #expect(menu.length(lists) == 5)
            #expect(Self.choose(&menu, place, lists) == wish && menu.page == page, "\(place)")
        }
    }

    /// The first press of either switch goes back, and does nothing else.
    @Test(arguments: [(Menu.Gesture.step, Menu.Gesture.stepUp), (.choose, .chooseUp), (.stepBack, .stepUp)])
    func anyMenuSwitchLeavesTheCode(press: Menu.Gesture, release: Menu.Gesture) {
        let lists = Self.lists(rows: 2, code: true, newPassword: true, join: false)
        var menu = Self.opened(lists)
        _ = Self.choose(&menu, 2, lists)
        #expect(menu.page == .code)
        #expect(menu.handle(press, lists, at: 5) == .nothing)
        #expect(menu.handle(release, lists, at: 6) == .nothing)
        #expect(menu.page == .wifi && menu.cursor == 0 && menu.nextDeadline == 6 + PanelLimits.menuTime)
    }

    @Test func theCodeEndsAfterAMinute() {
        let lists = Self.lists(rows: 1, code: true, newPassword: false, join: false)
        var menu = Self.opened(lists)
        _ = Self.choose(&menu, 1, lists)
        #expect(menu.page == .code && menu.nextDeadline == PanelLimits.codeTime)
        menu.advance(to: PanelLimits.codeTime - 1, lists)
        #expect(menu.page == .code)
        menu.advance(to: PanelLimits.codeTime, lists)
        #expect(!menu.isOpen)
    }

    /// M4: back goes to the page before.
    @Test func backGoesToTheNetwork() {
        let lists = Self.lists(rows: 2, newPassword: true, join: false)
        var menu = Self.opened(lists)
        _ = Self.choose(&menu, 2, lists)
        #expect(menu.page == .waiting)
        menu.asksWhether(at: 0)
        _ = Self.choose(&menu, 0, lists)
        #expect(menu.page == .wifi)
        _ = menu.handle(.choose, lists, at: 0)
        _ = menu.handle(.chooseLong, lists, at: 0)
        #expect(menu.page == .network)
    }

    /// A box without Wi-Fi has its addresses only.
    @Test func withoutWiFiTheFirstRowOfTheNetworkIsAnAddress() {
        var lists = Menu.Lists()
        lists.network = 2
        let menu = Self.opened(lists)
        #expect(menu.page == .network && menu.length(lists) == 2)
    }

    @Test func rowsAndEntriesAreShown() {
        var list = WiFiList()
        #expect(!list.isThere)
        list.begin(DisplayText("access point".unicodeScalars), hasCode: true, hasNewPassword: true, hasJoin: false)
        let isAdded = list.add(DisplayText("Treadle".unicodeScalars))
        #expect(isAdded && list.isThere && list.count == 1)
        #expect(list.entry.text == DisplayText("Wi-Fi access point".unicodeScalars))
        let lists = Self.lists(rows: 1, code: list.hasCode, newPassword: true, join: false)
        #expect(list.row(0, lists).text == DisplayText("Treadle".unicodeScalars))
        #expect(list.row(1, lists).text == DisplayText("QR code".unicodeScalars))
        #expect(list.row(2, lists).text == DisplayText("New password".unicodeScalars))
        for _ in 1..<PanelLimits.wifiRows { list.add(DisplayText("row".unicodeScalars)) }
        let isOneMoreAdded = list.add(DisplayText("row".unicodeScalars))
        #expect(!isOneMoreAdded && list.count == PanelLimits.wifiRows)
    }
}

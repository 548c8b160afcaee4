import Testing

@testable import Panel

/// The menu page `Bluetooth` (B16): its entry, its rows and its tasks.
@Suite struct BluetoothListTests {
    private func text<let capacity: Int>(_ text: DisplayText<capacity>) -> String {
        (0..<text.count).map { String(Unicode.Scalar(text[$0]) ?? "?") }.joined()
    }

    private func entry(_ state: String, _ connected: Int) -> String {
        var list = BluetoothList()
        list.begin(DisplayText(state.unicodeScalars), connected: connected)
        let row = list.entry("Bluetooth")
        return "\(text(row.text))|\(text(row.value))"
    }

    @Test(arguments: [
        ("off", 0, "Bluetooth|off"), ("no radio", 0, "Bluetooth|no radio"), ("visible", 2, "Bluetooth 2|visible"),
        ("pairing", 0, "Bluetooth|pairing"), ("", 3, "Bluetooth|3"), ("", 0, "Bluetooth|0"),
    ])
    func entryShowsStateAndConnectedPeers(state: String, connected: Int, shown: String) {
        #expect(entry(state, connected) == shown)
    }

    @Test func boxWithoutBluetoothIsOff() {
        #expect(text(BluetoothList().entry("Bluetooth").value) == "off")
    }

    @Test func furtherPeersAreLeftOut() {
        var list = BluetoothList()
        for index in 0..<9 { #expect(list.add(MenuPicture.Row("peer", index)) == (index < 8)) }
        #expect(list.count == 8 && text(list[7].value) == "7")
        list.begin(DisplayText(), connected: 0)
        #expect(list.count == 0)
    }

    /// `Pair` and `Visible` above the peers, `Forget` below them.
    @Test(arguments: [
        (0, 0, MenuTask.allowPairing), (1, 0, .beVisible), (2, 0, .forgetPeer), (2, 2, nil), (3, 2, nil),
        (4, 2, .forgetPeer),
    ])
    func pageHasTasksAroundThePeers(place: Int, peers: Int, task: MenuTask?) {
        var (menu, lists) = (Menu(), Menu.Lists())
        lists.bluetooth = peers
        menu.open(.bluetooth, at: 0)
        #expect(menu.length(lists) == 3 + peers)
        for _ in 0..<place { _ = menu.handle(.step, lists, at: 0) }
        _ = menu.handle(.choose, lists, at: 0)
        let wish = menu.handle(.chooseUp, lists, at: 0)
        let wanted = task.map { Menu.Wish.begin($0) } ?? .nothing
        #expect(wish == wanted)
        #expect(menu.page == (task == nil ? .bluetooth : .waiting))
    }

    /// B4: `All` stands above the devices, and a long press leads back.
    @Test(arguments: [(0, 1), (1, 2), (2, 3)]) func deviceToForgetIsChosen(place: Int, number: Int) {
        var (menu, lists) = (Menu(), Menu.Lists())
        lists.browsers = 2
        menu.wait(for: .forgetPeer)
        menu.asksWhich(at: 0)
        #expect(menu.page == .bonds && menu.length(lists) == 3)
        for _ in 0..<place { _ = menu.handle(.step, lists, at: 0) }
        _ = menu.handle(.choose, lists, at: 0)
        let wish = menu.handle(.chooseUp, lists, at: 0)
        #expect(wish == .finish(.forgetPeer, number: number))
        menu.asksWhether(at: 0)
        #expect(menu.page == .question)
        _ = menu.handle(.choose, lists, at: 0)
        _ = menu.handle(.chooseLong, lists, at: 0)
        #expect(menu.page == .bluetooth)
    }
}

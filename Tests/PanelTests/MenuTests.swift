import Panel
import Testing

/// The menu without its owner: timed gestures in, pages and wishes out (M1, M2, M3, M4, M5, M6, M7).
@Suite struct MenuTests {
    /// Four presets of which the third runs, two values to learn, three ports, six counters, four rows of faults.
    private static var lists: Menu.Lists {
        var lists = Menu.Lists()
        (lists.presets, lists.running, lists.learnables, lists.ports, lists.counters) = (4, 2, 2, 3, 6)
        lists.faults = 4
        return lists
    }

    /// A gesture at a time in ms, and the state of the menu afterwards.
    struct Row: Sendable {
        var at: UInt64
        var does: Menu.Gesture?
        var shows: String
        var wishes = Menu.Wish.nothing

        init(_ at: UInt64, _ does: Menu.Gesture?, _ shows: String, _ wishes: Menu.Wish = .nothing) {
            (self.at, self.does, self.shows, self.wishes) = (at, does, shows, wishes)
        }
    }

    private static func text(_ menu: Menu) -> String { "\(menu.page) \(menu.cursor)" }

    private static let rows: [[Row]] = [
        // M4: a step acts at the press, a choice at a release before the press is long.
        [
            Row(0, .opens, "top 0"), Row(10, .choose, "top 0"), Row(20, .chooseUp, "presets 2"),
            Row(30, .step, "presets 3"), Row(40, .stepUp, "presets 3"), Row(50, .step, "presets 0"),
            Row(60, .choose, "presets 0"), Row(70, .chooseUp, "closed 0", .load(0)),
        ],
        // M4: a long press goes back a page, then closes the menu; its release chooses nothing.
        [
            Row(0, .opens, "top 0"), Row(10, .step, "top 1"), Row(20, .choose, "top 1"), Row(30, .chooseUp, "tempo 0"),
            Row(40, .choose, "tempo 0", .tap), Row(540, .chooseLong, "top 1"), Row(600, .chooseUp, "top 1"),
            Row(700, .choose, "top 1"), Row(1200, .chooseLong, "closed 1"), Row(1300, .chooseUp, "closed 1"),
            Row(1400, .step, "closed 1"),
        ],
        // M4: a held stepping switch steps on until its release.
        [
            Row(0, .opens, "top 0"), Row(10, .step, "top 1"), Row(510, .stepLong, "top 2"), Row(759, nil, "top 2"),
            Row(760, nil, "top 3"), Row(1260, nil, "top 5"), Row(1261, .stepUp, "top 5"), Row(3000, nil, "top 5"),
        ],
        // M5: the menu closes ten seconds after the last touch; each step of a held switch is a touch.
        [
            Row(0, .opens, "top 0"), Row(9999, nil, "top 0"), Row(10_000, nil, "closed 0"),
            Row(11_000, .opens, "top 0"), Row(11_500, .step, "top 1"), Row(12_000, .stepLong, "top 2"),
            Row(30_000, .stepUp, "top 11"), Row(39_999, nil, "top 11"), Row(40_000, nil, "closed 11"),
        ],
        // M5: actions close the menu, except undo. M6: the tempo changes in steps of 1.
        [
            Row(0, .opens, "top 0"), Row(10, .step, "top 1"), Row(20, .choose, "top 1"), Row(30, .chooseUp, "tempo 0"),
            Row(40, .step, "tempo 1"), Row(50, .choose, "tempo 1"), Row(60, .chooseUp, "tempo 1", .tempo(by: 100)),
            Row(70, .step, "tempo 2"), Row(80, .choose, "tempo 2"), Row(90, .chooseUp, "tempo 2", .tempo(by: -100)),
            Row(100, .choose, "tempo 2"), Row(600, .chooseLong, "top 1"), Row(610, .step, "top 2"),
            Row(620, .step, "top 3"), Row(630, .choose, "top 3"), Row(640, .chooseUp, "top 3", .undo),
            Row(650, .choose, "top 3"), Row(660, .chooseUp, "top 3", .undo),
        ],
        [
            Row(0, .opens, "top 0"), Row(10, .step, "top 1"), Row(20, .step, "top 2"), Row(30, .choose, "top 2"),
            Row(40, .chooseUp, "closed 2", .save),
        ],
        [
            Row(0, .opens, "top 0"), Row(10, .step, "top 1"), Row(20, .step, "top 2"), Row(30, .step, "top 3"),
            Row(40, .step, "top 4"), Row(50, .choose, "top 4"), Row(60, .chooseUp, "closed 4", .revert),
        ],
        // M7: while learning, the stepping switch does nothing, the choosing switch takes the value, and a long press
        // goes back to the value in the list.
        [
            Row(0, .opens, "top 0"), Row(1, .step, "top 1"), Row(2, .step, "top 2"), Row(3, .step, "top 3"),
            Row(4, .step, "top 4"), Row(4, .step, "top 5"), Row(5, .choose, "top 5"), Row(6, .chooseUp, "learn 0"),
            Row(7, .step, "learn 1"), Row(8, .choose, "learn 1"), Row(9, .chooseUp, "learning 0", .learn(1)),
            Row(10, .step, "learning 0"), Row(11, .choose, "learning 0"), Row(12, .chooseUp, "learning 0", .take),
            Row(13, .choose, "learning 0"), Row(513, .chooseLong, "learn 1"),
        ],
        // M9: on the page `Tilt` a short press goes back, and a long press learns until its release.
        [
            Row(0, .opens, "top 0"), Row(1, .step, "top 1"), Row(2, .step, "top 2"), Row(3, .step, "top 3"),
            Row(4, .step, "top 4"), Row(4, .step, "top 5"), Row(5, .step, "top 6"), Row(6, .choose, "top 6"),
            Row(7, .chooseUp, "tilt 0"),
            Row(8, .choose, "tilt 0", .beginTilt), Row(9, .chooseUp, "top 6"), Row(10, .choose, "top 6"),
            Row(11, .chooseUp, "tilt 0"), Row(12, .choose, "tilt 0", .beginTilt), Row(512, .chooseLong, "tilt 0"),
            Row(60_000, nil, "tilt 0"), Row(61_000, .chooseUp, "learnt 0", .endTilt), Row(62_999, nil, "learnt 0"),
            Row(63_000, nil, "closed 0"),
        ],
        // A release chooses nothing if the menu has closed since the press.
        [
            Row(0, .opens, "top 0"), Row(9990, .choose, "top 0"), Row(19_990, nil, "closed 0"),
            Row(19_995, .chooseUp, "closed 0"),
        ],
    ]

    @Test(arguments: rows.indices) func gesturesLeadToTheExpectedPage(index: Int) {
        var menu = Menu()
        let ms: UInt64 = 1_000_000
        for (step, row) in MenuTests.rows[index].enumerated() {
            menu.advance(to: row.at * ms, MenuTests.lists)
            var wish = Menu.Wish.nothing
            if let gesture = row.does { wish = menu.handle(gesture, MenuTests.lists, at: row.at * ms) }
            #expect(
                MenuTests.text(menu) == row.shows && wish == row.wishes, "row \(step): \(MenuTests.text(menu)) \(wish)")
        }
    }

    /// M7: the result of learning is shown for 2 s, and a step does not change that; half of a value is a touch.
    @Test func theLearntValueIsShownForTwoSeconds() {
        let second: UInt64 = 1_000_000_000
        var menu = Menu()
        func handle(_ gesture: Menu.Gesture, _ at: UInt64) { _ = menu.handle(gesture, MenuTests.lists, at: at) }
        handle(.opens, 0)
        for _ in 0..<5 { handle(.step, 0) }
        for _ in 0..<2 {
            handle(.choose, 0)
            handle(.chooseUp, 0)
        }
        #expect(menu.page == .learning && menu.nextDeadline == 10 * second)
        menu.heard(at: 5 * second)
        #expect(menu.nextDeadline == 15 * second)
        menu.hasLearnt(at: 6 * second)
        handle(.step, 7 * second)
        #expect(menu.page == .learnt && menu.nextDeadline == 8 * second)
        menu.advance(to: 8 * second, MenuTests.lists)
        #expect(!menu.isOpen && menu.nextDeadline == never)
        // These come too late for a closed menu.
        menu.hasLearnt(at: 9 * second)
        menu.heard(at: 9 * second)
        #expect(!menu.isOpen && menu.nextDeadline == never)
    }

    /// After a list became shorter, nothing is chosen past its end, and the next step is within the list.
    @Test func shorterListsAreNotOverrun() {
        var menu = Menu()
        _ = menu.handle(.opens, MenuTests.lists, at: 0)
        for gesture: Menu.Gesture in [.choose, .chooseUp, .step] { _ = menu.handle(gesture, MenuTests.lists, at: 0) }
        #expect(menu.page == .presets && menu.cursor == 3)
        var lists = MenuTests.lists
        lists.presets = 1
        #expect(menu.handle(.choose, lists, at: 0) == .nothing && menu.handle(.chooseUp, lists, at: 0) == .nothing)
        _ = menu.handle(.step, lists, at: 0)
        #expect(menu.cursor == 0)
        lists.presets = 0
        _ = menu.handle(.step, lists, at: 0)
        #expect(menu.cursor == 0)
    }
}

/// The picture of the menu (M2).
@Suite struct MenuPictureTests {
    private static func picture(_ page: Menu.Page, _ rows: MenuPicture.Row...) -> MenuPicture {
        var picture = MenuPicture(page)
        for row in rows { picture.add(row) }
        return picture
    }

    private static let ports = picture(
        .ports, row("keyboard in the hall", "in out"), row("ガム", "missing"), MenuPicture.Row("aux", "out"))

    private static func row(_ name: String, _ value: StaticString) -> MenuPicture.Row {
        var row = MenuPicture.Row("", value)
        row.text = DisplayText(name.unicodeScalars)
        return row
    }

    @Test(arguments: [
        (16, 2, "PORTS     HELD 3|>keyboard in out"), (20, 2, "PORTS         HELD 3|>keyboard in  in out"),
        (20, 4, "PORTS         HELD 3|>keyboard in  in out| ｶﾞﾑ         missing| aux             out"),
    ])
    func theMenuHasAllRows(columns: Int, rows: Int, text: String) {
        var state = DisplayState.example
        state.held = 3
        let frame = DisplayFrame(state, menu: Self.ports, at: 0, columns: columns, rows: rows)
        #expect(frame.text == text)
    }

    // D3: the most urgent status, for as long as it lasts
    @Test func theStatusStaysWithItsTime() {
        var state = DisplayState.example
        state.isLearning = true
        state.panicAt = 0
        var learning = MenuPicture(.learning)
        learning.add(MenuPicture.Row("Split", 60))
        func text(_ at: UInt64) -> String {
            DisplayFrame(state, menu: learning, at: at, columns: 16, rows: 2).text
        }
        #expect(text(0) == "LEARN      PANIC|Split         60")
        #expect(text(state.nextChange(after: 0)) == "LEARN      LEARN|Split         60")
    }

    @Test func aClosedMenuDoesNotChangeThePicture() {
        let state = DisplayState.example
        let frame = DisplayFrame(state, menu: MenuPicture(.closed), at: 0, columns: 16, rows: 2)
        #expect(frame == DisplayFrame(state, at: 0, columns: 16, rows: 2))
    }

    @Test func aNumberWithoutRoomIsShownAsPlusSigns() {
        let rows = [
            MenuPicture.Row("Dropped", 4_294_967_295), MenuPicture.Row("Tempo", tempo: 12005),
            MenuPicture.Row(preset: -1, DisplayText("Aria".unicodeScalars)),
            MenuPicture.Row(preset: 7, DisplayText("A name that is too long".unicodeScalars)),
        ]
        let texts = rows.map { row in
            DisplayFrame(.example, menu: Self.picture(.top, row), at: 0, columns: 16, rows: 2).text.suffix(16)
        }
        #expect(texts == [">Droppe ++++++++", ">Tempo     120.1", ">--- Aria       ", ">  7 A name that"])
    }

    @Test func aFourthEntryIsLeftOut() {
        let row = MenuPicture.Row("x")
        #expect(Self.picture(.top, row, row, row, row) == Self.picture(.top, row, row, row))
        #expect(Self.picture(.top, row, row) != Self.picture(.top, row, row, row))
        #expect(Self.picture(.top, row) != Self.picture(.top, MenuPicture.Row("x", 1)))
    }
}

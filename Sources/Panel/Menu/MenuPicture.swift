/// The content of the display while the menu is open (M2): a title, and the entries from the cursor on.
///
/// Plain values of a fixed size, like `DisplayState`: the loop passes them to the thread that draws.
package struct MenuPicture: BitwiseCopyable, Equatable, Sendable {
    /// One entry: a text, and a value right-aligned in the row.
    package struct Row: BitwiseCopyable, Equatable, Sendable {
        package var text = DisplayText<20>()
        package var value = DisplayText<8>()

        package init() {}
    }

    package var isOpen = false
    /// Whether the first row can be chosen and therefore has a mark.
    package var isMarked = true
    /// Whether an OLED shows the QR code of the access point instead of this picture (L6).
    package var isCode = false
    /// The title, in columns 1 to 8, left of the status.
    package var title = DisplayText<8>()
    package private(set) var count = 0
    private var rows = InlineArray<3, Row>(repeating: Row())

    /// Creates the picture of a closed menu.
    package init() {}

    /// Creates the picture of a page without entries.
    package init(_ page: Menu.Page) {
        isOpen = page != .closed
        isMarked = page != .learning && page != .learnt && page != .tilt && page != .code
        title.append(page.title)
    }

    /// Creates the picture of a task's page without entries. A question ends in a question mark.
    package init(_ page: Menu.Page, of task: MenuTask) {
        isOpen = true
        isMarked = page != .waiting
        title.append(task.title)
        if page == .question { title.append(UInt32(UInt8(ascii: "?"))) }
    }

    /// Creates the picture of a result; nothing can be chosen.
    package init(resultOf title: StaticString) {
        isOpen = true
        isMarked = false
        self.title.append(title)
    }

    /// The number of entries for which the largest display has rows.
    package static let rowCount = 3

    /// Returns the entry at an index, 0..<count.
    package subscript(index: Int) -> Row { rows[index] }

    /// Adds an entry after the others. Entries beyond `rowCount` are dropped.
    package mutating func add(_ row: Row) {
        guard count < Self.rowCount else { return }
        rows[count] = row
        count += 1
    }

    package static func == (a: Self, b: Self) -> Bool {
        guard a.isOpen == b.isOpen && a.isMarked == b.isMarked && a.isCode == b.isCode else { return false }
        guard a.title == b.title && a.count == b.count else { return false }
        for index in 0..<a.count where a.rows[index] != b.rows[index] { return false }
        return true
    }
}

// Adds texts and values to a row.
extension MenuPicture.Row {
    package init(_ word: StaticString) {
        text.append(word)
    }

    package init(_ word: StaticString, _ value: StaticString) {
        text.append(word)
        self.value.append(value)
    }

    /// Creates a row with a number. If the number has too many digits, plus signs are shown.
    package init(_ word: StaticString, _ number: Int) {
        text.append(word)
        value.append(number: number)
    }

    /// Creates a row with a tempo in hundredths of a BPM, shown as in D2: one decimal, halves rounded up.
    package init(_ word: StaticString, tempo: UInt32) {
        text.append(word)
        let tenths = min((Int(tempo) + 5) / 10, 9999)
        value.append(number: tenths / 10)
        value.append(UInt32(UInt8(ascii: ".")))
        value.append(number: tenths % 10)
    }

    /// Creates a row with the number and name of a preset, as in D1.
    package init(preset number: Int, _ name: DisplayText<20>) {
        if number < 0 { text.append("---") } else { text.append(number, width: 3) }
        text.append(blank)
        text.append(name)
    }
}

extension DisplayText<20> {
    /// Creates the text of an axis (0 x, 1 y, 2 z) and its range, as in the box file: `x -20..35`.
    package init(axis: UInt8, _ range: TiltRange) {
        self.init()
        append(UInt32(UInt8(ascii: "x")) + UInt32(axis))
        append(blank)
        append(DisplayText<20>(Int(range.from)))
        append("..")
        append(DisplayText<20>(Int(range.to)))
    }
}

extension DisplayText<20> {
    /// Creates the text of a pedal, 0..<8, and its range, as in the box file: `P1 120..3150`.
    package init(pedal: UInt8, _ range: PedalRange) {
        self.init()
        append("P")
        append(DisplayText<20>(Int(pedal) + 1))
        append(blank)
        append(DisplayText<20>(Int(range.from)))
        append("..")
        append(DisplayText<20>(Int(range.to)))
    }
}

extension DisplayText {
    /// Appends a number; plus signs if the number has too many digits.
    fileprivate mutating func append(number: Int) {
        let digits = DisplayText<20>(number)
        append(number, width: min(digits.count, capacity - count))
    }
}

extension DisplayFrame {
    /// Draws the title with the status (D3) on the right, and the entries below (M2).
    mutating func draw(_ menu: MenuPicture, _ state: DisplayState, at now: UInt64) {
        place(menu.title, row: 0, column: 0)
        drawStatus(state, row: 0, at: now)
        for index in 0..<min(menu.count, rows - 1) {
            let row = menu[index]
            let start = menu.isMarked ? 1 : 0
            if menu.isMarked && index == 0 { place(DisplayText<20>(">"), row: 1, column: 0) }
            // At least one blank separates text and value, and the value is never cut.
            let end = row.value.count > 0 ? columns - row.value.count - 1 : columns
            place(row.text, row: index + 1, column: start, before: end)
            place(row.value, row: index + 1, column: columns - row.value.count)
        }
    }
}

/// What the glass shows while the menu is open (M2): a title, and the entries from the one that would be chosen on.
///
/// Plain values of a fixed size, as `DisplayState` is: the loop hands it to whoever draws.
public struct MenuPicture: BitwiseCopyable, Equatable, Sendable {
    /// One entry: its words, and what it has for a value at the right end of the row.
    public struct Row: BitwiseCopyable, Equatable, Sendable {
        public var text = DisplayText<20>()
        public var value = DisplayText<8>()

        public init() {}
    }

    public var isOpen = false
    /// The first of the rows can be chosen, and bears a mark.
    public var isMarked = true
    /// In the columns that the status leaves, 1 to 8.
    public var title = DisplayText<8>()
    public private(set) var count = 0
    private var rows = InlineArray<3, Row>(repeating: Row())

    /// Nothing: the menu is closed.
    public init() {}

    /// A page without its entries.
    public init(_ page: Menu.Page) {
        isOpen = page != .closed
        isMarked = page != .learning && page != .learnt && page != .tilt
        title.append(page.title)
    }

    /// What has come of something, with nothing to choose.
    public init(resultOf title: StaticString) {
        isOpen = true
        isMarked = false
        self.title.append(title)
    }

    /// As many entries as any glass has rows for.
    public static let rowCount = 3

    /// An entry that is shown, 0..<count.
    public subscript(index: Int) -> Row { rows[index] }

    /// Adds an entry below the others; one too many is left out.
    public mutating func add(_ row: Row) {
        guard count < Self.rowCount else { return }
        rows[count] = row
        count += 1
    }

    public static func == (a: Self, b: Self) -> Bool {
        guard a.isOpen == b.isOpen && a.isMarked == b.isMarked && a.title == b.title && a.count == b.count else {
            return false
        }
        for index in 0..<a.count where a.rows[index] != b.rows[index] { return false }
        return true
    }
}

// Composing.
extension MenuPicture.Row {
    public init(_ word: StaticString) {
        text.append(word)
    }

    public init(_ word: StaticString, _ value: StaticString) {
        text.append(word)
        self.value.append(value)
    }

    /// A number that has no room is shown as so many `+`, not wrong.
    public init(_ word: StaticString, _ number: Int) {
        text.append(word)
        value.append(number: number)
    }

    /// With a tempo, in hundredths of BPM, as D2 has it: one decimal, halves up.
    public init(_ word: StaticString, tempo: UInt32) {
        text.append(word)
        let tenths = min((Int(tempo) + 5) / 10, 9999)
        value.append(number: tenths / 10)
        value.append(UInt32(UInt8(ascii: ".")))
        value.append(number: tenths % 10)
    }

    /// A preset by number and name, as D1 has it.
    public init(preset number: Int, _ name: DisplayText<20>) {
        if number < 0 { text.append("---") } else { text.append(number, width: 3) }
        text.append(blank)
        text.append(name)
    }
}

extension DisplayText<20> {
    /// The range of an axis (0 x, 1 y, 2 z) as the box file has it: `x -20..35`.
    public init(axis: UInt8, _ range: TiltRange) {
        self.init()
        append(UInt32(UInt8(ascii: "x")) + UInt32(axis))
        append(blank)
        append(DisplayText<20>(Int(range.from)))
        append("..")
        append(DisplayText<20>(Int(range.to)))
    }
}

extension DisplayText {
    /// A number as it is; one of more digits than there is room for as so many `+`.
    fileprivate mutating func append(number: Int) {
        let digits = DisplayText<20>(number)
        append(number, width: min(digits.count, capacity - count))
    }
}

extension DisplayFrame {
    /// M2: the title and, at the right, the status (D3); below, the entries.
    mutating func draw(_ menu: MenuPicture, _ state: DisplayState, at now: UInt64) {
        place(menu.title, row: 0, column: 0)
        drawStatus(state, row: 0, at: now)
        for index in 0..<min(menu.count, rows - 1) {
            let row = menu[index]
            let start = menu.isMarked ? 1 : 0
            if menu.isMarked && index == 0 { place(DisplayText<20>(">"), row: 1, column: 0) }
            // A blank stands between the two at least; the value is whole.
            let end = row.value.count > 0 ? columns - row.value.count - 1 : columns
            place(row.text, row: index + 1, column: start, before: end)
            place(row.value, row: index + 1, column: columns - row.value.count)
        }
    }
}

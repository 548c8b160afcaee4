/// A name that is written with two footswitches (M13): the characters so far, and the wheel with the next character.
///
/// One switch turns a wheel of words and characters, the other switch takes the one at the cursor. After a choice the
/// wheel is back at its beginning, so each character is always the same number of steps away.
package struct NameEntry: BitwiseCopyable, Sendable {
    /// The effect of a choice.
    enum Choice {
        case goesOn, isDone
    }

    package private(set) var text = DisplayText<20>()
    /// The position on the wheel, 0..<`count`.
    package private(set) var place = 0
    /// Whether the next letter is small instead of capital, or capital instead of small.
    private var isOtherCase = false

    init() {}

    /// Begins with a name that the player can change.
    init(_ text: DisplayText<20>) { self.text = text }

    private static var letters: StaticString { "abcdefghijklmnopqrstuvwxyz0123456789-.'+#" }
    /// The number of words on the wheel: `done`, `delete`, `space`, `Aa`.
    private static let words = 4
    private static var count: Int { words + letters.utf8CodeUnitCount }

    /// Turns the wheel to the next word or character.
    mutating func step() { place = (place + 1) % NameEntry.count }

    /// Turns the wheel to the next group: the words, a to f, g to l, m to r, s to z, digits, signs.
    mutating func stepGroup() {
        switch place {
        case ..<4: place = 4
        case ..<10: place = 10
        case ..<16: place = 16
        case ..<22: place = 22
        case ..<30: place = 30
        case ..<40: place = 40
        default: place = 0
        }
    }

    /// Chooses the word or character at the cursor.
    mutating func choose() -> Choice {
        switch place {
        case 0:
            trim()
            return text.count > 0 ? .isDone : .goesOn
        case 1: text.removeLast()
        case 2: if !beginsWord { text.append(blank) }
        // The wheel does not return to its beginning, because the player chooses a letter next.
        case 3:
            isOtherCase.toggle()
            return .goesOn
        default:
            text.append(character(place))
            isOtherCase = false
        }
        place = 0
        return .goesOn
    }

    private mutating func trim() {
        while text.count > 0 && text[text.count - 1] == blank { text.removeLast() }
    }

    private var beginsWord: Bool { text.count == 0 || text[text.count - 1] == blank }

    /// The character at a position. Words begin with a capital unless `Aa` was chosen.
    private func character(_ place: Int) -> UInt32 {
        let character = UInt32(NameEntry.letters.utf8Start[place - NameEntry.words])
        let isLetter = character >= UInt32(UInt8(ascii: "a"))
        return isLetter && beginsWord != isOtherCase ? character - 32 : character
    }

    /// Returns the word or character at an offset after the cursor.
    func shown(_ offset: Int) -> DisplayText<8> {
        let place = (place + offset) % NameEntry.count
        switch place {
        case 0: return DisplayText("done")
        case 1: return DisplayText("delete")
        case 2: return DisplayText("space")
        case 3: return DisplayText("Aa")
        default: return DisplayText(scalar: character(place))
        }
    }

    /// Returns the row at an index. The first row has the end of the name, as much as 16 columns show, and a cursor.
    package func row(_ index: Int) -> MenuPicture.Row {
        var row = MenuPicture.Row("")
        row.value = shown(index)
        if index > 0 { return row }
        // The room is 16 columns less a mark, a blank before the value, and the cursor.
        let room = 13 - row.value.count
        for at in max(0, text.count - room)..<text.count { row.text.append(text[at]) }
        row.text.append("_")
        return row
    }
}

import Testing

@testable import Panel

/// Names by foot (M13): steps and choices in, a name out.
@Suite struct NameEntryTests {
    /// Turns the wheel until it shows a word or character, by groups where that is shorter, and takes it.
    private static func choose(_ wanted: String, _ entry: inout NameEntry) -> NameEntry.Choice {
        for _ in 0..<45 {
            if text(entry.shown(0)) == wanted { return entry.choose() }
            entry.step()
        }
        Issue.record("the wheel has no \(wanted)")
        return .isDone
    }

    private static func text<let capacity: Int>(_ text: DisplayText<capacity>) -> String {
        (0..<text.count).map { String(Unicode.Scalar(text[$0]) ?? "?") }.joined()
    }

    @Test(arguments: [
        (["V", "e", "r", "s", "e", "space", "2"], "Verse 2"),
        (["Aa", "v", "Aa", "E"], "vE"),
        (["A", "space", "space", "B"], "A B"),
        (["R", "delete", "delete", "B"], "B"),
        (["1", "2", "'", ".", "-", "+", "#"], "12'.-+#"),
        (["A", "space"], "A"),
    ])
    func choicesBecomeAName(choices: [String], name: String) {
        var entry = NameEntry()
        for choice in choices { #expect(Self.choose(choice, &entry) == .goesOn) }
        #expect(Self.choose("done", &entry) == .isDone)
        #expect(Self.text(entry.text) == name)
    }

    /// Each character is always the same number of steps away.
    @Test func theWheelBeginsAnewAfterAChoice() {
        var entry = NameEntry()
        for choice in ["K", "delete", "K", "space"] {
            _ = Self.choose(choice, &entry)
            #expect(Self.text(entry.shown(0)) == "done")
        }
        _ = Self.choose("Aa", &entry)
        #expect(Self.text(entry.shown(0)) == "Aa" && Self.text(entry.shown(1)) == "a")
    }

    @Test func anEmptyNameIsNotDone() {
        var entry = NameEntry()
        #expect(Self.choose("done", &entry) == .goesOn)
        _ = Self.choose("space", &entry)
        #expect(Self.choose("done", &entry) == .goesOn)
    }

    @Test func aHeldSwitchGoesFromGroupToGroup() {
        var entry = NameEntry(DisplayText("x".unicodeScalars))
        var seen: [String] = []
        for _ in 0..<8 {
            entry.stepGroup()
            seen.append(Self.text(entry.shown(0)))
        }
        #expect(seen == ["a", "g", "m", "s", "0", "-", "done", "a"])
        entry.step()
        entry.stepGroup()
        #expect(Self.text(entry.shown(0)) == "g")
    }

    @Test func aNameHasTwentyCharacters() {
        var entry = NameEntry()
        for _ in 0..<25 { _ = Self.choose("7", &entry) }
        #expect(Self.text(entry.text) == String(repeating: "7", count: 20))
    }

    /// The end of a long name is seen on 16 columns: a mark, the name, a blank, the choice.
    @Test func theEndOfALongNameIsShown() {
        let entry = NameEntry(DisplayText("A name of twenty let".unicodeScalars))
        let row = entry.row(0)
        #expect(Self.text(row.text) == "wenty let_" && Self.text(row.value) == "done")
        #expect(row.text.count + 2 + row.value.count == 16)
        #expect(Self.text(entry.row(1).value) == "delete" && entry.row(1).text.count == 0)
    }
}

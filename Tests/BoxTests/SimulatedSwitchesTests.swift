import Testing

@testable import Box
@testable import Configuration

/// Keys that only say that they were pressed, made contacts that close and open.
@Suite struct SimulatedSwitchesTests {
    /// What the contacts do: `A+` closes, `A-` opens, with the milliseconds. Time runs in steps of one.
    private func play(_ keys: [(at: UInt64, letter: Character)], _ names: [String] = ["A", "B"]) -> String {
        var switches = SimulatedSwitches(names.map { FootswitchConfiguration(name: $0) })
        var seen: [String] = []
        for millisecond in 0...2000 as ClosedRange<UInt64> {
            let contact = { (index: Int, closed: Bool) in
                seen.append("\(millisecond)\(names[index])\(closed ? "+" : "-")")
            }
            switches.advance(to: (millisecond + 1000) * 1_000_000, contact)
            for key in keys where key.at == millisecond {
                _ = switches.press(key.letter.asciiValue!, at: (millisecond + 1000) * 1_000_000, contact)
            }
        }
        return seen.joined(separator: " ")
    }

    @Test func keysAreContacts() {
        let repeated = [(at: UInt64(0), letter: Character("a"))] + (0...20).map { (500 + 30 * UInt64($0), "a") }
        let rows: [(keys: [(at: UInt64, letter: Character)], says: String)] = [
            ([(0, "a")], "0A+ 150A-"),
            ([(0, "a"), (0, "b")], "0A+ 0B+ 150A- 150B-"),
            // Two taps apart, and of a quick foot: down again once the contact has settled (F1, 5 ms).
            ([(0, "a"), (200, "a")], "0A+ 150A- 200A+ 350A-"),
            ([(0, "a"), (100, "a")], "0A+ 100A- 110A+ 260A-"),
            // A key that repeats itself.
            (repeated, "0A+ 150A- 500A+ 1250A-"),
            // Held and let go, by the same letter or the small one, beside others.
            ([(0, "A"), (300, "b"), (900, "A")], "0A+ 300B+ 450B- 900A-"),
            ([(0, "A"), (900, "a")], "0A+ 900A-"),
            ([(0, "A"), (30, "A"), (60, "A")], "0A+"),
            ([(0, "a"), (100, "A")], "0A+ 100A-"),
            ([(0, "x"), (0, "1")], ""),
        ]
        for row in rows { #expect(play(row.keys) == row.says, "\(row.keys)") }
    }

    @Test func eachSwitchHasALetter() {
        let rows: [(names: [String], letters: String)] = [
            (["A", "B"], "ab"), (["b", "left", "B"], "bla"), (["P", "q", "1"], "abc"), (["next", "N", "back"], "enb"),
            (["足", "A"], "ba"),
        ]
        for row in rows {
            let switches = SimulatedSwitches(row.names.map { FootswitchConfiguration(name: $0) })
            let letters = row.names.indices.map { Character(Unicode.Scalar(switches.key($0))) }
            #expect(String(letters) == row.letters, "\(row.names)")
        }
    }

    @Test func sequencesAreArrows() {
        let rows: [(bytes: String, keys: [TerminalKeys.Key])] = [
            ("a", [.character(97)]), ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OC\u{1B}OD", [.right, .left]),
            ("\u{1B}[1;5Aq", [.up, .character(113)]), ("\u{1B}[15~b", [.character(98)]), ("\u{1B}ab", [.character(98)]),
            ("äb", [.character(98)]), ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
            ("\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~", [.home, .home, .home, .home]),
            ("\u{1B}[F\u{1B}OF\u{1B}[4~\u{1B}[8~", [.end, .end, .end, .end]), ("\u{1B}[3~a", [.character(97)]),
        ]
        for row in rows {
            var keys = TerminalKeys()
            #expect(row.bytes.utf8.compactMap { keys.feed($0, at: 5) } == row.keys, "\(row.bytes.debugDescription)")
        }
        // Escape by itself, and later a letter.
        var keys = TerminalKeys()
        #expect(keys.feed(0x1B, at: 0) == nil && keys.feed(113, at: 200_000_000) == .character(113))
    }

    @Test func onlyDifferencesAreWritten() {
        var screen = Screen(columns: 10, rows: 2, colours: false, isWide: true)
        screen.put("Note 足", row: 1, column: 2)
        let first = "\u{1B}[0m\u{1B}[2J\u{1B}[2;3H\u{1B}[0mNote\u{1B}[2;8H足"
        #expect(String(decoding: screen.update(), as: UTF8.self) == first)
        #expect(screen.update() == [])
        screen.clear()
        screen.put("Nose 足!", row: 1, column: 2, .plain)
        #expect(String(decoding: screen.update(), as: UTF8.self) == "\u{1B}[2;5H\u{1B}[0ms\u{1B}[2;10H!")
    }
}

import Testing

@testable import Configuration

/// The line of a file below a message, and the caret under the place.
@Suite struct SourceLineTests {
    /// The line and a caret below it.
    private func shown(_ text: String, _ line: Int, _ column: Int) -> [String] {
        let bytes = Array(text.utf8)
        let source = bytes.withUnsafeBufferPointer { bytes in
            var cursor = SourceCursor()
            cursor.advance(in: bytes, to: line, column)
            return SourceLine(bytes, at: cursor.offset)
        }
        guard let source else { return [] }
        return [source.text, String(repeating: " ", count: source.columnsBefore) + "^"]
    }

    @Test(
        arguments: [
            ("ab: cd\n", 1, 5, ["ab: cd", "    ^"]), ("one\ntwo\nthree", 2, 1, ["two", "^"]),
            ("one\ntwo", 2, 4, ["two", "   ^"]), ("one\r\ntwo\r\n", 2, 3, ["two", "  ^"]),
            ("one\rtwo\u{85}three\u{2028}four", 4, 2, ["four", " ^"]),
            // A tab is shown as four blanks, a wide character takes two columns, a combining one none.
            ("\ta: b\n", 1, 2, ["    a: b", "    ^"]), ("音: x\n", 1, 4, ["音: x", "    ^"]),
            ("e\u{301}: x\n", 1, 5, ["e\u{301}: x", "   ^"]), ("\u{1F3B9} x", 1, 3, ["\u{1F3B9} x", "   ^"]),
            ("é x", 1, 3, ["é x", "  ^"]), ("\u{FEFF}a: b", 1, 4, ["a: b", "   ^"]),
            // Nothing may control the terminal.
            ("a\u{1B}b c", 1, 5, ["a\\x1Bb c", "       ^"]),
            ("a\u{202E}b", 1, 3, ["a\\u{202E}b", "         ^"]),
            // There is no line, or nothing in it.
            ("a\n\nb", 2, 1, []), ("a\n", 2, 1, []), ("", 1, 1, []), ("a\n", 9, 9, []),
            // A place behind the line stands at its end.
            ("ab\ncd", 1, 9, ["ab", "  ^"]),
        ] as [(String, Int, Int, [String])])
    func caretStandsUnderThePlace(_ text: String, _ line: Int, _ column: Int, _ expected: [String]) {
        #expect(shown(text, line, column) == expected)
    }

    @Test func longLineIsCutAroundThePlace() {
        let line = String(repeating: "0123456789", count: 100)
        let lines = shown(line, 1, 506)
        #expect(lines.first?.hasPrefix("…23456789") == true && lines.first?.hasSuffix("…") == true)
        #expect(lines.first?.count == 72)
        let caret = (lines.last?.count ?? 1) - 1
        #expect(lines.first.map { Array($0)[caret] } == "5")
    }

    @Test func invalidBytesAreShownAsEscapes() {
        let line: [UInt8] = [0x61, 0xFF, 0x62]
        #expect(SourceLine(line: line[...], column: 2)?.text == "a\\xFFb")
    }

    @Test func cursorGoesForwardThroughManyPlaces() {
        let text = Array("ab cd\nef gh\n".utf8)
        text.withUnsafeBufferPointer { bytes in
            var cursor = SourceCursor()
            var offsets: [Int] = []
            for (line, column) in [(1, 1), (1, 4), (1, 4), (2, 1), (2, 5)] {
                cursor.advance(in: bytes, to: line, column)
                offsets.append(cursor.offset)
            }
            #expect(offsets == [0, 3, 3, 6, 10])
        }
    }

    @Test func diagnosticsHaveTheLinesOfTheirFiles() {
        let box = "treadle: 1\nports: { k: { match: k } }\nprots: 1\n"
        let preset = "name: V\nroutings:\n  - { from: [q], to: [k] }\n"
        guard case .failure(let found) = Configuration.load(text: box, files: ["presets/v.yaml": preset]) else {
            Issue.record("was taken")
            return
        }
        let lines = found.list.map { $0.source?.text }
        #expect(lines == ["prots: 1", "  - { from: [q], to: [k] }"])
        #expect(found.list.map { $0.source?.columnsBefore } == [0, 13])
    }

    @Test func columnsAreCharacters() {
        let bytes = Array("aé 音x".utf8)
        var columns = CharacterColumns(bytes)
        #expect([0, 1, 3, 4, 7, 8].map { columns.column(at: $0) } == [1, 2, 3, 4, 5, 6])
    }
}

import Panel
import Testing

/// I10: the characters of an OLED.
@Suite struct OLEDFontTests {
    @Test(arguments: [
        ("Überleitung ÄÖ ß", "Überleitung ÄÖ ß"), ("Café Åse ÿ", "Café Åse ÿ"), ("Łódź č", "Lódz c"),
        ("Привет, Щука", "Привет, Щука"), ("Ёж її Ґє", "Ёж її Ґє"), ("Ψαλμός", "Psalμos"), ("ギター", "gita-"),
        ("a\\b~ {|}", "a\\b~ {|}"), ("“x” – z…", "\"x\" - z…"), ("½ 10 € ©", "1/2 10 € ©"), ("日本", "??"),
        ("♪ ❤ ☎", "♪ ♥ *"), ("e\u{301}", "é"),
    ])
    func textIsShownOrSpelt(text: String, shown: String) {
        #expect(frame([text]).text.hasPrefix(shown.padding(to: 21)))
    }

    /// The dots of each cell of the first row, of a frame of 16 columns.
    private func cells(_ text: String) -> [[Substring]] {
        var driver = OLEDDriver(.ssd1306, columns: 16)
        var module = OLEDModule(.ssd1306)
        let frame = frame([text], 16)
        while !module.isOn {
            module.take(driver.burst(for: frame, brightness: 255, at: 0))
        }
        return (0..<text.unicodeScalars.count).map { column in
            module.picture[0..<16].map { line in
                let start = line.index(line.startIndex, offsetBy: 8 * column)
                return line[start..<line.index(start, offsetBy: 8)]
            }
        }
    }

    private func frame(_ rows: [String], _ columns: Int = 21) -> DisplayFrame {
        var frame = DisplayFrame(columns: columns, rows: 4, characters: .drawn)
        for (row, text) in rows.enumerated() { frame.replace(row: row, with: DisplayText<21>(text.unicodeScalars)) }
        return frame
    }

    // Letters that look alike in print are alike here.
    @Test func allCharactersLookDifferent() {
        let letters =
            "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
            + "¡¢£¥§©«»¬°±²³´µ¶·¹¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
            + "БГДЖЗИЙЛПУФЦЧШЩЪЫЬЭЮЯбвгджзийклмнптфцчшщъыьэюяЄєҐґ→←↑↓€…♪♥█"
        var seen: [[Substring]: Character] = [:]
        var rest = Substring(letters)
        while !rest.isEmpty {
            let row = String(rest.prefix(16))
            rest = rest.dropFirst(16)
            for (shape, letter) in zip(cells(row), row) {
                #expect(seen[shape] == nil, "\(letter) is \(seen[shape] ?? " ")")
                #expect(shape.contains { $0.contains("#") }, "\(letter) is empty")
                seen[shape] = letter
            }
        }
    }

    @Test(arguments: [("АВЕКМНОРСТХЁЇІ", "ABEKMHOPCTXËÏI"), ("аеорсухёїі", "aeopcyxëïi")])
    func cyrillicLettersAreTheirLatinTwins(cyrillic: String, latin: String) {
        #expect(cells(cyrillic) == cells(latin))
    }

    @Test func anAccentMakesACapitalLower() {
        let shape = cells("É")[0].map { String($0) }
        #expect(
            [0, 2, 4, 6, 8, 10, 12, 14].map { shape[$0] } == [
                "....##..", "...##...", ".######.", ".##.....", ".#####..", ".##.....", ".##.....", ".######.",
            ])
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: width - unicodeScalars.count)
    }
}

import Panel
import TestSupport
import Testing

/// An HD44780 as the data sheet has it: what bytes do to its memory.
struct Glass {
    var memory = [UInt8](repeating: 0x20, count: 0x80)
    var address: UInt8 = 0x33
    var writes = 0

    mutating func take(_ write: GlassWrite) {
        writes += 1
        switch write {
        case .setAddress(let to): address = to
        case .character(let code):
            memory[Int(address)] = code
            address = address == 0x27 ? 0x40 : address == 0x67 ? 0x00 : address + 1
        }
    }

    func row(_ row: Int, columns: Int) -> [UInt8] {
        let start = [0x00, 0x40, columns, 0x40 + columns][row]
        return Array(memory[start..<start + columns])
    }
}

@Suite struct GlassEncoderTests {
    private func frame(_ name: String, tempo: UInt32 = 12000) -> DisplayFrame {
        var state = DisplayState.example
        state.name = DisplayText(name.unicodeScalars)
        state.tempo = tempo
        return DisplayFrame(state, at: 0, columns: 16, rows: 2)
    }

    private func writes(_ encoder: inout GlassEncoder, _ frame: DisplayFrame) -> [GlassWrite] {
        var writes: [GlassWrite] = []
        encoder.update(to: frame) { writes.append($0) }
        return writes
    }

    @Test func anUnknownGlassIsWrittenInFull() {
        var encoder = GlassEncoder(columns: 16, rows: 2)
        let first = writes(&encoder, frame("A"))
        #expect(first.count == 34)
        #expect(first[0] == .setAddress(0))
        #expect(first[17] == .setAddress(0x40))
        #expect(writes(&encoder, frame("A")).isEmpty)
        encoder.forget()
        #expect(writes(&encoder, frame("A")).count == 34)
    }

    @Test func onlyDifferencesAreWritten() {
        var encoder = GlassEncoder(columns: 16, rows: 2)
        _ = writes(&encoder, frame("Verse"))
        #expect(writes(&encoder, frame("Verso")) == [.setAddress(8), .character(0x6F)])
        #expect(
            writes(&encoder, frame("Verso", tempo: 12100)) == [.setAddress(0x42), .character(0x31)])
    }

    @Test func itGoesOnWhereTheAddressStands() {
        var encoder = GlassEncoder(columns: 16, rows: 2)
        _ = writes(&encoder, frame("aaaa"))
        _ = writes(&encoder, frame("aaba"))
        // The address stands at the last letter: that is written first, without an address.
        #expect(
            writes(&encoder, frame("caad")) == [
                .character(0x64), .setAddress(4), .character(0x63), .setAddress(6), .character(0x61),
            ])
    }

    @Test func theChipWrapsFromItsLastPlaceToItsFirst() {
        var encoder = GlassEncoder(columns: 20, rows: 4)
        var glass = Glass()
        encoder.update(to: DisplayFrame(columns: 20, rows: 4)) { glass.take($0) }
        // Rows 1 and 3, 2 and 4 follow one another, so one address does.
        #expect(glass.writes == 81)
    }

    @Test(arguments: [(16, 2), (20, 2), (20, 4)])
    func theGlassShowsTheFrame(columns: Int, rows: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        var encoder = GlassEncoder(columns: columns, rows: rows)
        var glass = Glass()
        for _ in 0..<200 {
            var state = DisplayState.example
            state.preset = Int.random(in: -1...127, using: &random)
            state.tempo = UInt32.random(in: 2000...30000, using: &random)
            state.isModified = Bool.random(using: &random)
            state.drops = Int.random(in: 0...200, using: &random)
            state.name = DisplayText("Strophe für ガ".unicodeScalars.shuffled(using: &random))
            let frame = DisplayFrame(state, at: 0, columns: columns, rows: rows)
            encoder.update(to: frame) { glass.take($0) }
            for row in 0..<rows {
                let wanted = (0..<columns).map { GlassCharacters.code(frame[row, $0]) }
                #expect(glass.row(row, columns: columns) == wanted, "seed \(seed)")
            }
        }
    }
}

@Suite struct GlassCharactersTests {
    @Test(arguments: [
        ("A", 0x41), (" ", 0x20), ("}", 0x7D), ("\\", 0x2F), ("~", 0x2D), ("¥", 0x5C), ("→", 0x7E), ("←", 0x7F),
        ("°", 0xDF), ("ä", 0xE1), ("ö", 0xEF), ("ü", 0xF5), ("ß", 0xE2), ("ñ", 0xEE), ("Ä", 0x41), ("é", 0x65),
        ("Ø", 0x4F), ("ř", 0x72), ("ž", 0x7A), ("ı", 0x69), ("’", 0x27), ("–", 0x2D), ("♯", 0x23), ("♭", 0x62),
        ("Ａ", 0x41), ("日", 0x3F), ("🎹", 0x3F), ("÷", 0xFD), ("×", 0x78), ("√", 0xE8),
    ])
    func nearestCharacter(text: String, code: Int) throws {
        let scalar = try #require(text.unicodeScalars.first)
        #expect(GlassCharacters.code(scalar.value) == UInt8(code))
    }

    @Test func katakanaStandInTheRowsOfTheROM() {
        let rows = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        for (offset, kana) in rows.unicodeScalars.enumerated() {
            #expect(GlassCharacters.code(kana.value) == UInt8(0xA6 + offset), "\(kana)")
        }
        #expect(
            "ガザダバパヴあが".unicodeScalars.map { GlassCharacters.code($0.value) }
                == [0xB6, 0xBB, 0xC0, 0xCA, 0xCA, 0xB3, 0xB1, 0xB6])
        #expect("｡ｱﾟ゛゜".unicodeScalars.map { GlassCharacters.code($0.value) } == [0xA1, 0xB1, 0xDF, 0xDE, 0xDF])
    }
}

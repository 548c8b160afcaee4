import MIDI
import Panel
import Testing

@Suite struct DisplayFrameTests {
    // D1, D2
    @Test func presetAndTempoStandWhereTheyShould() {
        #expect(DisplayState.example.text() == "  0 A           |120.0 .         ")
    }

    @Test func withoutANumberThreeDashes() {
        var state = DisplayState.example
        state.preset = -1
        #expect(state.text().hasPrefix("--- A           |"))
        state.preset = 127
        #expect(state.text().hasPrefix("127 A           |"))
    }

    @Test func theNameIsCutBeforeTheStar() {
        var state = DisplayState.example
        state.name = DisplayText("Bridge of sighs and more".unicodeScalars)
        state.isModified = true
        #expect(state.text().hasPrefix("  0 Bridge of s*|"))
        #expect(state.text(columns: 20).hasPrefix("  0 Bridge of sighs*|"))
    }

    // P5
    @Test func modifiedShowsAStar() {
        var state = DisplayState.example
        state.isModified = true
        #expect(state.text().hasPrefix("  0 A          *|"))
    }

    @Test func aLetterOfTwoCellsIsNeverCut() {
        var state = DisplayState.example
        state.name = DisplayText("ガ".unicodeScalars)
        #expect(state.text().hasPrefix("  0 ｶﾞ          |"))
        state.name = DisplayText("aaaaaaaaaaパb".unicodeScalars)
        #expect(state.text().hasPrefix("  0 aaaaaaaaaa  |"))
        state.name = DisplayText("aaaaaaaaaaÆ".unicodeScalars)
        #expect(state.text().hasPrefix("  0 aaaaaaaaaa  |"))
    }

    @Test(arguments: [
        (7500, " 75.0"), (12500, "125.0"), (30000, "300.0"), (12004, "120.0"), (12005, "120.1"), (9995, "100.0"),
        (2000, " 20.0"), (99999, "999.9"),
    ])
    func tempoHasOneDecimalHalvesUp(hundredths: UInt32, text: String) {
        var state = DisplayState.example
        state.tempo = hundredths
        #expect(state.text().dropFirst(17).prefix(6) == text + " ")
    }

    @Test func transportSigns() {
        var state = DisplayState.example
        state.transport = .running
        #expect(state.text().hasSuffix("120.0 >         "))
        state.transport = .paused
        #expect(state.text().hasSuffix("120.0 |         "))
    }

    @Test func beatMarkOnlyWhileTicksAreSent() {
        var state = DisplayState.example
        state.tempo = 12500
        state.isOnBeat = true
        #expect(state.text() == "  0 A           |125.0 .         ")
        state.sendsTicks = true
        #expect(state.text() == "  0 A           |125.0 .o        ")
    }

    // E1
    @Test func badConfigurationAndWhere() {
        var state = DisplayState.example
        state.isBadConfiguration = true
        state.badPlace = .init(file: DisplayText("box.yaml".unicodeScalars), line: 12)
        #expect(state.text() == "BAD CONFIG      |box.yaml:12     ")
        state.badPlace = .init(file: DisplayText("presets/verse.yaml".unicodeScalars), line: 1234)
        #expect(state.text() == "BAD CONFIG      |presets/ver:1234")
        state.badPlace.line = 0
        #expect(state.text() == "BAD CONFIG      |presets/verse.ya")
        #expect(state.nextChange(after: 0) == never)
    }

    // D2
    @Test func switchesTakeTheRowsOfTheNextPresetAndTheLastMessage() {
        var state = DisplayState.example
        state.nextName = DisplayText("Next".unicodeScalars)
        func show(_ labels: String...) -> String {
            for (index, label) in labels.enumerated() { state.switches[index] = DisplayText(label.unicodeScalars) }
            state.switchCount = labels.count
            return String(state.text(columns: 20, rows: 4).suffix(41))
        }
        #expect(show("A Bridge", "B mute Bass") == "A Bridge  B mute Ba |                    ")
        #expect(show("A Bridge", "B tap", "C Solo") == "A Bridge  B tap     |C Solo              ")
        #expect(
            show("A 1", "B 2", "C 3", "D 4", "E 5", "F 6", "G 7", "H eight")
                == "A 1  B 2  C 3  D 4  |E 5  F 6  G 7  H ei ")
        // Two rows have no room for them.
        #expect(state.text(columns: 20, rows: 2).count == 41)
    }

    @Test func aThirdRowIsTheNextPresetAndAFourthTheLastMessage() {
        var state = DisplayState.example
        state.held = 2048
        state.next = 12
        state.nextName = DisplayText("A rather long name".unicodeScalars)
        state.lastMessage = Message(status: 0x90, 60, 100)
        #expect(
            state.text(columns: 20, rows: 4)
                == "  0 A               |120.0 .      HELD ++| 12 A rather long  →|NoteOn  1 C4     100")
        // A preset of a set list may have no number (P8).
        state.next = -1
        #expect(state.text(columns: 20, rows: 4).contains("|--- A rather long  →|"))
        state.nextName.removeAll()
        state.lastMessage = nil
        #expect(
            state.text(columns: 20, rows: 4)
                == "  0 A               |120.0 .      HELD ++|                    |                    ")
    }

    @Test func aRowCanBeReplaced() {
        var frame = DisplayFrame(.example, at: 0, columns: 16, rows: 2)
        frame.replace(row: 0, with: DisplayText<20>("Überleitung é und weiter".unicodeScalars))
        #expect(frame.text == "Überleitung e un|120.0 .         ")
    }

    @Test func twentyByTwo() {
        var state = DisplayState.example
        state.isLearning = true
        state.isModified = true
        state.name = DisplayText("A name for twenty".unicodeScalars)
        #expect(state.text(columns: 20) == "  0 A name for twen*|120.0 .        LEARN")
    }

    @Test func framesCompareByTheirCells() {
        let state = DisplayState.example
        let frame = DisplayFrame(state, at: 0, columns: 16, rows: 2)
        #expect(frame == DisplayFrame(state, at: 99, columns: 16, rows: 2))
        #expect(frame != DisplayFrame(columns: 16, rows: 2))
        #expect(frame != DisplayFrame(state, at: 0, columns: 20, rows: 2))
    }
}

@Suite struct LastMessageTests {
    @Test(arguments: [
        (Message(status: 0x90, 60, 100), "NoteOn  1 C4     100"), (Message(status: 0x9F, 0, 0), "NoteOff16 C-1      0"),
        (Message(status: 0x80, 61, 64), "NoteOff 1 C#4     64"),
        (Message(status: 0xA1, 127, 3), "PolyAT  2 G9       3"),
        (Message(status: 0xB0, 74, 127), "CC      1 74     127"), (Message(status: 0xC9, 5), "Program10          5"),
        (Message(status: 0xD0, 9), "ChanAT  1          9"), (Message(status: 0xEF, 0, 64), "Bend   16       8192"),
        (Message(status: 0xFA), "Start               "), (Message(status: 0xF2, 16, 1), "Song position    144"),
        (Message(0x3016_0102, 0x0304_0506), "SysEx               "),
        // MIDI 2.0 (U12).
        (Message(0x4090_3C00, 0x9C40_0000), "NoteOn  1 C4   40000"),
        (Message(0x4F8F_3C00, 0xFFFF_0000), "NoteOff16 C4   65535"),
        (Message(0x40B0_4A00, 0x8000_0000), "CC      1 74   50.0%"),
        (Message(0x40B0_7F00, 0xFFFF_FFFF), "CC      1 127 100.0%"), (Message(0x40E0_0000, 0), "Bend    1       0.0%"),
        (Message(0x40C2_0001, 0x0C00_0003), "Program 3         12"),
        (Message(0x40D0_0000, 0x2000_0000), "ChanAT  1      12.5%"),
        (Message(0x40A0_3C00, 0x8000_0000), "PolyAT  1 C4   50.0%"),
        (Message(0x4020_0005, 0x8000_0000), "RPN     1 0/5  50.0%"),
        (Message(0x4030_0108, 0x8000_0000), "NRPN    1 1/8  50.0%"),
        (Message(0x4040_0005, 0x8000_0000), "RPN+-   1 0/5       "),
        (Message(0x4000_3C03, 0x4000_0000), "NoteCC  1 C4 3 25.0%"),
        (Message(0x4060_3C00, 0x8000_0000), "NoteBnd 1 C4   50.0%"),
        (Message(0x40F0_3C03), "NoteMgt 1 C4        "), (Message(0xD010_0000, 49_792_531), "Tempo         120.50"),
        (Message(0xD010_0000, 1), "Tempo     9999999.00"), (Message(0xD010_0201), "Lyrics              "),
        (Message(0x5001_0000), "SysEx 8             "), (Message(0x5081_0000), "Mixed data          "),
        (Message(0x0020_0000), "Utility             "), (Message(0xF020_0000), "UMP stream          "),
        (Message(0x6770_0000), "UMP 67700000        "),
    ])
    func messagesAreShownInWordsOfMusicians(message: Message, text: String) {
        var state = DisplayState.example
        state.lastMessage = message
        #expect(state.text(columns: 20, rows: 4).suffix(20) == text)
    }

    @Test(arguments: [
        (NoteLanguage.german, "H4     100"), (.italian, "Si4    100"), (.katakana, "ｼ4     100"),
        (.japanese, "ﾛ4     100"),
    ])
    func notesAreNamedAsTheBoxFileSays(names: NoteLanguage, text: String) {
        var state = DisplayState.example
        state.noteNames = names
        state.lastMessage = .noteOn(channel: 0, key: 71, velocity: 100)
        #expect(state.text(columns: 20, rows: 4).hasSuffix("NoteOn  1 " + text))
    }

    @Test func aVoicedNoteNameTakesTwoCells() {
        var state = DisplayState.example
        state.noteNames = .katakana
        state.lastMessage = .noteOn(channel: 0, key: 1, velocity: 100)
        #expect(state.text(columns: 20, rows: 4).hasSuffix("NoteOn  1 ﾄﾞ#-1  100"))
    }

    @Test func middleCMovesTheOctave() {
        var state = DisplayState.example
        state.middleC = 3
        state.lastMessage = Message(status: 0x90, 0, 1)
        #expect(state.text(columns: 20, rows: 4).hasSuffix("C-2      1"))
    }
}

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
        while let write = encoder.next(for: frame) { writes.append(write) }
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
        _ = writes(&encoder, frame("aaaaa"))
        _ = writes(&encoder, frame("aaaba"))
        // The address stands at the last letter: that is written first, without an address.
        #expect(
            writes(&encoder, frame("caaad")) == [
                .character(0x64), .setAddress(4), .character(0x63), .setAddress(7), .character(0x61),
            ])
    }

    @Test func oneCellBetweenTwoIsCheaperThanAnAddress() {
        var encoder = GlassEncoder(columns: 16, rows: 2)
        _ = writes(&encoder, frame("aaaa"))
        #expect(
            writes(&encoder, frame("bacd")) == [
                .setAddress(4), .character(0x62), .character(0x61), .character(0x63), .character(0x64),
            ])
    }

    @Test func theChipWrapsFromItsLastPlaceToItsFirst() {
        var encoder = GlassEncoder(columns: 20, rows: 4)
        var glass = Glass()
        while let write = encoder.next(for: DisplayFrame(columns: 20, rows: 4)) { glass.take(write) }
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
            while let write = encoder.next(for: frame) { glass.take(write) }
            for row in 0..<rows {
                let wanted = (0..<columns).map { frame.code(row: row, column: $0) }
                #expect(glass.row(row, columns: columns) == wanted, "seed \(seed)")
            }
        }
    }
}

import Panel
import TestSupport
import Testing

/// A model of the memory of an HD44780, after its data sheet.
struct LCDMemory {
    var memory = [UInt8](repeating: 0x20, count: 0x80)
    var address: UInt8 = 0x33
    var writes = 0

    mutating func take(_ write: LCDWrite) {
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

@Suite struct LCDEncoderTests {
    private func frame(_ name: String, tempo: UInt32 = 12000) -> DisplayFrame {
        var state = DisplayState.example
        state.name = DisplayText(name.unicodeScalars)
        state.tempo = tempo
        return DisplayFrame(state, at: 0, columns: 16, rows: 2)
    }

    private func writes(_ encoder: inout LCDEncoder, _ frame: DisplayFrame) -> [LCDWrite] {
        var writes: [LCDWrite] = []
        while let write = encoder.next(for: frame) { writes.append(write) }
        return writes
    }

    @Test func anUnknownLCDIsWrittenInFull() {
        var encoder = LCDEncoder(columns: 16, rows: 2)
        let first = writes(&encoder, frame("A"))
        #expect(first.count == 34)
        #expect(first[0] == .setAddress(0))
        #expect(first[17] == .setAddress(0x40))
        #expect(writes(&encoder, frame("A")).isEmpty)
        encoder.forget()
        #expect(writes(&encoder, frame("A")).count == 34)
    }

    @Test func onlyDifferencesAreWritten() {
        var encoder = LCDEncoder(columns: 16, rows: 2)
        _ = writes(&encoder, frame("Verse"))
        #expect(writes(&encoder, frame("Verso")) == [.setAddress(8), .character(0x6F)])
        #expect(
            writes(&encoder, frame("Verso", tempo: 12100)) == [.setAddress(0x42), .character(0x31)])
    }

    @Test func writingContinuesAtTheCurrentAddress() {
        var encoder = LCDEncoder(columns: 16, rows: 2)
        _ = writes(&encoder, frame("aaaaa"))
        _ = writes(&encoder, frame("aaaba"))
        // The address is at the last letter, so that letter is written first, without an address.
        #expect(
            writes(&encoder, frame("caaad")) == [
                .character(0x64), .setAddress(4), .character(0x63), .setAddress(7), .character(0x61),
            ])
    }

    @Test func oneCellBetweenTwoIsCheaperThanAnAddress() {
        var encoder = LCDEncoder(columns: 16, rows: 2)
        _ = writes(&encoder, frame("aaaa"))
        #expect(
            writes(&encoder, frame("bacd")) == [
                .setAddress(4), .character(0x62), .character(0x61), .character(0x63), .character(0x64),
            ])
    }

    @Test func theAddressWrapsFromTheEndOfTheMemoryToItsStart() {
        var encoder = LCDEncoder(columns: 20, rows: 4)
        var memory = LCDMemory()
        while let write = encoder.next(for: DisplayFrame(columns: 20, rows: 4)) { memory.take(write) }
        // Rows 1, 3, 2 and 4 follow one another in the memory, so one address is enough.
        #expect(memory.writes == 81)
    }

    @Test(arguments: [(16, 2), (20, 2), (20, 4)])
    func theLCDShowsTheFrame(columns: Int, rows: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        var encoder = LCDEncoder(columns: columns, rows: rows)
        var memory = LCDMemory()
        for _ in 0..<200 {
            var state = DisplayState.example
            state.preset = Int.random(in: -1...127, using: &random)
            state.tempo = UInt32.random(in: 2000...30000, using: &random)
            state.isModified = Bool.random(using: &random)
            state.drops = Int.random(in: 0...200, using: &random)
            state.name = DisplayText("Strophe für ガ".unicodeScalars.shuffled(using: &random))
            let frame = DisplayFrame(state, at: 0, columns: columns, rows: rows)
            while let write = encoder.next(for: frame) { memory.take(write) }
            for row in 0..<rows {
                let wanted = (0..<columns).map { frame.code(row: row, column: $0) }
                #expect(memory.row(row, columns: columns) == wanted, "seed \(seed)")
            }
        }
    }
}

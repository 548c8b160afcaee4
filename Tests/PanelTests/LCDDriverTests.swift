import Panel
import Testing

@Suite struct LCDDriverTests {
    static let sizes = [(16, 2), (20, 2), (20, 4)]
    let second: UInt64 = 1_000_000_000

    /// A driver and an LCD on a bus of 100 kHz.
    private struct Bench {
        var bus: EmulatedBus<LCDDriver, DisplayModule>

        init(_ columns: Int, _ rows: Int) {
            bus = EmulatedBus(LCDDriver(columns: columns, rows: rows), DisplayModule(columns: columns))
            bus.module.losePower()
        }

        mutating func show(_ frame: DisplayFrame, isLit: Bool = true, until end: UInt64 = never) {
            bus.send(until: end) { $0.burst(for: frame, isLit: isLit, at: $1) }
        }

        func shows(_ frame: DisplayFrame) -> Bool {
            (0..<frame.rows).allSatisfy { row in
                bus.module.row(row) == (0..<frame.columns).map { frame.code(row: row, column: $0) }
            }
        }
    }

    private func frame(_ name: String, _ columns: Int, _ rows: Int) -> DisplayFrame {
        var state = DisplayState.example
        state.name = DisplayText(name.unicodeScalars)
        state.transport = .running
        (state.isOnBeat, state.sendsTicks) = (true, true)
        return DisplayFrame(state, at: 0, columns: columns, rows: rows)
    }

    /// A frame with the same letter in every cell.
    private func full(_ letter: String, _ columns: Int, _ rows: Int) -> DisplayFrame {
        var frame = DisplayFrame(columns: columns, rows: rows)
        for row in 0..<rows {
            frame.replace(row: row, with: DisplayText<20>(String(repeating: letter, count: columns).unicodeScalars))
        }
        return frame
    }

    @Test(arguments: sizes)
    func anLCDStartsWithPictureGlyphsAndBacklight(columns: Int, rows: Int) {
        var bench = Bench(columns, rows)
        let frame = frame("Überleitung", columns, rows)
        bench.show(frame)
        #expect(bench.shows(frame))
        #expect(bench.bus.module.isOn && bench.bus.module.isLit)
        #expect(bench.bus.module.row(1)[6...7] == [Glyph.running.rawValue, Glyph.beat.rawValue])
        for glyph in [Glyph.running, .paused, .stopped, .beat, .capitalA, .capitalO, .capitalU] {
            let start = Int(glyph.rawValue) * 8
            #expect(Array(bench.bus.module.glyphs[start..<start + 8]) == (0..<8).map { glyph.rows[$0] }, "\(glyph)")
        }
    }

    @Test func theLCDIsOffUntilItsPictureIsComplete() {
        var bench = Bench(20, 4)
        let frame = frame("A", 20, 4)
        while !bench.bus.module.isOn { bench.show(frame, until: bench.bus.now + 1_000_000) }
        #expect(bench.shows(frame))
        #expect(bench.bus.now < 200_000_000)
    }

    // D4: any change takes at most 50 ms, and the sensor on the same bus never waits longer than 3.2 ms
    @Test(arguments: sizes)
    func aWholePictureTakesLessThan50ms(columns: Int, rows: Int) {
        var bench = Bench(columns, rows)
        bench.show(full("a", columns, rows))
        let began = bench.bus.now
        bench.show(full("b", columns, rows))
        #expect(bench.shows(full("b", columns, rows)))
        #expect(bench.bus.now - began < 40_000_000, "\(bench.bus.now - began) ns")
        #expect(bench.bus.longest < 3_200_000)
    }

    // D4: also while everything is sent again
    @Test(arguments: sizes)
    func aChangeDuringTheRefreshComesInTime(columns: Int, rows: Int) {
        for offset in stride(from: UInt64(0), to: 80_000_000, by: 3_000_000) {
            var bench = Bench(columns, rows)
            bench.show(full("a", columns, rows))
            bench.show(full("a", columns, rows), until: bench.bus.driver.nextAt + offset)
            let began = bench.bus.now
            bench.show(full("b", columns, rows), until: began + 50_000_000)
            #expect(bench.shows(full("b", columns, rows)), "\(offset)")
        }
    }

    @Test func frequentChangesTakeFewBytes() {
        var bench = Bench(16, 2)
        var state = DisplayState.example
        state.sendsTicks = true
        bench.show(DisplayFrame(state, at: 0, columns: 16, rows: 2))
        for (change, bytes) in [
            // The beat takes an address, RS and a character; then one digit of the tempo; then a status of six columns.
            ({ (state: inout DisplayState) in state.isOnBeat = true }, 10), ({ $0.tempo = 12100 }, 11),
            ({ $0.held = 1 }, 31),
        ] as [((inout DisplayState) -> Void, Int)] {
            change(&state)
            bench.bus.bytes = 0
            bench.show(DisplayFrame(state, at: 0, columns: 16, rows: 2))
            #expect(bench.bus.bytes <= bytes)
        }
        bench.bus.bytes = 0
        bench.show(DisplayFrame(state, at: 0, columns: 16, rows: 2))
        #expect(bench.bus.bytes == 0)
    }

    @Test func theBacklightTakesOneByte() {
        var bench = Bench(16, 2)
        let frame = frame("A", 16, 2)
        bench.show(frame)
        bench.bus.bytes = 0
        bench.show(frame, isLit: false)
        #expect(!bench.bus.module.isLit && bench.bus.bytes == 1)
        bench.show(self.frame("B", 16, 2), isLit: false)
        #expect(!bench.bus.module.isLit)
        bench.show(frame, isLit: true)
        #expect(bench.bus.module.isLit && bench.shows(frame) && bench.bus.module.isOn)
    }

    @Test(arguments: sizes)
    func anUnpluggedLCDIsTriedOnceASecondAndThenGetsEverything(columns: Int, rows: Int) {
        var bench = Bench(columns, rows)
        bench.show(frame("A", columns, rows))
        bench.bus.isThere = false
        bench.bus.bytes = 0
        bench.show(frame("B", columns, rows), until: bench.bus.now + 5 * second + 500_000_000)
        // One transfer of the picture, then one byte a second.
        #expect(bench.bus.bytes < 32 + 6)
        bench.bus.module.losePower()
        bench.bus.isThere = true
        let began = bench.bus.now
        while !bench.bus.module.isOn { bench.show(frame("C", columns, rows), until: bench.bus.now + 1_000_000) }
        #expect(bench.bus.now - began < second + 200_000_000)
        #expect(bench.shows(frame("C", columns, rows)))
        bench.show(frame("C", columns, rows))
        #expect(bench.bus.module.glyphs[0] == Glyph.running.rows[0])
    }

    // The driver cannot notice these accidents, because the LCD still acknowledges.
    @Test(arguments: sizes)
    func anLCDThatLostItsStateRecoversWithinHalfAMinute(columns: Int, rows: Int) {
        let frame = frame("Überleitung", columns, rows)
        for accident in [{ $0.losePower() }, { $0.takeSpark() }] as [(inout DisplayModule) -> Void] {
            var bench = Bench(columns, rows)
            bench.show(frame)
            accident(&bench.bus.module)
            let began = bench.bus.now
            // Pictures change meanwhile.
            bench.show(self.frame("A", columns, rows))
            bench.show(frame, until: began + 31 * second)
            #expect(bench.shows(frame))
            #expect(bench.bus.module.isOn && bench.bus.module.high == nil)
            #expect(bench.bus.module.glyphs[0] == Glyph.running.rows[0])
        }
    }

    // The picture stays during the refresh, without flicker.
    @Test func theRefreshClearsNothing() {
        var bench = Bench(20, 4)
        let frame = frame("A", 20, 4)
        bench.show(frame)
        let refresh = bench.bus.driver.nextAt
        bench.show(frame, until: refresh)
        while bench.bus.now < refresh + second {
            bench.show(frame, until: bench.bus.now + 100_000)
            #expect(bench.shows(frame) && bench.bus.module.isOn)
        }
        #expect(bench.bus.driver.nextAt > refresh + 20 * second)
    }
}

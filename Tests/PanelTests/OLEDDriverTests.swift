import Panel
import TestSupport
import Testing

/// I10, D4: what an OLED shows.
@Suite struct OLEDDriverTests {
    static let chips: [OLEDChip] = [.ssd1306, .sh1106]
    static let second: UInt64 = 1_000_000_000

    /// A driver and an OLED on a bus.
    private struct Bench {
        var bus: EmulatedBus<OLEDDriver, OLEDModule>
        var brightness: UInt8 = 200

        init(_ chip: OLEDChip = .ssd1306, _ columns: Int = 16, shift: Int = 0) {
            bus = EmulatedBus(OLEDDriver(chip, columns: columns), OLEDModule(chip))
            for _ in 0..<shift { bus.driver.restart(at: 0) }
            bus.module.losePower()
        }

        mutating func show(_ frame: DisplayFrame, until end: UInt64 = never) {
            bus.send(until: end) { [brightness] in $0.burst(for: frame, brightness: brightness, at: $1) }
        }

        /// Whether the OLED shows a frame, at one of the four places where pictures stand.
        func shows(_ frame: DisplayFrame) -> Bool {
            (0..<4).contains { shift in
                var fresh = Bench(bus.module.chip, frame.columns, shift: shift)
                fresh.show(frame)
                return fresh.bus.module.picture == bus.module.picture
            }
        }
    }

    /// A frame with texts in its rows.
    private func frame(_ rows: [String], _ columns: Int = 16) -> DisplayFrame {
        var frame = DisplayFrame(columns: columns, rows: 4, characters: .drawn)
        for (row, text) in rows.enumerated() { frame.replace(row: row, with: DisplayText<21>(text.unicodeScalars)) }
        return frame
    }

    private func full(_ letter: String, _ columns: Int = 16) -> DisplayFrame {
        frame([String](repeating: String(repeating: letter, count: columns), count: 4), columns)
    }

    @Test(arguments: chips)
    func aLetterStandsInItsCell(chip: OLEDChip) {
        var bench = Bench(chip)
        bench.show(frame(["Lj"]))
        #expect(
            bench.bus.module.picture[0..<16].map { String($0.prefix(16)) } == [
                ".##.........##..", ".##.........##..",
                ".##.............", ".##.............",
                ".##........###..", ".##........###..",
                ".##.........##..", ".##.........##..",
                ".##.........##..", ".##.........##..",
                ".##.........##..", ".##.........##..",
                ".######..##.##..", ".######..##.##..",
                "..........###...", "..........###...",
            ])
    }

    // One line at each width of a cell: 8, 7 and 6 dots. The dots beside the cells are dark.
    @Test(arguments: [(16, 1, 2), (18, 1, 2), (21, 1, 1), (17, 4, 2)])
    func widerCellsHaveWiderLines(columns: Int, left: Int, width: Int) {
        var bench = Bench(.ssd1306, columns)
        bench.show(frame(["L"], columns))
        let line = String(repeating: ".", count: left) + String(repeating: "#", count: width)
        #expect(bench.bus.module.picture[0] == line + String(repeating: ".", count: 128 - left - width))
        #expect(bench.bus.module.picture[15] == String(repeating: ".", count: 128))
    }

    @Test(arguments: chips)
    func anOLEDStartsWithPictureAndBrightness(chip: OLEDChip) {
        var bench = Bench(chip, 21)
        let picture = frame(["Überleitung", "Ёлка №?", "größer", "g"], 21)
        while !bench.bus.module.isOn { bench.show(picture, until: bench.bus.now + 1_000_000) }
        #expect(bench.shows(picture), "dark until the picture is complete")
        #expect(bench.bus.now < 150_000_000)
        #expect(bench.bus.module.contrast == 200)
        // Page addressing and the pump of an SSD1306; the pump of an SH1106. Both are turned.
        #expect(bench.bus.module.settings[0x20] == (chip == .ssd1306 ? 2 : nil))
        #expect(bench.bus.module.settings[0x8D] == (chip == .ssd1306 ? 0x14 : nil))
        #expect(bench.bus.module.settings[0xAD] == (chip == .sh1106 ? 0x8B : nil))
        #expect(bench.bus.module.settings[0xA1] != nil && bench.bus.module.settings[0xC8] != nil)
    }

    // D4: 50 ms on a bus of 400 kHz. At 100 kHz the sensor on the same bus never waits longer than 3.2 ms.
    @Test(arguments: [16, 18, 21])
    func aWholePictureTakesLessThan50ms(columns: Int) {
        var bench = Bench(.ssd1306, columns)
        bench.bus.bit = 2_500
        bench.show(full("a", columns))
        let began = bench.bus.now
        bench.show(full("b", columns))
        #expect(bench.shows(full("b", columns)))
        #expect(bench.bus.now - began < 40_000_000, "\(bench.bus.now - began) ns")
        bench.bus.bit = 10_000
        bench.show(full("c", columns))
        #expect(bench.bus.longest < 3_200_000)
    }

    @Test func frequentChangesTakeFewBytes() {
        var bench = Bench()
        bench.show(frame(["Verse", "120.0 >"]))
        bench.bus.bytes = 0
        bench.show(frame(["Verse", "120.0 >o"]))
        // Two pages: an address, then the dots of half a cell.
        #expect(bench.bus.bytes == 2 * (4 + 9))
        bench.bus.bytes = 0
        bench.show(frame(["Verse", "120.0 >o"]))
        #expect(bench.bus.bytes == 0)
    }

    @Test func brightnessIsContrastAndZeroIsOff() {
        var bench = Bench()
        bench.show(full("a"))
        bench.brightness = 16
        bench.show(full("a"))
        #expect(bench.bus.module.isOn && bench.bus.module.contrast == 16)
        bench.brightness = 0
        bench.show(full("b"))
        #expect(!bench.bus.module.isOn && bench.shows(full("b")))
        bench.brightness = 255
        bench.show(full("b"))
        #expect(bench.bus.module.isOn && bench.bus.module.contrast == 255)
    }

    @Test(arguments: chips)
    func anUnpluggedOLEDIsTriedOnceASecondAndThenGetsEverything(chip: OLEDChip) {
        var bench = Bench(chip)
        bench.show(full("a"))
        bench.bus.isThere = false
        bench.bus.bytes = 0
        bench.show(full("b"), until: bench.bus.now + 5 * Self.second + 500_000_000)
        // One transfer of the picture, then two bytes a second.
        #expect(bench.bus.bytes < 32 + 12)
        bench.bus.module.losePower()
        bench.bus.isThere = true
        let began = bench.bus.now
        while !bench.bus.module.isOn { bench.show(full("c"), until: bench.bus.now + 1_000_000) }
        #expect(bench.bus.now - began < Self.second + 200_000_000)
        #expect(bench.shows(full("c")))
    }

    // The driver cannot notice this, because the OLED still acknowledges. It goes on within half a minute.
    @Test(arguments: chips)
    func anOLEDThatLostItsStateRecoversWithinHalfAMinute(chip: OLEDChip) {
        var bench = Bench(chip)
        bench.show(full("a"))
        bench.bus.module.losePower()
        bench.show(full("b"), until: bench.bus.now + 31 * Self.second)
        #expect(bench.bus.module.isOn && bench.bus.module.contrast == 200 && bench.shows(full("b")))
    }

    // The picture moves within its cells, so that the same dots are not always lit, and stays on meanwhile.
    @Test func eachRefreshShowsThePictureOneDotBeside() {
        var bench = Bench()
        bench.show(full("H"))
        var corners: Set<String> = []
        for _ in 0..<4 {
            let rows = bench.bus.module.picture
            let top = rows.firstIndex { $0.contains("#") } ?? -1
            let left = rows[top].firstIndex(of: "#").map { rows[top].distance(from: rows[top].startIndex, to: $0) }
            corners.insert("\(left ?? -1),\(top)")
            let end = bench.bus.driver.nextAt + Self.second
            while bench.bus.now < end {
                bench.show(full("H"), until: bench.bus.now + 1_000_000)
                #expect(bench.bus.module.isOn)
            }
            #expect(bench.shows(full("H")))
        }
        #expect(corners == ["1,0", "2,0", "2,1", "1,1"])
    }

    // Any order of pictures, brightnesses, failed transfers and lost supplies ends with the right picture.
    @Test(arguments: chips, [16, 19, 21])
    func anythingThatHappensEndsWithTheRightPicture(chip: OLEDChip, columns: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        var bench = Bench(chip, columns)
        var picture = full("x", columns)
        for _ in 0..<60 {
            let letters = Array("aÄжg_? ".unicodeScalars)
            picture = frame(
                (0..<4).map { _ in
                    String(String.UnicodeScalarView((0..<columns).map { _ in letters.randomElement(using: &random)! }))
                }, columns)
            bench.brightness = UInt8.random(in: 0...3, using: &random) * 85
            bench.bus.isThere = Int.random(in: 0..<4, using: &random) > 0
            bench.show(picture, until: bench.bus.now + UInt64.random(in: 0...200_000_000, using: &random))
            if Int.random(in: 0..<10, using: &random) == 0 { bench.bus.module.losePower() }
        }
        bench.bus.isThere = true
        bench.show(picture, until: bench.bus.now + 32 * Self.second)
        #expect(bench.shows(picture), "seed \(seed)")
        #expect(bench.bus.module.isOn == (bench.brightness > 0), "seed \(seed)")
    }
}

import Panel
import Plan
import Testing

@testable import Configuration

/// I10: OLEDs, coloured LEDs and the colours of presets in the box file.
@Suite struct DisplayAndLEDTests {
    @Test(arguments: [
        Marked(.box, "treadle: 1\ndisplay: {chip: §ssd1307}\n", "did you mean `ssd1306`?"),
        Marked(.box, "treadle: 1\ndisplay: {chip: ssd1306, columns: §22, rows: §2}\n", "16..21", "4"),
        Marked(.box, "treadle: 1\ndisplay: {chip: sh1106, brightness: §0}\n", "1..255"),
        Marked(.box, "treadle: 1\ndisplay: {chip: sh1106, §characters: a00}\n", "not a key"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, §brightness: 9}\n", "not a key"),
        Marked(.box, "treadle: 1\nleds: §{bus: /dev/spidev0.0}\n", "needs `count`"),
        Marked(.box, "treadle: 1\nleds: {count: §65, brightness: §256}\n", "1..64", "1..255"),
        Marked(
            .box, "treadle: 1\nfootswitches: {A: {line: \"gpiochip0:1\", led: §3}}\n",
            "the box has no chain of LEDs, `leds`"),
        Marked(
            .box, "treadle: 1\nleds: {count: 2}\nfootswitches: {A: {line: \"gpiochip0:1\", led: §3}}\n",
            "an LED of the chain, 1..2"),
        Marked(
            .box,
            "treadle: 1\nleds: {count: 2}\nfootswitches: {A: {line: \"gpiochip0:1\", led: 1}, "
                + "B: {line: \"gpiochip0:2\", led: §1}}\n", "this is the LED of footswitch `A`"),
        Marked(
            .box,
            "treadle: 1\nfootswitches: {A: {line: \"gpiochip0:1\", led: \"gpiochip0:2\", colour: §orangge}}\n",
            "did you mean `orange`?"),
        Marked(.box, "treadle: 1\npresets: [{name: Verse, colour: §\"#ff880\"}]\n", "such as \"#ff8800\""),
        Marked(.box, "treadle: 1\npresets: [{name: Verse, colour: §\"#ff88g0\"}]\n", "such as \"#ff8800\""),
        Marked(.box, "treadle: 1\npresets: [{name: Verse, §color: red}]\n", "did you mean `colour`?"),
    ])
    func faultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func anOLEDHasDefaultsOfItsOwn() throws {
        let display = try #require(try loaded("treadle: 1\ndisplay: {chip: ssd1306}\n").box.display)
        #expect(display.chip.oled == .ssd1306 && display.characters == .drawn)
        #expect((display.address, display.columns, display.rows) == (0x3C, 16, 4))
        #expect(display.backlight == 300_000_000_000 && display.isDimmed)
        let other = try #require(
            try loaded("treadle: 1\ndisplay: {chip: sh1106, columns: 21, brightness: 9, backlight: 60}\n").box.display)
        #expect(other.chip.oled == .sh1106 && other.columns == 21 && other.brightness == 9)
        #expect(other.backlight == 60_000_000_000 && !other.isDimmed)
    }

    private let box = """
        treadle: 1
        leds: { bus: /dev/spidev1.0, count: 3, brightness: 100 }
        footswitches:
          A: { line: "gpiochip0:1", led: 3 }
          B: { line: "gpiochip0:2", led: 1, colour: "#010203" }
          C: { line: "gpiochip0:3", led: 2 }
          D: { line: "gpiochip0:4", led: "gpiochip0:5" }
        assignments:
          - { from: footswitches, controller: switch A, do: { 127: preset 1 } }
          - { from: footswitches, controller: switch C short, do: { 127: 'preset "Chorus"' } }
          - { from: footswitches, controller: switch C, mode: latch, do: { 127: tap } }
        presets:
          - { name: Verse, number: 1, colour: green }
          - { name: Chorus, number: 2, colour: "#FF8800" }
          - { name: Bridge, number: 3 }

        """

    @Test func ledsOfTheChainAreNumberedFromOne() throws {
        let box = try loaded(box).box
        #expect(box.leds?.bus == "/dev/spidev1.0" && box.leds?.count == 3 && box.leds?.brightness == 100)
        let places: [LEDPlace?] = [.chain(2), .chain(0), .chain(1), .line(GPIOLine(chip: "gpiochip0", line: 5))]
        #expect(box.footswitches.map { $0.led } == places)
    }

    // C has a latch, which its LED follows (F3), so its preset has no say.
    @Test(arguments: [
        ("Verse", Colour(0, 255, 0), Colour(0, 255, 0), Colour(0, 255, 0)),
        ("Chorus", Colour(0, 255, 0), Colour(0, 85, 0), Colour(255, 136, 0)),
        ("Bridge", Colour(0, 255, 0), Colour(0, 85, 0), .white),
    ])
    func ledsHaveTheColourOfSwitchOrPreset(preset: String, ofA: Colour, darkA: Colour, own: Colour) throws {
        let configuration = try loaded(box)
        let index = try #require(configuration.preset(named: preset))
        let colours = try #require(configuration.plan.pointee.presets[index].colours).pointee
        #expect(colours.lit[0] == ofA && colours.dark[0] == darkA)
        #expect(colours.lit[1] == Colour(1, 2, 3) && colours.dark[1] == .black)
        #expect(colours.lit[2] == own && colours.dark[2] == .black)
    }

    @Test func coloursAreWrittenAsInFiles() throws {
        let configuration = try loaded(box)
        #expect(configuration.presetNames == ["Bridge", "Chorus", "Verse"])
        #expect(configuration.presetColours.map { $0?.written } == [nil, "#ff8800", "green"])
        #expect(Colour(0, 1, 2).written == "#000102" && Colour.white.written == "white")
    }

    @Test func withoutAChainPresetsHaveNoTableOfColours() throws {
        let configuration = try loaded("treadle: 1\npresets: [{ name: Verse, colour: red }]\n")
        let index = try #require(configuration.preset(named: "Verse"))
        #expect(configuration.plan.pointee.presets[index].colours == nil)
    }
}

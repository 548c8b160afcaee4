import Panel
import Testing

@testable import Configuration

struct BoxDiagnosticsTests {
    @Test(arguments: [
        Marked(.box, "§name: Stage\n", "the box file needs `treadle`"),
        Marked(.box, "treadle: §2\n", "it must be 1"),
        Marked(.box, "treadle: 1\nchord-window: §30", "the unit is missing"),
        Marked(.box, "treadle: 1\nchord-window: §11 s", "at most 10 s"),
        Marked(.box, "treadle: 1\n§prots: {}\n", "did you mean `ports`?"),
        Marked(.box, "treadle: 1\nname: §[]\n", "`name` is a list"),
        Marked(.box, "treadle: 1\nname: §\"\"\n", "a name"),
        Marked(.box, "treadle: 1\nmiddle-c: §6\n", "an octave 3..5"),
        Marked(.box, "treadle: 1\nnote-names: §germna\n", "did you mean `german`?"),
        Marked(.box, "treadle: 1\nports: §[]\n", "a mapping of aliases"),
        Marked(.box, "treadle: 1\nports:§\n", "`ports` is empty"),
        Marked(.box, "treadle: 1\nports: {§clock: {match: x}}\n", "is reserved"),
        Marked(.box, "treadle: 1\nports: {§input keyboard: {match: x}}\n", "is reserved"),
        Marked(.box, "treadle: 1\nports: {keys: {match: x}}\ninput-keyboard: {port: §kyes}\n", "did you mean `keys`?"),
        Marked(.box, "treadle: 1\nports: {keys: {match: x}}\ninput-keyboard: §{channel: 1}\n", "needs `port`"),
        Marked(
            .box, "treadle: 1\nports: {keys: {match: x}}\ninput-keyboard: {port: keys, channel: §0}\n",
            "a channel 1..16, or all"),
        Marked(.box, "treadle: 1\nmotion: {chip: §lis3dhx}\n", "did you mean `lis3dh`?"),
        Marked(.box, "treadle: 1\nmotion: {chip: lis3dh, rate: §0, smoothing: §2}\n", "1..1000", "0..1"),
        Marked(.box, "treadle: 1\nmotion: {chip: lis3dh, address: §0x80, bus: §[]}\n", "0x08..0x77", "I2C bus"),
        Marked(.box, "treadle: 1\nmotion: §{rate: 100}\n", "motion needs `chip`"),
        Marked(.box, "treadle: 1\nmotion: {chip: lis3dh, mounting: §x}\n", "mounting is `x`", "a mapping"),
        Marked(.box, "treadle: 1\nmotion: {chip: lis3dh, mounting: §{x: y, y: x}}\n", "mounting needs `z`"),
        Marked(
            .box, "treadle: 1\nmotion: {chip: lis3dh, mounting: {x: y, y: x, z: §--z, §w: x}}\n",
            "x, y, z, -x, -y or -z",
            "not a key of mounting"),
        Marked(.box, "treadle: 1\nmotion: {chip: lis3dh, mounting: {x: y, y: §-y, z: z}}\n", "not used yet"),
        Marked(
            .box, "treadle: 1\nmotion: {chip: lis3dh, range: {x: §-91..0, y: §5, z: §20..20, §w: 0..9}}\n", "-90..90",
            "-90..90", "differ", "not a key of range"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, columns: §16, rows: 4}\n", "the display is 16x4"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, columns: §40}\n", "16 or 20"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, rows: §3}\n", "2 or 4"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, characters: §a01}\n", "a00 or a02"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, backlight: §3601}\n", "seconds 0..3600"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, backlight: §-1}\n", "seconds 0..3600"),
        Marked(.box, "treadle: 1\ndisplay: {chip: hd44780, backlight: §on}\n", "seconds 0..3600"),
        Marked(.box, "treadle: 1\nassignments: §{}\n", "a list of assignments"),
        Marked(.box, "treadle: 1\npresets: §{}\n", "a list of presets"),
        Marked(.box, "treadle: 1\nstart-preset: §5\n", "no preset has the number 5"),
        Marked(.box, "treadle: 1\nstart-preset: §Vesre\npresets: [{name: Verse}]\n", "did you mean `Verse`?"),
        Marked(.box, "treadle: 1\nstart-preset: §[1]\n", "last, a number or a name"),
        Marked(.box, "§- 1\n", "the box file is a list"),
        Marked(.box, "§", "the file is empty"),
    ])
    func boxFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.port, "match: a, §usb: b", "`usb` and `match` exclude each other"),
        Marked(.port, "match: §[a]", "a name, in which * stands for anything"),
        Marked(.port, "usb: §\"\"", "a USB socket"),
        Marked(.port, "usb: \"1-1\", port: §0", "1..32"),
        Marked(.port, "match: a, port: 1"), Marked(.port, "match: a, port: §0", "1..32"),
        Marked(.port, "match: a, port: §33", "1..32"),
        Marked(.port, "uart: /dev/ttyAMA3, §port: 1", "it goes with `match`, `usb` or `serial-number`"),
        Marked(.port, "serial-number: §{}", "the serial number of a device"),
        Marked(.port, "uart: §ttyAMA3", "the path of a device"),
        Marked(.port, "virtual: §botj", "in, out or both"),
        Marked(.port, "virtual: in, direction: §out", "neither in nor out"),
        Marked(.port, "match: a, direction: §inn", "in, out or both"),
        Marked(.port, "match: a, channel: §17", "1..16"),
        Marked(.port, "match: a, active-sensing: §true", "drop or pass"),
        Marked(.port, "match: a, clock-in: §yes", "true or false"),
        Marked(.port, "match: a, low-half-first: §yes", "true or false"),
        Marked(.port, "match: a, notes-off-on-unplug: §1", "true or false"),
        Marked(.port, "match: a, running-status: §on", "true or false"),
    ])
    func portFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test(arguments: [
        Marked(.footswitch, "line: §17", "a GPIO line"),
        Marked(.footswitch, "line: §\"g:x\"", "a GPIO line"), Marked(.footswitch, "line: §\"g:\"", "a GPIO line"),
        Marked(.footswitch, "line: §\"g:-1\"", "a GPIO line"), Marked(.footswitch, "line: §\"\"", "a GPIO line"),
        Marked(.footswitch, "line: \"g:1\", led: §\"g:1\"", "a line that nothing else uses"),
        Marked(.footswitch, "line: \"g:1\", active: §lo", "did you mean `low`?"),
        Marked(.footswitch, "line: \"g:1\", pull: §true", "up, down or none"),
        Marked(.footswitch, "line: \"g:1\", debounce: §5", "the unit is missing"),
        Marked(.footswitch, "line: \"g:1\", long: §-1 s", "a time with its unit"),
        Marked(.footswitch, "line: \"g:1\", double: §2 h", "a time with its unit"),
        Marked(.footswitch, "line: \"g:1\", long: §4000 s", "at most an hour"),
        Marked(.footswitch, "line: \"g:1\", long: §99999999999999 s", "a time with its unit"),
        Marked(.clock, "tempo: §19", "20..300"),
        Marked(.clock, "tempo: §300.01", "20..300"),
        Marked(.clock, "tempo: §fast", "20..300"),
        Marked(.clock, "source: §external", "internal, or the alias of a port"),
        Marked(.clock, "taps: §9", "2..8"),
        Marked(.clock, "taps: §1", "2..8"),
        Marked(.clock, "tap-timeout: §2", "the unit is missing"),
        Marked(.clock, "send-when-stopped: §True", "true or false"),
        Marked(.clock, "source: §clock", "internal, or the alias of a port"),
        Marked(.clock, "taps: §two", "2..8"),
        Marked(.clock, "tap-timeout: §soon", "a time with its unit"),
        Marked(.clock, "§tap_timeout: 2 s", "did you mean `tap-timeout`?"),
    ])
    func footswitchOrClockFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func portNeedsARuleToFindIt() {
        Marked(.box, "treadle: 1\nports:\n  keys: §{§mtach: x}\n", "needs one of", "did you mean `match`?").check()
    }

    @Test func footswitchNeedsALine() {
        Marked(.box, "treadle: 1\nfootswitches:\n  A: §{active: low}\n", "needs `line`").check()
        Marked(.box, "treadle: 1\nfootswitches: {§A B: {line: \"g:1\"}}\n", "one word without `+`").check()
    }

    @Test func leadingZerosAreDecimalAndNamesStayText() throws {
        let box = try loaded("treadle: 01\nclock: {tempo: 0120.50}\nname: 010\n").box
        #expect(box.clock.tempo == 12050)
        #expect(box.name == "010")
    }

    @Test func busAddressMayBeHexadecimal() throws {
        let box = try loaded(
            "treadle: 1\nmotion: {chip: lis3dh, address: 0x19}\ndisplay: {chip: hd44780, address: 39}\n")
        #expect(box.box.motion?.address == 0x19)
        #expect(box.box.display?.address == 0x27)
    }

    /// F4
    @Test func motionReadsMountingAndRange() throws {
        let text = "treadle: 1\nmotion: {chip: adxl345, mounting: {x: -y, y: x, z: z}, range: {x: -20..35, z: 90..0}}\n"
        let motion = try #require(try loaded(text).box.motion)
        #expect(motion.mounting.x == .init(1, isReversed: true) && motion.mounting.y == .init(0))
        #expect(motion.ranges.x == .init(from: -20, to: 35) && motion.ranges.z == .init(from: 90, to: 0))
        #expect(motion.ranges.y == .init(from: -90, to: 90))
    }

    @Test(
        arguments: [("60", 60_000), ("60 s", 60_000), ("1.5 s", 1500), ("0", 0), ("3600", 3_600_000)]
            as [(String, UInt64)])
    func backlightIsInSeconds(text: String, milliseconds: UInt64) throws {
        let box = try loaded("treadle: 1\ndisplay: {chip: hd44780, backlight: \(text), characters: a02}\n")
        #expect(box.box.display?.backlight == milliseconds * 1_000_000)
        #expect(box.box.display?.characters == .a02)
    }

    @Test func tooManyPortsNameTheLimit() {
        var text = "treadle: 1\nports:\n"
        for index in 0..<33 { text += index == 32 ? "  §p32: {match: x}\n" : "  p\(index): {match: x}\n" }
        Marked(.box, text, "`ports`: 33, and at most 32").check()
    }
}

import CPlatform
import Foundation
import Testing

/// The box on a PC with Linux reports the devices that it uses and those that it cannot open, each once.
@Suite struct HandStartedTests {
    @Test func missingDevicesAreReportedOnceWithARemedy() throws {
        let file = try TemporaryFile(
            """
            treadle: 1
            name: By hand
            ports:
              keys: { match: "Nobody*", direction: in }
              pads: { usb: "99-9", direction: in }
              mine: { serial-number: "X-99", direction: in }
              out: { uart: /dev/ttyNone }
            footswitches:
              A: { line: "gpiochip99:1", led: "gpiochip99:7" }
              B: { line: "gpiochip99:2", led: "gpiochip99:8" }
              C: { line: "gpiochip98:3" }
            motion: { chip: adxl345, bus: /dev/i2c-99 }
            display: { chip: hd44780, bus: /dev/i2c-99 }
            presets: [{ name: A, number: 1, routings: [{ from: [keys, pads, mine], to: [out] }] }]

            """)
        let running = try RunningBox(["run", "--no-realtime", file.path])
        let (keys, pads) = ("\"Nobody*\"; 'treadle ports' shows what is here", "the USB socket 99-9")
        let isSaid = running.says(
            "Treadle 0", "keys: missing; no device here is called \(keys)",
            "pads: missing; no instrument is in \(pads)",
            "mine: missing; no device here has the serial number \"X-99\"", "out: /dev/ttyNone: not there; ",
            "loop: ordinary priority, because of --no-realtime", "kernel: ")
        #expect(isSaid, "\(running.said)")
        running.signal(SIGTERM)
        let end = running.ended()
        let bus = "/dev/i2c-99: not there; is the bus switched on"
        let said = end.errors.split(separator: "\n").filter { !$0.contains("/dev/snd/") }
        let chip = "not there; does this board have that GPIO chip and line?"
        let expected = [
            "footswitches A, B: /dev/gpiochip99: \(chip)", "footswitch C: /dev/gpiochip98: \(chip)",
            "LEDs A, B: /dev/gpiochip99: \(chip)", "display: \(bus)", "motion: \(bus)",
        ]
        #expect(said.count == expected.count, "\(end.errors)")
        for (line, start) in zip(said.sorted(), expected.sorted()) {
            #expect(line.hasPrefix("treadle: \(start)"))
        }
    }

    /// E2: a port of Bluetooth is missing like a device that is away; the rest plays.
    @Test func portOfBluetoothIsMissingAndTheRestPlays() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let file = try TemporaryFile(
            """
            treadle: 1
            ports:
              keys: { uart: "\(input.path)", direction: in }
              out: { uart: "\(output.path)", direction: out }
              tablet: { bluetooth: "Stage iPad" }
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out, tablet] }] }]

            """)
        let running = try RunningBox(["run", "--no-realtime", file.path], lines: [input, output])
        #expect(running.says("tablet: missing; this machine's own Bluetooth has the radio"), "\(running.said)")
        input.send([0x90, 0x3C, 0x64])
        #expect(output.receive(3) == [0x90, 0x3C, 0x64])
        running.signal(SIGTERM)
        let end = running.ended()
        let warning = "has no effect here: Bluetooth belongs to the box on an appliance only"
        #expect(end.errors.contains(warning), "\(end.errors)")
    }

    /// B17: with the radio and without a controller the box plays, and says what the port waits for.
    @Test func boxWithTheRadioPlaysWithoutAController() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let file = try TemporaryFile(
            """
            treadle: 1
            ports:
              keys: { uart: "\(input.path)", direction: in }
              out: { uart: "\(output.path)", direction: out }
              tablet: { bluetooth: "Stage iPad" }
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out, tablet] }] }]

            """)
        let running = try RunningBox(["run", "--no-realtime", "--bluetooth", file.path], lines: [input, output])
        #expect(running.says("tablet: the radio is starting"), "\(running.said)")
        input.send([0x90, 0x3C, 0x64])
        #expect(output.receive(3) == [0x90, 0x3C, 0x64])
        let status = try Finished(["status", "--socket", running.socket])
        #expect(status.output.contains("radio     "), "\(status)")
        running.signal(SIGTERM)
        #expect(!running.ended().errors.contains("has no effect"))
    }

    /// Realtime is granted or refused with a remedy, never refused silently.
    @Test func realtimeIsGrantedOrRefusedWithAdvice() throws {
        let (input, output) = (try #require(Line()), try #require(Line()))
        let file = try TemporaryFile(
            """
            treadle: 1
            ports: { keys: { uart: "\(input.path)", direction: in }, out: { uart: "\(output.path)", direction: out } }
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out] }] }]

            """)
        let running = try RunningBox(["run", file.path], lines: [input, output])
        #expect(running.says("out: out at", "  loop: "), "\(running.said)")
        input.send([0x90, 0x3C, 0x64])
        #expect(output.receive(3) == [0x90, 0x3C, 0x64])
        running.signal(SIGTERM)
        let end = running.ended()
        #expect(end.status == 0)
        for (what, limit) in [("realtime priority 40", "'@audio - rtprio 40'"), ("memory locked", "memlock unlimited")]
        {
            #expect(running.said.contains(what) != end.errors.contains(limit), "\(running.said)\(end.errors)")
        }
    }
}

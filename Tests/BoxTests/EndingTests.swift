import CPlatform
import Foundation
import StageSupport
import Testing

@testable import Box

/// A box that ends, and a configuration without a former destination, leave nothing sounding (E5).
@Suite struct EndingTests {
    private static let chord: [UInt8] = [0x90, 0x3C, 0x64, 0xB0, 0x40, 0x7F, 0xE0, 0x00, 0x50]
    private static let atRest: [UInt8] = [0x80, 0x3C, 0x40, 0xB0, 0x40, 0x00, 0xE0, 0x00, 0x40]

    /// Two inputs and two outputs; CC 20 starts the clock.
    private static func text(_ lines: [Line], to: String = "out") -> String {
        """
        treadle: 1
        name: Ending
        ports:
          keys: { uart: "\(lines[0].path)", direction: in, clock-in: false }
          pad: { uart: "\(lines[1].path)", direction: in, clock-in: false }
          out: { uart: "\(lines[2].path)", direction: out }
          aux: { uart: "\(lines[3].path)", direction: out }
        clock: { send-when-stopped: false }
        assignments: [{ from: keys, channel: 16, controller: cc 20, do: { 127: clock-start } }]
        presets: [{ name: A, number: 1, routings: [{ from: [keys, pad, clock], to: [\(to)] }] }]

        """
    }

    private func start() throws -> (RunningBox, TemporaryFile, [Line]) {
        let lines = try (0..<4).map { _ in try #require(Line()) }
        let file = try TemporaryFile(EndingTests.text(lines))
        let box = try RunningBox(["run", "--no-realtime", file.path], lines: lines)
        try #require(box.says("keys: in at", "pad: in at", "out: out at", "aux: out at"), "\(box.said)")
        return (box, file, lines)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func everyHeldNoteEndsWhateverItsSource(signal: Int32) throws {
        let (box, file, lines) = try start()
        let (keys, pad, out) = (lines[0], lines[1], lines[2])
        keys.send(EndingTests.chord)
        #expect(out.receive(9) == EndingTests.chord)
        // Past all routings.
        let sent = try RunningBox(["send", "out", "94 40 64"], socket: box.socket).ended()
        #expect(sent.status == 0 && out.receive(3) == [0x94, 0x40, 0x64])
        keys.send([0xBF, 20, 127])
        var started: [UInt8] = []
        while !started.contains(0xFA) { started += out.receive(1) }
        pad.send([0xF0, 1, 2, 3, 4, 5, 6, 7])
        while !started.contains(6) { started += out.receive(1) }

        box.signal(signal)
        #expect(box.ended() == (0, ""))
        let rest = out.rest()
        var synthesizer = Listener()
        for byte in EndingTests.chord + [0x94, 0x40, 0x64] + started + rest { synthesizer.hear(byte) }
        #expect(synthesizer.hanging.isEmpty && synthesizer.problems.isEmpty, "\(synthesizer)")
        #expect(rest.count { $0 == 0xFC } == 1 && rest.count { $0 == 0xF7 } == 1, "\(rest)")
        #expect(lines[3].rest() == [])
        withExtendedLifetime(file) {}
    }

    @Test(.enabled(if: SimulatedBox.hasTerminals)) func aSimulatedBoxWaitsForItsReaders() throws {
        let simulated = try SimulatedBox()
        let (keys, module) = try simulated.connect()
        keys.send(EndingTests.chord)
        #expect(module.receive(9) == EndingTests.chord)
        simulated.box.signal(SIGTERM)
        #expect(module.receiveRest() == EndingTests.atRest)
        #expect(simulated.box.ended() == (0, ""))
    }

    /// A reader that takes nothing delays the end by at most a second.
    @Test(.enabled(if: SimulatedBox.hasTerminals)) func blockedReaderDelaysTheEndByASecondAtMost() throws {
        let simulated = try SimulatedBox()
        let (keys, module) = try simulated.connect()
        keys.send(EndingTests.chord)
        #expect(module.hasSomething)
        simulated.box.signal(SIGTERM)
        #expect(simulated.box.ended() == (0, ""))
    }

    /// The last key of the simulator too, which is still held then.
    @Test(.enabled(if: SimulatedBox.hasTerminals)) func quitSimulatedBoxLeavesNothingSounding() throws {
        let file = try TemporaryFile(SimulatedBox.text)
        let terminal = try #require(try GlassTerminal(["run", "--simulate", file.path]))
        #expect(terminal.shows { $0.text.contains("1 A") && $0.text.contains("module") })
        let places = ["keys", "module"].compactMap { alias in
            terminal.lines.first { $0.contains(alias) && $0.contains("/dev/pts/") }?
                .components(separatedBy: "/dev/pts/").last?.prefix { $0.isNumber }
        }
        try #require(places.count == 2, "\(terminal.text)")
        let keys = try #require(PortProgram("/dev/pts/\(places[0])"))
        let module = try #require(PortProgram("/dev/pts/\(places[1])"))
        keys.send(EndingTests.chord)
        #expect(module.receive(9) == EndingTests.chord)
        terminal.type("q")
        #expect(module.receiveRest() == EndingTests.atRest)
        #expect(terminal.ended() == 0)
    }

    /// A destination that the new configuration does not use is reset; others go on (H1).
    @Test func unusedDestinationIsReset() throws {
        let (box, file, lines) = try start()
        lines[0].send(EndingTests.chord)
        #expect(lines[2].receive(9) == EndingTests.chord)
        try EndingTests.text(lines, to: "aux").write(toFile: file.path, atomically: true, encoding: .utf8)
        box.signal(SIGHUP)
        #expect(lines[2].receive(9) == EndingTests.atRest)
        // The key has no note there any more.
        lines[0].send([0x80, 0x3C, 0x40, 0x90, 0x3E, 0x64])
        #expect(lines[3].receive(3) == [0x90, 0x3E, 0x64])
        box.signal(SIGTERM)
        #expect(box.ended() == (0, ""))
        #expect(lines[2].rest() == [] && lines[3].rest() == [0x80, 0x3E, 0x40])
    }
}

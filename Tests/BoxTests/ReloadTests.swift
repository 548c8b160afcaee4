import CPlatform
import Foundation
import HostSupport
import Testing

/// A configuration that is reloaded while the box plays (E1).
@Suite struct ReloadTests {
    /// CC 20 on channel 16 mutes the second routing. Loading sends a program change, but for the first: no port is
    /// there yet.
    private static let text = """
        treadle: 1
        name: Reloading
        ports:
          keys: { uart: "INPUT", direction: in }
          out: { uart: "OUTPUT", direction: out }
        clock: { send-when-stopped: false }
        assignments: [{ from: keys, channel: 16, controller: cc 20, do: { 127: mute "Second" } }]
        start-preset: A
        presets:
        - name: A
          number: 1
          insert: [Common]
          routings:
          - name: First
            from: [keys]
            restrict: { channel: 1 }
            to: [out]
            on-load: [{ send: program 5 }]
            controllers:
              remap:
              - { from: cc 1, to: cc 64, curve: { softness: 30 } }
              - { from: cc 2, to: cc 80, mode: latch }
              - { from: cc 3, to: cc 66, list: soft.txt }
        - { name: B, number: 2, routings: [{ from: [keys], to: [out], controllers: { remap: [{ from: cc 9/41, to: cc \
        9 }] } }] }
        - { name: Common, routings: [{ name: Second, from: [keys], restrict: { channel: 1 }, to: [out], channel: 5 }] }

        """

    final class Bench {
        let (input, output): (Line, Line)
        let folder: TemporaryFolder
        let text: String
        let box: RunningBox
        private var reloads = 0

        init() throws {
            input = try #require(Line())
            output = try #require(Line())
            text = ReloadTests.text.replacing("INPUT", with: input.path).replacing("OUTPUT", with: output.path)
            folder = try TemporaryFolder(["box.yaml": text, "soft.txt": Bench.list(64)])
            box = try RunningBox(["run", "--no-realtime", folder.path], lines: [input, output])
            try #require(box.says("keys: in at", "out: out at"), "\(box.said)")
        }

        /// A value list whose entries are all the same but the first.
        static func list(_ value: Int) -> String { "0\n" + String(repeating: "\(value)\n", count: 127) }

        /// Reloads and returns when the loop has taken the new configuration.
        func reload() {
            reloads += 1
            box.signal(SIGHUP)
            #expect(box.says("configuration reloaded", times: reloads), "\(box.said)")
            #expect(box.loopAnswers(), "\(box.said)")
        }

        /// Holds a key, a pedal by a curve and another by a list, turns the latch on and mutes the second routing.
        func play() {
            input.send([0xBF, 20, 127, 0x90, 60, 100, 0xB0, 1, 127, 0xB0, 3, 1, 0xB0, 2, 127, 0xB0, 2, 0])
            let played: [UInt8] = [0x90, 60, 100, 0xB0, 64, 127, 0xB0, 66, 64, 0xB0, 80, 127]
            #expect(output.receive(played.count) == played)
        }

        /// Presses another key, lets go of everything and turns the latch off: messages in any order, as a wire has one
        /// of urgency (S9).
        func release() -> Set<[UInt8]> {
            input.send([0x90, 62, 100, 0x80, 60, 64, 0xB0, 1, 0, 0xB0, 3, 0, 0xB0, 2, 127, 0xB0, 2, 0, 0x80, 62, 64])
            let bytes = output.receive(3 * ReloadTests.released.count)
            return Set(stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<min($0 + 3, bytes.count)]) })
        }
    }

    /// The second routing is muted still, the latch was on, and the pedals go back by their curve and list.
    private static let released: Set<[UInt8]> = [
        [0x90, 62, 100], [0x80, 60, 64], [0xB0, 64, 0], [0xB0, 66, 0], [0xB0, 80, 0], [0x80, 62, 64],
    ]

    @Test(arguments: [
        ("", ""), ("name: Reloading", "name: Another   # and a comment"), ("number: 2,", "number: 3, tempo: 90,"),
        ("cc 9/41, to: cc 9", "cc 10/42, to: pitch-bend"), ("do: { 127: mute", "do: { 126: none, 127: mute"),
        ("- { name: B", "- { name: Aa, number: 7, routings: [] }\n- { name: B"),
        ("  number: 1\n", "\n  number: 1   # still\n"), ("  number: 1\n", "  number: 4\n"),
    ])
    func unchangedPresetIsNotLoadedAgain(old: String, new: String) throws {
        let bench = try Bench()
        bench.play()
        if !old.isEmpty { try bench.folder.write(bench.text.replacing(old, with: new), "box.yaml") }
        bench.reload()
        #expect(bench.release() == ReloadTests.released)
        bench.box.signal(SIGTERM)
        #expect(bench.box.ended() == (0, "") && bench.output.rest().isEmpty)
    }

    @Test(arguments: [
        ("program 5", "program 6"), ("channel: 5 }", "channel: 6 }"), ("mode: latch", "mode: latch, trigger: 65"),
        ("number: 1\n", "number: 1\n  tempo: 90\n"), ("a list", "63"),
    ])
    func changedPresetIsLoaded(old: String, new: String) throws {
        let bench = try Bench()
        if old == "a list" {
            try bench.folder.write(Bench.list(63), "soft.txt")
        } else {
            try bench.folder.write(bench.text.replacing(old, with: new), "box.yaml")
        }
        bench.reload()
        #expect(bench.output.receive(2) == [0xC0, new == "program 6" ? 6 : 5])
        bench.box.signal(SIGTERM)
        #expect(bench.box.ended() == (0, ""))
    }
}

import Foundation
import HostSupport
import TestSupport
import Testing

/// `check` and `render` agree: what one refuses the other refuses, with the same words.
@Suite struct CheckAndRenderTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: "Keystation*" }, din: { uart: /dev/ttyAMA3, channel: 3 } }
        input-keyboard: { port: keys, channel: all }
        footswitches: { A: { line: "gpiochip0:17" }, B: { line: "gpiochip0:27", led: "gpiochip0:22" } }
        menu: { step: A, choose: B }
        motion: { chip: lis3dh, range: { x: -20..35 } }
        display: { chip: hd44780, columns: 16, rows: 2 }
        assignments: [{ from: footswitches, controller: switch A+B, do: { 127: toggle-mute "Bass" } }]
        presets:
        - { name: Verse, number: 1, insert: [common], learnable: { Split: routings.1.restrict.notes },
            routings: [{ name: Bass, from: [input keyboard, motion], to: [din], restrict: { notes: C-1..B3 },
              notes: { shift: -12 }, velocity: { curve: { softness: 30 } },
              controllers: { remap: [{ from: cc 1, to: cc 74, linear: { out: 127..0 } }] },
              on-load: [{ send: cc 7 = 100, delay: 20 ms }] }] }
        - { name: common, routings: [{ from: [keys], to: [din], notes: { map-tones: { C: D } } }] }
        start-preset: last

        """

    @Test func mutatedBoxesAreJudgedAlike() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of mutatedBoxesAreJudgedAlike: \(seed)")
        var random = SplitMix(state: seed)
        let folder = try TemporaryFolder()
        let marks = Array("[]{}:,-&*!|>'\"%@`#? \n019..=+".utf8)
        for round in 0..<30 {
            var bytes = Array(Self.box.utf8)
            for _ in 0..<Int(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                let mark = marks[Int(random.next() % UInt64(marks.count))]
                switch random.next() % 3 {
                case 0: bytes[place] = mark
                case 1: bytes.insert(mark, at: place)
                default: bytes.remove(at: place)
                }
            }
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/box.yaml"))
            let check = try Finished(["check", folder.path])
            let render = try Finished(["render", folder.path])
            #expect(check.status == render.status, "seed \(seed), round \(round)")
            #expect(check.errors == render.errors, "seed \(seed), round \(round)")
        }
    }

    /// What one script leaves behind, another does not find.
    @Test func eachScriptBeginsWithTheBoxSwitchedOn() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "treadle: 1\nports: { in: { match: In }, out: { match: Out } }\npresets:\n"
                + "- { name: A, number: 1, routings: [{ from: [in], to: [out] }] }\n"
                + "- { name: B, number: 2, routings: [{ from: [in], to: [out], channel: 2 }] }\n", "box.yaml")
        try folder.write("0 load \"B\"\n1 in 90 3C 64\n2 in 80 3C 40\n", "one.txt")
        try folder.write("1 in 90 3C 64\n2 in 80 3C 40\n", "two.txt")
        let scripts = ["one.txt", "two.txt"].map { folder.path + "/" + $0 }
        let together = try Finished(["render", folder.path] + scripts)
        let alone = try scripts.map { "# \($0)\n" + (try Finished(["render", folder.path, $0]).output) }
        #expect(together.output == alone.joined() && alone[0].contains("91 3C") && alone[1].contains("90 3C"))
    }
}

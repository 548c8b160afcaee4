import CPlatform
import Foundation
import HostSupport
import Testing

@testable import Box

/// Changes on a running box are saved in its files (P5, P6, E4).
@Suite struct SavingTests {
    /// A box between two lines. CC 20 to 24 on channel 16, pressed, mute, bypass, save, step and change the tempo.
    final class Bench {
        let (input, output): (Line, Line)
        let folder: TemporaryFolder
        var box: RunningBox

        init(start: String = "1", _ more: [String: String] = [:]) throws {
            input = try #require(Line())
            output = try #require(Line())
            folder = try TemporaryFolder(more)
            try folder.write(
                """
                # The board
                treadle: 1
                ports:
                  keys: { uart: "\(input.path)", direction: in }
                  out: { uart: "\(output.path)", direction: out }   # the module
                clock: { send-when-stopped: false }
                start-preset: \(start)
                assignments:
                - { from: keys, channel: 16, controller: cc 20, do: { 127: toggle-mute "Left" } }
                - { from: keys, channel: 16, controller: cc 21, do: { 127: toggle-bypass "Own" } }
                - { from: keys, channel: 16, controller: cc 22, do: { 127: save } }
                - { from: keys, channel: 16, controller: cc 23, do: { 127: next-preset } }
                - { from: keys, channel: 16, controller: cc 24, do: { 127: tempo +1 } }
                presets:
                - name: A
                  number: 1
                  insert: [Common]
                  routings:
                  - name: Own   # an octave up
                    from: [keys]
                    restrict: { channel: 1 }
                    notes: { shift: 12 }
                    to: [out]
                - { name: B, number: 2, insert: [Common] }

                """, "box.yaml")
            try folder.write(SavingTests.common, "presets/common.yaml")
            box = try Bench.run(folder, [input, output])
        }

        static func run(_ folder: TemporaryFolder, _ lines: [Line]) throws -> RunningBox {
            let box = try RunningBox(["run", "--no-realtime", folder.path], lines: lines)
            try #require(box.says("keys: in at", "out: out at"), "\(box.said)")
            return box
        }

        /// Presses and lets go, one after the other.
        func press(_ controllers: UInt8...) {
            for controller in controllers { input.send([0xBF, controller, 127, 0xBF, controller, 0]) }
        }

        /// What a key on channel 1 becomes: so many notes, with what bypass lets through of the presses left out.
        func play(_ notes: Int) -> [UInt8] {
            input.send([0x90, 60, 100])
            let on = (0..<notes).flatMap { _ in note() }
            input.send([0x80, 60, 64])
            for _ in 0..<notes { _ = note() }
            return on
        }

        private var heard: [UInt8] = []

        private func note() -> [UInt8] {
            while true {
                while heard.count < 3 {
                    let more = output.receive(1)
                    if more.isEmpty { return [] }
                    heard += more
                }
                let message = Array(heard.prefix(3))
                heard.removeFirst(3)
                if message[0] != 0xBF { return message }
            }
        }

        func end() -> (status: Int32, errors: String) {
            box.signal(SIGTERM)
            return box.ended()
        }

        func restart() throws -> (status: Int32, errors: String) {
            let end = end()
            box = try Bench.run(folder, [input, output])
            return end
        }
    }

    static let common = """
        name: Common   # for all
        routings:
        # two sides
        - { name: Left, from: [keys], to: [out], restrict: { channel: 1 }, channel: 5 }
        - { name: Right, from: [keys], to: [out], restrict: { channel: 1 }, channel: 6 }

        """

    @Test func savedStatesAreInTheirFiles() throws {
        let bench = try Bench()
        let box = try #require(bench.folder.text("box.yaml"))
        #expect(bench.play(3) == [0x90, 72, 100, 0x94, 60, 100, 0x95, 60, 100])
        bench.press(20, 21, 22)
        #expect(bench.box.says("A: saved in \(bench.folder.path)/box.yaml", "presets/common.yaml"), "\(bench.box.said)")
        #expect(
            bench.folder.names == ["box.yaml", "box.yaml.before", "presets/common.yaml", "presets/common.yaml.before"])
        let newBox = box.replacing("    to: [out]\n- { name: B", with: "    bypass: true\n    to: [out]\n- { name: B")
        let newCommon = SavingTests.common.replacing(
            "restrict: { channel: 1 }, channel: 5", with: "restrict: { channel: 1 }, mute: true, channel: 5")
        #expect(bench.folder.text("box.yaml") == newBox && bench.folder.text("box.yaml.before") == box)
        #expect(bench.folder.text("presets/common.yaml") == newCommon)
        #expect(bench.folder.text("presets/common.yaml.before") == SavingTests.common)

        // As saved, loaded again, in the other preset that inserts it, after a reload, and after a restart.
        let (saved, other): ([UInt8], [UInt8]) = ([0x90, 60, 100, 0x95, 60, 100], [0x95, 60, 100])
        #expect(bench.play(2) == saved)
        bench.press(23)
        #expect(bench.play(1) == other)
        bench.press(23)
        #expect(bench.play(2) == saved)
        bench.box.signal(SIGHUP)
        #expect(bench.box.says("configuration reloaded"))
        #expect(bench.play(2) == saved)
        #expect(try bench.restart() == (0, ""))
        #expect(bench.play(2) == saved)
        // And back again: the values are there now.
        bench.press(20, 21, 22)
        #expect(bench.box.says("presets/common.yaml"), "\(bench.box.said)")
        #expect(bench.folder.text("box.yaml") == newBox.replacing("bypass: true", with: "bypass: false"))
        #expect(bench.folder.text("presets/common.yaml") == newCommon.replacing("mute: true", with: "mute: false"))
        #expect(bench.folder.text("box.yaml.before") == newBox)
        #expect(bench.end() == (0, ""))
    }

    /// Stages: nothing is written while nothing is saved, nor by saving what is stored already.
    @Test func unchangedPresetIsNotWritten() throws {
        let bench = try Bench(start: "last")
        #expect(bench.play(3).count == 9)
        #expect(bench.end() == (0, ""))
        func stamps() throws -> [String] {
            try bench.folder.names.map { name in
                let file = try FileManager.default.attributesOfItem(atPath: bench.folder.path + "/" + name)
                return
                    "\(name) \(String(describing: file[.systemFileNumber])) "
                    + "\(String(describing: file[.modificationDate]))"
            }
        }
        let before = try stamps()
        bench.box = try Bench.run(bench.folder, [bench.input, bench.output])
        bench.press(20, 20, 22, 21, 21, 22)
        #expect(bench.play(3) == [0x90, 72, 100, 0x94, 60, 100, 0x95, 60, 100])
        #expect(bench.end() == (0, ""))
        #expect(try stamps() == before)
    }

    @Test func failedSaveIsReportedAndTheBoxGoesOn() throws {
        let bench = try Bench()
        let path = bench.folder.path
        // A folder that is not empty stands in place of the temporary file, so no write succeeds.
        try FileManager.default.createDirectory(
            atPath: path + "/presets/.common.yaml.saving/full", withIntermediateDirectories: true)
        bench.press(20, 22)
        #expect(bench.play(2) == [0x90, 72, 100, 0x95, 60, 100])
        // The change is kept in memory.
        bench.press(23, 23)
        #expect(bench.play(2) == [0x90, 72, 100, 0x95, 60, 100])
        let end = bench.end()
        #expect(
            end.status == 0 && end.errors.contains("A is saved in no file: \(path)/presets/common.yaml: File exists"))
        #expect(bench.folder.text("presets/common.yaml") == SavingTests.common)
    }

    @Test func fileChangedByItsOwnerIsKept() throws {
        let bench = try Bench()
        let mine = SavingTests.common + "# a thought\n"
        try bench.folder.write(mine, "presets/common.yaml")
        bench.press(20, 22)
        #expect(bench.play(2) == [0x90, 72, 100, 0x95, 60, 100])
        bench.box.signal(SIGHUP)
        #expect(bench.box.says("configuration reloaded"))
        #expect(bench.folder.text("presets/common.yaml") == mine)
        // E1: only a comment is new, so the preset goes on as it is, muted. The box knows the file now, and may write
        // it.
        #expect(bench.play(2) == [0x90, 72, 100, 0x95, 60, 100])
        bench.press(22)
        #expect(bench.box.says("presets/common.yaml"))
        #expect(bench.folder.text("presets/common.yaml")?.contains("mute: true") == true)
        #expect(bench.folder.text("presets/common.yaml")?.hasSuffix("# a thought\n") == true)
        let end = bench.end()
        #expect(end.status == 0 && end.errors.contains("common.yaml has changed since it was read"), "\(end)")
    }

    /// P6: the tempo of the box comes back with its preset, unless the files say another since.
    @Test func presetAndTempoComeBack() throws {
        let bench = try Bench(start: "last")
        bench.press(23, 24, 24)
        #expect(bench.play(2).count == 6)
        #expect(try bench.restart() == (0, ""))
        #expect(bench.folder.text(".last-preset") == "B" && bench.folder.text(".last-tempo") == "122.00 120.00")
        #expect(bench.play(2) == [0x94, 60, 100, 0x95, 60, 100])
        bench.press(24)
        #expect(bench.play(2).count == 6)
        #expect(bench.end() == (0, ""))
        #expect(bench.folder.text(".last-tempo") == "123.00 120.00")
        let box = try #require(bench.folder.text("box.yaml"))
        try bench.folder.write(box.replacing("number: 2,", with: "number: 2, tempo: 90,"), "box.yaml")
        bench.box = try Bench.run(bench.folder, [bench.input, bench.output])
        bench.press(24)
        #expect(bench.play(2).count == 6)
        #expect(bench.end() == (0, ""))
        #expect(bench.folder.text(".last-tempo") == "91.00 90.00")
    }

    @Test func temporaryFilesAreRemovedAtTheStart() throws {
        let bench = try Bench([".box.yaml.saving": "treadle: ", "presets/.common.yaml.before.saving": "n"])
        #expect(bench.play(3).count == 9)
        #expect(bench.end() == (0, ""))
        let names = bench.folder.names
        #expect(names.contains("presets/common.yaml") && !names.contains { $0.contains(".saving") }, "\(names)")
    }
}

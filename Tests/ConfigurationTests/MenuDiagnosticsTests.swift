import Settings
import Panel
import Plan
import Testing

@testable import Configuration

/// Faults in `menu:` of a box file and `learnable:` of a preset.
@Suite struct MenuDiagnosticsTests {
    private static let switches = "treadle: 1\nfootswitches: {A: {line: \"g:1\"}, B: {line: \"g:2\"}}\n"

    @Test(arguments: [
        Marked(.box, switches + "menu: {step: A, choose: §C}\n", "no footswitch is called `C`; there are `A` and `B`"),
        Marked(
            .box, switches + "menu: {step: §a, choose: §b}\n", "did you mean `A`?", "did you mean `B`?"),
        Marked(.box, switches + "menu: {step: A, choose: §A}\n", "another footswitch than that of `step`"),
        Marked(.box, switches + "menu: §{step: A}\n", "the menu needs `choose`"),
        Marked(.box, switches + "menu: §{choose: A}\n", "the menu needs `step`"),
        Marked(.box, switches + "menu: §A\n", "the menu is `A`; it must be a mapping"),
        Marked(.box, switches + "menu: {step: A, choose: B, §chose: B}\n", "did you mean `choose`?"),
        Marked(.box, switches + "menu: {step: §[A], choose: B}\n", "the name of a footswitch"),
        Marked(.box, "treadle: 1\nmenu: {step: §A, choose: §B}\n", "there are none", "there are none"),
    ])
    func menuFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    private static let routings = "name: P, routings: [{name: R, from: [keys], to: [out], restrict: {notes: C2..B3}}]"

    @Test(arguments: [
        Marked(.preset, routings + ", learnable: {Split: §routings.Q.restrict.notes}", "has no item 'Q'"),
        Marked(.preset, routings + ", learnable: {Split: §routings.2.restrict.notes}", "has no item '2'"),
        Marked(.preset, routings + ", learnable: {Split: §routings.R.name}", "cannot be learnt; these can: notes"),
        Marked(.preset, routings + ", learnable: {Split: §routings.R.restrict}", "cannot be learnt"),
        Marked(.preset, routings + ", learnable: {Split: §routings..R}", "keys, names or positions separated by dots"),
        Marked(.preset, routings + ", learnable: {Split: §[1]}", "a place in this preset, such as"),
        Marked(.preset, routings + ", learnable: §[routings.R.restrict.notes]", "a mapping of names to places"),
        Marked(
            .preset, routings + ", learnable: {S: routings.R.channel, §S: routings.R.restrict.notes}", "`S`"),
    ])
    func learnableFaultIsReportedAtItsPlace(_ marked: Marked) { marked.check() }

    @Test func aliasedValueCannotBeLearnt() {
        let text = """
            treadle: 1
            ports: {k: {match: k}}
            presets:
            - {name: A, routings: [&r {from: [k], to: [k], restrict: {notes: C1..C2}}]}
            - {name: B, routings: [*r], learnable: {Split: routings.1.restrict.notes}}

            """
        guard case .failure(let reported) = Configuration.load(text: text) else {
            Issue.record("the learnable is accepted")
            return
        }
        #expect(
            reported.list.map { "\($0.line):\($0.column)" } == ["5:48"] && reported.text.contains("shared by an alias"))
    }

    /// P4: a preset's own learnables are before those of its inserts, in the order of the file. A missing key is a
    /// valid place.
    @Test func insertedLearnablesFollowThoseOfThePreset() throws {
        let box = """
            treadle: 1
            ports: {k: {match: k}}
            footswitches: {A: {line: "g:1"}, B: {line: "g:2"}}
            menu: {step: B, choose: A}
            presets:
            - name: P
              insert: [Q]
              learnable: {Spät: routings.1.restrict.notes, Kanal: "routings.1.channel"}
              routings: [{from: [k], to: [k]}]

            """
        let other = "name: Q\nnumber: 3\nlearnable: {Number: number}\nroutings: []\n"
        let it = try Configuration.load(text: box, files: ["presets/q.yaml": other]).get()
        #expect(it.box.menu == MenuConfiguration(step: 1, choose: 0))
        #expect(it.learnables.map { $0.map { $0.name } } == [["Spät", "Kanal", "Number"], ["Number"]])
        let preset = it.plan.pointee.presets[0]
        let names = (0..<Int(preset.learnableCount)).map { index in
            let name = preset.learnables![index]
            return (0..<Int(name.count)).map { Unicode.Scalar(name.scalars[$0])! }
        }
        #expect(names == it.learnables[0].map { Array($0.name.unicodeScalars) })
        #expect(
            it.summary.contains("menu: B steps, A chooses\n") && it.summary.contains("P: 1 routing, 3 learnable values")
        )
    }
}

/// Values that were learnt on the box and are not saved yet (P5, M7).
@Suite struct LearntValuesTests {
    private static let box = """
        treadle: 1   # ours
        ports: { k: { match: k } }
        presets:
        - name: P
          number: 1
          insert: [Q]
          learnable: { Split: routings.Left.restrict.notes, Number: number }
          routings:
          - { name: Left, from: [k], to: [k], restrict: { notes: C1..C2 } }   # low

        """
    private static let other = """
        name: Q
        learnable: { Channel: routings.1.channel }
        routings:
        - from: [k]   # any
          to: [k]

        """

    private static var disk: ConfigurationFiles {
        .memory(["box.yaml": Array(box.utf8), "presets/q.yaml": Array(other.utf8)])
    }

    /// P5: undo restores the replaced values and returns the presets that change; saved values stay.
    @Test func undoRestoresTheReplacedValues() throws {
        let it = try Configuration.load(Self.disk, box: "box.yaml").get()
        var learnt = LearntValues(Self.disk, box: "box.yaml")
        let (split, channel) = (it.learnables[0][0], it.learnables[0][2])
        let first = learnt.keep("C3..C4", of: split, running: 0)
        let second = learnt.keep("D3..D4", of: split, running: 0)
        let third = learnt.keep("7", of: channel, running: 1)
        func lowest() throws -> UInt8 {
            let new = try learnt.configuration(asRead: it.fileHashes)
            return withExtendedLifetime(new) { new.plan.pointee.presets[0].routings[0].lowestNote }
        }
        #expect(learnt.undo(third + 1) == [])
        #expect(learnt.undo(third) == [1] && !learnt.isLearnt(running: 1))
        #expect(try lowest() == 50)
        #expect(learnt.undo(second) == [0] && learnt.isLearnt(running: 0))
        #expect(try lowest() == 48)
        #expect(learnt.undo(first) == [0] && !learnt.isLearnt(running: 0))
        // Undo also drops later values. Numbers are never reused, and saved values do not return.
        #expect(learnt.keep("C3..C4", of: split, running: 0) == third + 1)
        learnt.forget(running: 0)
        #expect(learnt.keep("7", of: channel, running: 1) == third + 2)
        #expect(learnt.keep("8", of: channel, running: 1) == third + 3)
        #expect(learnt.undo(third + 2) == [1] && learnt.values.isEmpty)
    }

    @Test func learntValuesAddUpAndAreSavedWithMutes() throws {
        let it = try Configuration.load(Self.disk, box: "box.yaml").get()
        var learnt = LearntValues(Self.disk, box: "box.yaml")
        let (split, channel) = (it.learnables[0][0], it.learnables[0][2])
        learnt.keep("C3..C4", of: split, running: 0)
        learnt.keep("D3..D4", of: split, running: 0)
        // Another preset ran when this was learnt.
        learnt.keep("7", of: channel, running: 1)
        // The place of the next value is in the files with all learnt values applied.
        let place = try learnt.place(of: it.learnables[0][1], asRead: it.fileHashes)
        let new = try place.check("5").get()
        let preset = new.plan.pointee.presets[0]
        #expect(preset.number == 5 && preset.routings[0].lowestNote == 50 && preset.routings[1].channel == 6)
        #expect(throws: (any Error).self) { try place.check("128").get() }

        let saving = try PresetSaving(
            Self.disk, box: "box.yaml", preset: "P", SavedStates(muted: 1), asRead: it.fileHashes,
            learnt: learnt.learnt(running: 0))
        #expect(saving.files.map { $0.name } == ["box.yaml"])
        let text = Self.box.replacing("C1..C2", with: "D3..D4").replacing(
            "restrict: { n", with: "mute: true, restrict: { n")
        #expect(String(decoding: saving.files[0].new, as: UTF8.self) == text)
        #expect(saving.files[0].old == Array(Self.box.utf8))
        learnt.forget(running: 0)
        let rest = try PresetSaving(
            Self.disk, box: "box.yaml", preset: "Q", SavedStates(), asRead: it.fileHashes,
            learnt: learnt.learnt(running: 1)
        )
        #expect(
            rest.files.map { String(decoding: $0.new, as: UTF8.self) } == [
                Self.other.replacing("  to: [k]", with: "  channel: 7\n  to: [k]")
            ])
    }

    @Test func nothingIsLearntIntoAChangedFile() throws {
        let it = try Configuration.load(Self.disk, box: "box.yaml").get()
        let learnt = LearntValues(Self.disk, box: "box.yaml")
        var hashes = it.fileHashes
        hashes["box.yaml"] = 1
        #expect(throws: LearnPlace.Problem.self) { try learnt.place(of: it.learnables[0][0], asRead: hashes) }
    }
}

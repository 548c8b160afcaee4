import Testing

@testable import Configuration

/// E1: at power-up, presets with errors are left out and the others run.
@Suite struct GoodPresetsTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: "*" }, module: { match: "*" } }
        footswitches: { A: { line: "gpiochip0:17" } }
        assignments:
        - { from: footswitches, controller: switch A, do: { 0: preset "Verse", 127: preset "Song" } }
        start-preset: 1

        """
    private static let good = "routings: [{ from: [keys], to: [module] }]\n"

    /// Loads a box with these presets; returns the configuration that runs, and all errors.
    private func load(_ presets: [String: String], box: String = box) -> (CompiledConfiguration?, errors: [String]) {
        var files = ["box.yaml": Array(box.utf8)]
        for (name, text) in presets { files["presets/\(name).yaml"] = Array(text.utf8) }
        let errors = { (all: Diagnostics) in
            all.list.filter { $0.severity == .error }.map { "\($0.file):\($0.line)" }
        }
        switch Configuration.load(.memory(files), box: "box.yaml", leavesOutFaulty: true) {
        case .success(let it): return (it, errors(it.diagnostics))
        case .failure(let all): return (nil, errors(all))
        }
    }

    @Test func presetsWithErrorsAreLeftOut() throws {
        let (it, errors) = load([
            "1": "name: Verse\nnumber: 1\nrutings: []\n", "2": "name: Song\nnumber: 5\n" + Self.good,
            "3": "name: [\n", "4": "name: Coda\nnumber: 4\n" + Self.good,
        ])
        #expect(errors == ["presets/1.yaml:3", "presets/3.yaml:1"])
        let configuration = try #require(it)
        #expect(configuration.presetNames == ["Coda", "Song"])
        // The start preset is left out, so the preset with the lowest number starts.
        #expect(configuration.plan.pointee.startPreset == 0)
        // The action that names the left-out preset does nothing; the other action works.
        let assignment = configuration.plan.pointee.assignments[0]
        #expect(assignment.choices[0].action == .none)
        #expect(assignment.choices[1].action == .load(1))
    }

    @Test func presetRunsWithoutItsFaultyInsert() throws {
        let song = "name: Song\nnumber: 1\ninsert: [Common, Verse]\n" + Self.good
        for common in ["name: Common\nrutings: []\n", "name: Common: x\n"] {
            let (it, _) = load(["0": common, "1": song, "2": "name: Verse\nnumber: 2\n" + Self.good])
            let configuration = try #require(it)
            #expect(configuration.presetNames == ["Song", "Verse"])
            #expect(configuration.plan.pointee.presets[0].routings.count == 2)
        }
    }

    @Test func laterOfConflictingPresetsAndAllOfACircleAreLeftOut() throws {
        let (it, errors) = load([
            "1": "name: Verse\nnumber: 1\n", "2": "name: Song\nnumber: 1\n", "3": "name: A\ninsert: [B]\n",
            "4": "name: B\ninsert: [A]\n", "5": "name: C\ninsert: [A]\n" + Self.good,
        ])
        #expect(try #require(it).presetNames == ["C", "Verse"])
        #expect(errors == ["presets/2.yaml:2", "presets/3.yaml:2", "presets/4.yaml:2"])
    }

    @Test func presetsInTheBoxFileAreLeftOutToo() throws {
        let presets = "presets:\n- { name: Verse, number: 1 }\n- { name: Song, number: 300 }\n"
        #expect(try #require(load([:], box: Self.box + presets).0).presetNames == ["Verse"])
    }

    @Test func faultyBoxFileIsRefused() {
        let presets = ["1": "name: Verse\nnumber: 1\n"]
        #expect(load(presets, box: Self.box + "colour: red\n").0 == nil)
        #expect(load(presets, box: "treadle: [\n").0 == nil)
    }

    @Test func boxWithoutAGoodPresetIsRefused() {
        #expect(load(["1": "name: Verse\nnumber: 300\n"]).0 == nil)
    }

    @Test func otherLoadsRefuseTheWholeConfiguration() {
        let files = ["presets/1.yaml": "name: Verse\nnumber: 300\n", "presets/2.yaml": "name: Song\n"]
        guard case .failure = Configuration.load(text: Self.box, files: files) else {
            Issue.record("a faulty preset is accepted")
            return
        }
    }
}
